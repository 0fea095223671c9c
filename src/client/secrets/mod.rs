//! Removes API keys from whatever a server sends back.

mod decoded;
mod guess;
mod held;
mod strike;

use std::borrow::Cow;

use secrecy::zeroize::Zeroize as _;

pub(super) use held::Keys;

use crate::ledger::RawJson;
use crate::verification::ApiKey;
use guess::{strike_guesses, strike_guesses_in};
use strike::strike_keys;

/// Removes keys from responses.
#[derive(Clone, Debug, Default)]
pub(super) struct Guard {
    /// Keys that this process sent to the server, which may repeat them.
    keys: Vec<ApiKey>,
    /// Whether an earlier process may have sent other keys.
    guesses: bool,
}

impl Guard {
    /// A body without keys.
    pub(super) fn body(&self, mut body: String) -> RawJson {
        if let Some(struck) = strike_keys(&body, &self.keys) {
            body.zeroize();
            body = struck;
        }
        let body = RawJson::new(body);
        let guessed = self.guesses.then(|| strike_guesses(&body)).flatten();
        guessed.map_or(body, RawJson::new)
    }

    /// A header without keys.
    pub(super) fn header<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let known = strike_keys(text, &self.keys).map_or(Cow::Borrowed(text), Cow::Owned);
        let guessed = self.guesses.then(|| strike_guesses_in(&known)).flatten();
        guessed.map_or(known, Cow::Owned)
    }

    /// A header that may be stored and sent back: `None` if it holds a key or may hold one.
    pub(super) fn token(&self, text: &str) -> Option<String> {
        let clean = !self.guesses && strike_keys(text, &self.keys).is_none();
        clean.then(|| text.to_owned())
    }
}

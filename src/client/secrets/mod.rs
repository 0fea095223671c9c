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

/// What must not come in with an answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Guard {
    /// The keys that the server was given by this process and may still repeat.
    keys: Vec<ApiKey>,
    /// Whether it may have been given another one, by an earlier process.
    guesses: bool,
}

impl Guard {
    /// A body as it may be read, shown and kept.
    pub(super) fn body(&self, mut body: String) -> RawJson {
        if let Some(struck) = strike_keys(&body, &self.keys) {
            body.zeroize();
            body = struck;
        }
        let body = RawJson::new(body);
        let guessed = self.guesses.then(|| strike_guesses(&body)).flatten();
        guessed.map_or(body, RawJson::new)
    }

    /// A header as it may be shown.
    pub(super) fn header<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let known = strike_keys(text, &self.keys).map_or(Cow::Borrowed(text), Cow::Owned);
        let guessed = self.guesses.then(|| strike_guesses_in(&known)).flatten();
        guessed.map_or(known, Cow::Owned)
    }

    /// A header as it may be kept and sent back: none that holds a key, or that may hold one.
    pub(super) fn token(&self, text: &str) -> Option<String> {
        let clean = !self.guesses && strike_keys(text, &self.keys).is_none();
        clean.then(|| text.to_owned())
    }
}

//! Removes API keys from all server responses.

mod decoded;
mod form;
mod guess;
mod held;
mod strike;
mod trace;

use std::borrow::Cow;

use secrecy::zeroize::Zeroize as _;

pub(super) use held::Keys;

use guess::{strike_guesses, strike_guesses_in};
use ledger::RawJson;
use strike::strike_keys;

/// Removes keys from responses.
#[derive(Clone, Debug, Default)]
pub(super) struct Guard {
    /// What this process has sent, by the time of the response.
    sent: Keys,
    /// Scheme, host and port of the server, which may repeat what was sent to it.
    origin: String,
    /// Whether an earlier process may have sent other keys.
    guesses: bool,
}

impl Guard {
    /// A body without keys.
    pub(super) fn body(&self, mut body: String) -> RawJson {
        if let Some(struck) = self.struck(&body) {
            body.zeroize();
            body = struck;
        }
        let body = RawJson::new(body);
        let guessed = self.guesses.then(|| strike_guesses(&body)).flatten();
        guessed.map_or(body, RawJson::new)
    }

    /// A header without keys.
    pub(super) fn header<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let known = self.struck(text).map_or(Cow::Borrowed(text), Cow::Owned);
        let guessed = self.guesses.then(|| strike_guesses_in(&known)).flatten();
        guessed.map_or(known, Cow::Owned)
    }

    /// A header that may be stored and sent back: `None` if it holds a key or may hold one.
    pub(super) fn token(&self, text: &str) -> Option<String> {
        let clean = !self.guesses && self.struck(text).is_none();
        clean.then(|| text.to_owned())
    }

    /// The text without the keys that the server knows; `None` if none of them is in it.
    fn struck(&self, text: &str) -> Option<String> {
        strike_keys(text, &self.sent.known(&self.origin))
    }
}

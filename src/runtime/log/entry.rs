//! Formats one event as one line.

use std::error::Error;
use std::fmt::{Debug, Write as _};

use ledger::Timestamp;
use ledger::text::visible;
use tracing::field::{Field, Visit};
use tracing::{Event, Metadata};

use crate::message::Word;

/// The most bytes of one value in the log.
const MAX_VALUE_BYTES: usize = 2048;
/// What the targets of the program's own events begin with.
pub(super) const OURS: &str = "hieroscope";

/// The fields of an event.
#[derive(Debug, Default)]
pub(super) struct Entry {
    /// The fields for the log, if enabled: `name=value`, each after a blank.
    values: Option<String>,
    /// The constant word among the fields, if any.
    pub(super) word: Option<&'static str>,
}

impl Entry {
    pub(super) fn new(event: &Event<'_>, is_logged: bool) -> Self {
        let mut entry = Self { values: is_logged.then(String::new), word: None };
        event.record(&mut entry);
        entry
    }

    /// The line of the log.
    pub(super) fn line(&self, about: &'static Metadata<'static>, at: Timestamp) -> String {
        let (level, target) = (about.level().as_str(), target(about));
        format!(
            "{} {level:<5} {target}: {}{}\n",
            at.iso(),
            about.name(),
            self.values.as_deref().unwrap_or_default()
        )
    }

    fn push(&mut self, field: &Field, value: &str) {
        let Some(values) = &mut self.values else { return };
        let value = without_user_info(value);
        let cut = value.get(..value.floor_char_boundary(MAX_VALUE_BYTES)).unwrap_or(&value);
        let shown = visible(cut);
        let dots = if cut.len() < value.len() { "…" } else { "" };
        let is_plain = !shown.is_empty() && !shown.contains([' ', '"', '=']);
        let _ = if is_plain {
            write!(values, " {field}={shown}{dots}")
        } else {
            write!(values, " {field}=\"{}{dots}\"", shown.replace('"', "\\\""))
        };
    }
}

impl Visit for Entry {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.push(field, value);
    }

    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        self.word = value.downcast_ref::<Word>().map(|word| word.0).or(self.word);
        self.push(field, &value.to_string());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if self.values.is_some() {
            self.push(field, &format!("{value:?}"));
        }
    }
}

/// The target as it is shown.
pub(super) fn target(about: &'static Metadata<'static>) -> &'static str {
    let target = about.target();
    target.strip_prefix(OURS).and_then(|rest| rest.strip_prefix("::")).unwrap_or(target)
}

/// The text with no user and no password in its addresses.
fn without_user_info(text: &str) -> String {
    let mut parts = text.split("://");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| matches!(c, '/' | '?' | '#') || c.is_whitespace());
        let (authority, rest) = part.split_at(end.unwrap_or(part.len()));
        out.push_str("://");
        out.push_str(authority.rsplit('@').next().unwrap_or_default());
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lose_their_users_and_nothing_else() {
        for (text, wanted) in [
            ("proxy http://me:p@ss@host:1/a@b", "proxy http://host:1/a@b"),
            ("https://host/?to=a@b and socks5://u@h x@y", "https://host/?to=a@b and socks5://h x@y"),
            ("me@host", "me@host"),
            ("://", "://"),
        ] {
            assert_eq!(without_user_info(text), wanted);
        }
    }
}

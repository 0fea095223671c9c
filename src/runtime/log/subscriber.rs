//! Takes the events: each as one line into the log, and without its values into the memory of the last events, for
//! crash reports.

use std::collections::VecDeque;
use std::error::Error;
use std::fmt::{Debug, Write as _};
use std::sync::{Mutex, PoisonError};

use ledger::Timestamp;
use ledger::text::visible;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata};

use super::writer::Lines;
use crate::message::Word;
use crate::runtime::now;

/// Takes the program's own events. There are no spans.
#[derive(Debug)]
pub(super) struct Subscriber {
    /// Where lines go, and from which level on.
    lines: Option<(Lines, Level)>,
    recent: Recent,
    #[cfg(debug_assertions)]
    trap: Option<String>,
}

impl Subscriber {
    pub(super) fn new(lines: Option<(Lines, Level)>) -> Self {
        Self {
            lines,
            recent: Recent::default(),
            #[cfg(debug_assertions)]
            trap: std::env::var("HIEROSCOPE_PANIC_AT").ok(),
        }
    }

    /// Panics where a test wants it: at the event `target.name` or `target.name.word`.
    #[cfg(debug_assertions)]
    fn spring(&self, about: &'static Metadata<'static>, word: Option<&'static str>) {
        let Some(trap) = &self.trap else { return };
        let plain = format!("{}.{}", target(about), about.name());
        let with_word = word.map(|word| format!("{plain}.{word}"));
        assert!(plain != *trap && with_word.as_ref() != Some(trap), "the trap at {trap} was sprung");
    }
}

/// The last events, oldest first.
pub(in crate::runtime) fn recent() -> Vec<RecentEvent> {
    tracing::dispatcher::get_default(|dispatch| {
        dispatch.downcast_ref::<Subscriber>().map(|subscriber| subscriber.recent.all()).unwrap_or_default()
    })
}

impl tracing::Subscriber for Subscriber {
    fn enabled(&self, about: &Metadata<'_>) -> bool {
        let most = if cfg!(debug_assertions) { Level::TRACE } else { Level::DEBUG };
        about.is_event() && about.target().starts_with(OURS) && *about.level() <= most
    }

    fn event(&self, event: &Event<'_>) {
        let (about, at) = (event.metadata(), now());
        let lines = self.lines.as_ref().filter(|(_, level)| about.level() <= level);
        let entry = Entry::new(event, lines.is_some());
        #[cfg(debug_assertions)]
        self.spring(about, entry.word);
        if let Some((lines, _)) = lines {
            lines.write(entry.line(about, at));
        }
        if *about.level() <= Level::DEBUG {
            self.recent.push(about, entry.word, at);
        }
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The most bytes of one value in the log.
const MAX_VALUE_BYTES: usize = 2048;
/// What the targets of the program's own events begin with.
const OURS: &str = "hieroscope";

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

/// How many events are remembered.
const MAX_EVENTS: usize = 64;

/// An event: all of it is the program's own words.
#[derive(Clone, Copy, Debug)]
pub(in crate::runtime) struct RecentEvent {
    pub(in crate::runtime) at: Timestamp,
    pub(in crate::runtime) level: Level,
    pub(in crate::runtime) target: &'static str,
    pub(in crate::runtime) name: &'static str,
    pub(in crate::runtime) word: Option<&'static str>,
}

/// The last events, oldest first.
#[derive(Debug, Default)]
pub(super) struct Recent(Mutex<VecDeque<RecentEvent>>);

impl Recent {
    pub(super) fn push(&self, about: &'static Metadata<'static>, word: Option<&'static str>, at: Timestamp) {
        let event =
            RecentEvent { at, level: *about.level(), target: target(about), name: about.name(), word };
        let mut events = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if events.len() == MAX_EVENTS {
            events.pop_front();
        }
        events.push_back(event);
    }

    /// All events. Never blocks: empty while another thread changes them.
    pub(super) fn all(&self) -> Vec<RecentEvent> {
        self.0.try_lock().map(|events| events.iter().copied().collect()).unwrap_or_default()
    }
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

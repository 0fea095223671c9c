//! Takes the events: into the log, and into the memory of the last ones.

use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata};

use super::entry::{Entry, OURS};
use super::recent::{Recent, RecentEvent};
use super::writer::Lines;
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
        let plain = format!("{}.{}", super::entry::target(about), about.name());
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

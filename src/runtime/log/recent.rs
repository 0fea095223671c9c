//! The last events, without their values: for a report of a crash.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use ledger::Timestamp;
use tracing::{Level, Metadata};

use super::entry::target;

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

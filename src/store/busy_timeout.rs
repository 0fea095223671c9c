//! The busy timeout: how long to wait for a file that another program holds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use rusqlite::Connection;

/// The length of one wait slice.
const SLICE: Duration = Duration::from_millis(50);

/// The most slices per wait: ten seconds.
const MAX_SLICES: u32 = 200;

/// The slices left for all waits together when hurried: three quarters of a second.
const HURRIED_SLICES: u32 = 15;

/// The limit for all waits together.
#[derive(Clone, Debug)]
pub(super) struct BusyTimeout(Arc<State>);

#[derive(Debug)]
struct State {
    /// The remaining slices, or [`UNLIMITED`].
    slices: AtomicU32,
    /// Whether the limit is final.
    is_ending: AtomicBool,
}

/// Only each wait has a limit.
const UNLIMITED: u32 = u32::MAX;

impl Default for BusyTimeout {
    fn default() -> Self {
        Self(Arc::new(State { slices: AtomicU32::new(UNLIMITED), is_ending: AtomicBool::new(false) }))
    }
}

impl BusyTimeout {
    /// Limits all waits together from now on, until [`Self::take_time`].
    pub(super) fn hurry(&self) {
        let _ =
            self.0.slices.compare_exchange(UNLIMITED, HURRIED_SLICES, Ordering::AcqRel, Ordering::Acquire);
    }

    /// Limits all waits together, permanently.
    pub(super) fn end(&self) {
        self.0.is_ending.store(true, Ordering::Release);
        self.hurry();
    }

    /// Whether waits are limited.
    pub(super) fn is_hurried(&self) -> bool {
        self.0.slices.load(Ordering::Acquire) != UNLIMITED
    }

    /// Lifts the limit, unless it is final.
    pub(super) fn take_time(&self) {
        if !self.0.is_ending.load(Ordering::Acquire) {
            self.0.slices.store(UNLIMITED, Ordering::Release);
        }
    }

    /// Creates a wait.
    pub(super) fn begin(&self) -> Wait<'_> {
        Wait { busy_timeout: self, slices: 0 }
    }
}

/// A thread's wait for the file.
pub(super) struct Wait<'a> {
    busy_timeout: &'a BusyTimeout,
    slices: u32,
}

impl Wait<'_> {
    /// Sets SQLite's timeout for the next attempt.
    pub(super) fn prepare(&self, connection: &Connection) -> rusqlite::Result<()> {
        let is_over = self.busy_timeout.0.slices.load(Ordering::Acquire) == 0;
        connection.busy_timeout(if is_over { Duration::ZERO } else { SLICE })
    }

    /// Counts a slice. Returns whether to wait for another one.
    pub(super) fn goes_on(&mut self) -> bool {
        self.slices += 1;
        let less = |left| match left {
            UNLIMITED | 0 => None,
            left => Some(left - 1),
        };
        let left = self.busy_timeout.0.slices.fetch_update(Ordering::AcqRel, Ordering::Acquire, less);
        left.map_or_else(|left| left == UNLIMITED, |before| before > 1) && self.slices < MAX_SLICES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slices(busy_timeout: &BusyTimeout) -> u32 {
        let mut wait = busy_timeout.begin();
        (1..=MAX_SLICES).find(|_| !wait.goes_on()).unwrap()
    }

    #[test]
    fn whoever_hurries_waits_once_and_not_for_each_change() {
        let busy_timeout = BusyTimeout::default();
        assert_eq!((slices(&busy_timeout), slices(&busy_timeout)), (MAX_SLICES, MAX_SLICES));
        busy_timeout.hurry();
        assert_eq!(slices(&busy_timeout), HURRIED_SLICES);
        busy_timeout.hurry();
        assert_eq!(slices(&busy_timeout), 1);
        busy_timeout.take_time();
        assert_eq!(slices(&busy_timeout), MAX_SLICES);
        busy_timeout.end();
        busy_timeout.take_time();
        assert_eq!(slices(&busy_timeout), HURRIED_SLICES);
    }

    #[test]
    fn a_wait_that_has_begun_is_cut_short() {
        let busy_timeout = BusyTimeout::default();
        let mut wait = busy_timeout.begin();
        assert!((0..100).all(|_| wait.goes_on()));
        busy_timeout.hurry();
        assert_eq!((1..=MAX_SLICES).find(|_| !wait.goes_on()), Some(HURRIED_SLICES));
    }
}

//! How long is waited for a file that another program holds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use rusqlite::Connection;

/// How long is waited at a time.
const SLICE: Duration = Duration::from_millis(50);

/// Of so many slices is each wait at most: ten seconds.
const MAX_SLICES: u32 = 200;

/// So many slices are left for all waits together once there is no more time: three quarters of a second.
const HURRIED_SLICES: u32 = 15;

/// How long all waits together may last.
#[derive(Clone, Debug)]
pub(super) struct BusyTimeout(Arc<State>);

#[derive(Debug)]
struct State {
    /// How many slices are left, if that is limited.
    slices: AtomicU32,
    /// Whether it stays so.
    is_ending: AtomicBool,
}

/// No limit but that of each wait.
const UNLIMITED: u32 = u32::MAX;

impl Default for BusyTimeout {
    fn default() -> Self {
        Self(Arc::new(State { slices: AtomicU32::new(UNLIMITED), is_ending: AtomicBool::new(false) }))
    }
}

impl BusyTimeout {
    /// All waits together are short from now on, until [there is time again](Self::take_time).
    pub(super) fn hurry(&self) {
        let _ =
            self.0.slices.compare_exchange(UNLIMITED, HURRIED_SLICES, Ordering::AcqRel, Ordering::Acquire);
    }

    /// All waits together are short from now on, for good.
    pub(super) fn end(&self) {
        self.0.is_ending.store(true, Ordering::Release);
        self.hurry();
    }

    /// Whether waits are short.
    pub(super) fn is_hurried(&self) -> bool {
        self.0.slices.load(Ordering::Acquire) != UNLIMITED
    }

    /// There is time again, unless the end has come.
    pub(super) fn take_time(&self) {
        if !self.0.is_ending.load(Ordering::Acquire) {
            self.0.slices.store(UNLIMITED, Ordering::Release);
        }
    }

    /// A wait, which has not begun yet.
    pub(super) fn begin(&self) -> Wait<'_> {
        Wait { busy_timeout: self, slices: 0 }
    }
}

/// A wait of a thread for the file.
pub(super) struct Wait<'a> {
    busy_timeout: &'a BusyTimeout,
    slices: u32,
}

impl Wait<'_> {
    /// Sets how long SQLite waits for the file the next time.
    pub(super) fn prepare(&self, connection: &Connection) -> rusqlite::Result<()> {
        let is_over = self.busy_timeout.0.slices.load(Ordering::Acquire) == 0;
        connection.busy_timeout(if is_over { Duration::ZERO } else { SLICE })
    }

    /// A slice has passed. Returns whether there is another one.
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

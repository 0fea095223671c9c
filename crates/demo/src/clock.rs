//! The network's time: the machine's clock, or a test's.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ledger::Timestamp;

/// A clock. Clones of a set clock move together.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System,
    /// Nanoseconds since 1970.
    Set(Arc<AtomicU64>),
}

impl Clock {
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stops at this time until it is advanced.
    pub fn fixed(at: Timestamp) -> Self {
        let nanos = u64::try_from(at.as_nanos()).unwrap_or(u64::MAX);
        Self(Source::Set(Arc::new(AtomicU64::new(nanos))))
    }

    /// Moves a fixed clock and all its clones forward; no effect on the machine's clock.
    pub fn advance(&self, by: Duration) {
        if let Source::Set(nanos) = &self.0 {
            nanos.fetch_add(u64::try_from(by.as_nanos()).unwrap_or(0), Ordering::Relaxed);
        }
    }

    /// Sets a fixed clock and all its clones back; no effect on the machine's clock.
    pub fn put_back(&self, by: Duration) {
        if let Source::Set(nanos) = &self.0 {
            nanos.fetch_sub(u64::try_from(by.as_nanos()).unwrap_or(0), Ordering::Relaxed);
        }
    }

    pub fn now(&self) -> Timestamp {
        let nanos = match &self.0 {
            Source::Set(nanos) => nanos.load(Ordering::Relaxed),
            Source::System => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)),
        };
        Timestamp::from_nanos(nanos)
    }
}

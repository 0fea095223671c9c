//! The clock: the one place where the time is read.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ledger::Timestamp;
use tokio::time::Instant;

/// The time now.
pub fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp { seconds: since.as_secs(), nanos: since.subsec_nanos() }
}

/// The moment of the monotonic clock at which `at` will be now.
pub(crate) fn instant(at: Timestamp) -> Instant {
    let wait = u64::try_from(at.since(now())).unwrap_or(u64::MAX);
    Instant::now() + Duration::from_nanos(wait)
}

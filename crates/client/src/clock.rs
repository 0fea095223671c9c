//! The system clock, to date answers and waits.

use std::time::{SystemTime, UNIX_EPOCH};

use ledger::Timestamp;

/// Now, by the machine's clock.
pub(super) fn now() -> Timestamp {
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    Timestamp::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

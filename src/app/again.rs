//! When what was asked to learn of something may be asked again.

use crate::ledger::Timestamp;

/// When the same may be asked again.
#[derive(Clone, Copy, Debug)]
pub(super) enum Again {
    Never,
    At(Timestamp),
}

impl Again {
    /// Whether it may be asked again now. A time that lies further ahead than any wait was set before the clock was
    /// put back.
    pub(super) fn is_due(self, now: Timestamp) -> bool {
        match self {
            Self::Never => false,
            Self::At(at) => at <= now || now.plus_millis(RETRY_DELAY_MILLIS) < at,
        }
    }
}

/// How long after a failure that may pass the same is asked again, milliseconds.
pub(super) const RETRY_DELAY_MILLIS: u64 = 60_000;

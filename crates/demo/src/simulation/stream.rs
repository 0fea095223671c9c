//! A contract's results in time: result `i` of a contract has a fixed moment, and a moment leads back to `i`.

use std::ops::RangeInclusive;

use ledger::Timestamp;
use ledger::timestamp::NANOS;

use crate::simulation::chance::{Chance, subject};

/// When results begin: 2025-07-20 08:26:40 UTC.
pub(crate) const GENESIS: u64 = 1_753_000_000;

/// The endless row of a contract's results, of which the newest are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream {
    pub(crate) contract: u64,
    /// Seconds from one result to the next, on average.
    pub(crate) every: u64,
    /// The number of newest results shown.
    pub(crate) most: u64,
}

impl Stream {
    /// The moment of a result: within its own span of `every` seconds, so the order is that of the indices.
    pub(crate) fn time_of(&self, index: u64) -> Timestamp {
        let within = Chance::new(self.contract ^ subject::MOMENTS << 40, index)
            .below(self.every.saturating_mul(NANOS));
        let start = index.saturating_mul(self.every).saturating_add(GENESIS);
        Timestamp {
            seconds: start.saturating_add(within / NANOS),
            nanos: u32::try_from(within % NANOS).unwrap_or(0),
        }
    }

    /// The index of the span that covers this time; 0 before the beginning.
    pub(crate) fn span_of(&self, at: Timestamp) -> u64 {
        at.seconds.saturating_sub(GENESIS).checked_div(self.every).unwrap_or(0)
    }

    pub(crate) fn index_of(&self, at: Timestamp) -> Option<u64> {
        let index = self.span_of(at);
        (self.every > 0 && self.time_of(index) == at).then_some(index)
    }

    /// The indices shown now, oldest to newest; `None` if the range is empty.
    pub(crate) fn visible(&self, now: Timestamp) -> Option<RangeInclusive<u64>> {
        let span = self.span_of(now);
        let newest = if self.time_of(span) <= now { span } else { span.checked_sub(1)? };
        let oldest = newest.saturating_add(1).saturating_sub(self.most);
        (self.every > 0 && self.most > 0).then_some(oldest..=newest)
    }
}

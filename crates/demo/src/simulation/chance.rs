//! Repeatable chance: every random number derives from its purpose, so any record can be generated alone. The moments
//! of a contract's results are such numbers.

use std::ops::RangeInclusive;

use ledger::Timestamp;
use ledger::timestamp::NANOS;

/// Changing this makes another network.
const SEED: u64 = 0x6869_6572_6f73_636f;

/// A row of numbers that depend only on the subject and the index it was made for.
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    /// The numbers of one record: its contract (or another subject) and its index there.
    pub(crate) fn new(subject: u64, index: u64) -> Self {
        Self(stir(SEED ^ stir(subject)) ^ stir(index.wrapping_mul(0x2545_f491_4f6c_dd1d)))
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        stir(self.0)
    }

    /// A number below `end`; zero if `end` is zero.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.number().checked_rem(end).unwrap_or(0)
    }

    /// A number from `first` to `last`.
    pub(crate) fn between(&mut self, first: u64, last: u64) -> u64 {
        first + self.below(last.saturating_sub(first) + 1)
    }

    /// True once in `times`.
    pub(crate) fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of these; the default of an empty list.
    pub(crate) fn pick<T: Copy + Default>(&mut self, from: &[T]) -> T {
        let at = self.below(from.len() as u64);
        usize::try_from(at).ok().and_then(|at| from.get(at)).copied().unwrap_or_default()
    }

    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        for chunk in bytes.chunks_mut(8) {
            let number = self.number().to_be_bytes();
            chunk.iter_mut().zip(number).for_each(|(byte, from)| *byte = from);
        }
        bytes
    }
}

/// Spreads a number's bits over all sixty-four (the finisher of splitmix64).
fn stir(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Subjects of random numbers other than contract results, to keep them apart from others of the same index.
pub(crate) mod subject {
    pub(crate) const SIGNATURES: u64 = 0x5169;
    pub(crate) const TRANSACTIONS: u64 = 0x7261;
    pub(crate) const TRANSACTION_HASHES: u64 = 0x5448;
    pub(crate) const BLOCKS: u64 = 0xb10c;
    pub(crate) const CREATIONS: u64 = 0x00c4_ea7e;
    pub(crate) const RESULT_HASHES: u64 = 0x4a54;
    pub(crate) const SCHEDULED_CALLS: u64 = 0x5c4e_d01e;
    pub(crate) const KEYS: u64 = 0x6b_6579;
    pub(crate) const CONTRACT_ALIASES: u64 = 0xc0de;
    pub(crate) const BALANCES: u64 = 0xba1a;
    pub(crate) const ACCOUNT_ALIASES: u64 = 0xa11a5;
    pub(crate) const RATES: u64 = 0x7a_7e5;
    pub(crate) const MOMENTS: u64 = 0x71_3e;
}

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

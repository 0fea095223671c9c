//! Exchange rates, which change every hour, a few seconds after its beginning.

use ledger::Timestamp;

use crate::simulation::chance::{Chance, subject};

/// The number of coins for which a rate gives the price in cents.
pub(crate) const COINS: u64 = 30_000;
/// The lowest and the highest price in cents.
const CENTS: (u64, u64) = (205_000, 215_000);
/// Seconds in an hour, and how many of them have passed when its rate is set.
const HOUR: u64 = 3_600;
const DELAY: u64 = 2;

pub(crate) fn cents(hour: u64) -> u64 {
    Chance::new(subject::RATES, hour).between(CENTS.0, CENTS.1)
}

/// The hour whose rate was set last at this time.
pub(crate) fn last_set(at: Timestamp) -> u64 {
    let hour = at.seconds / HOUR;
    if at < set_at(hour) { hour.saturating_sub(1) } else { hour }
}

pub(crate) fn set_at(hour: u64) -> Timestamp {
    let nanos = Chance::new(subject::RATES, hour.wrapping_add(1 << 40)).below(999_999_999);
    Timestamp { seconds: hour * HOUR + DELAY, nanos: u32::try_from(nanos).unwrap_or(0) }
}

pub(crate) fn end(hour: u64) -> Timestamp {
    Timestamp::from_secs((hour + 1) * HOUR)
}

//! Request rates per host, and the remaining budget.

use ledger::Timestamp;

/// The request rate for one host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestBudget {
    /// Sustained requests per second.
    pub per_second: u32,
    /// The most requests at once after a pause.
    pub burst: u32,
}

impl RequestBudget {
    /// The most that a profile can set, for each.
    pub const MAX: u32 = 1_000;
    /// The budget for the program's own server: unlimited.
    pub const OWN_SERVER: Self = Self { per_second: Self::MAX, burst: Self::MAX };

    /// The stricter of both.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self { per_second: self.per_second.min(other.per_second), burst: self.burst.min(other.burst) }
    }
}

impl Default for RequestBudget {
    /// Public servers limit requests per client address, which other programs may share.
    fn default() -> Self {
        Self { per_second: 10, burst: 20 }
    }
}

/// What a host's budget was at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostBudget {
    pub at: Timestamp,
    /// The number of requests that could be sent at once.
    pub left: u32,
    pub burst: u32,
    /// Time per additional request, milliseconds; it grows with each rate limit response.
    pub refill_millis: u32,
    /// The end of the pause that the host asked for.
    pub paused_until: Option<Timestamp>,
}

impl HostBudget {
    /// How many requests can be sent at once now, if none was sent since.
    pub fn left(&self, now: Timestamp) -> u32 {
        let millis = if now > self.at { now.since(self.at) / 1_000_000 } else { 0 };
        let more = millis.checked_div(self.refill_millis.into()).unwrap_or(u128::MAX);
        self.left.saturating_add(u32::try_from(more).unwrap_or(u32::MAX)).min(self.burst)
    }

    /// The end of the pause that the host asked for, if in the future.
    pub fn paused_until(&self, now: Timestamp) -> Option<Timestamp> {
        self.paused_until.filter(|until| *until > now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_grows_with_time_and_not_beyond_the_burst() {
        let at = Timestamp::from_secs(1_000);
        let budget = HostBudget { at, left: 3, burst: 20, refill_millis: 100, paused_until: None };
        let left = |millis| budget.left(at.plus_millis(millis));
        assert_eq!([left(0), left(99), left(100), left(1_650), left(9_999)], [3, 3, 4, 19, 20]);
        assert_eq!(budget.left(at.minus_seconds(5)), 3, "the clock was set back");
    }
}

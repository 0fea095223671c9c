//! How often the servers of a network are asked, and how much of that a host has left.

use ledger::Timestamp;

/// The requests that one host is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestBudget {
    /// In a second, over time.
    pub per_second: u32,
    /// At once, after a rest.
    pub burst: u32,
}

impl RequestBudget {
    /// The most that a profile can set, for each.
    pub const MAX: u32 = 1_000;
    /// That of a server that is spared by nobody: the program's own.
    pub const OWN_SERVER: Self = Self { per_second: Self::MAX, burst: Self::MAX };

    /// What both allow.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self { per_second: self.per_second.min(other.per_second), burst: self.burst.min(other.burst) }
    }
}

impl Default for RequestBudget {
    /// Public servers limit what one address asks, with all the programs behind it.
    fn default() -> Self {
        Self { per_second: 10, burst: 20 }
    }
}

/// What a host's budget was at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostBudget {
    pub at: Timestamp,
    /// How many requests could be sent at once.
    pub left: u32,
    pub burst: u32,
    /// After how many milliseconds there is one more: the longer, the more often the host said that it is asked too much.
    pub refill_millis: u32,
    /// Until when the host asks to be left alone.
    pub paused_until: Option<Timestamp>,
}

impl HostBudget {
    /// How many requests can be sent at once now, if none was sent since.
    pub fn left(&self, now: Timestamp) -> u32 {
        let millis = if now > self.at { now.since(self.at) / 1_000_000 } else { 0 };
        let more = millis.checked_div(self.refill_millis.into()).unwrap_or(u128::MAX);
        self.left.saturating_add(u32::try_from(more).unwrap_or(u32::MAX)).min(self.burst)
    }

    /// Until when the host asks to be left alone, if that is still to come.
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

//! A command's time limit, by the monotonic clock: changes of the system clock do not affect it.

use std::future::pending;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::config::DEFAULT_TIMEOUT_SECONDS;

/// The time when the wait is over; `None` without a limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit(Option<Instant>);

impl Limit {
    /// So many seconds from now, the default if the command line names none; 0 is never.
    pub(super) fn after(seconds: Option<u64>) -> Self {
        let seconds = seconds.unwrap_or(DEFAULT_TIMEOUT_SECONDS);
        Self(Instant::now().checked_add(Duration::from_secs(seconds)).filter(|_| seconds > 0))
    }

    pub(super) fn is_up(self) -> bool {
        self.is_up_at(Instant::now())
    }

    pub(super) fn is_up_at(self, at: Instant) -> bool {
        self.0.is_some_and(|until| until <= at)
    }

    /// That moment, or the limit if it is earlier.
    pub(super) fn cut(self, at: Instant) -> Instant {
        self.0.map_or(at, |until| until.min(at))
    }

    /// Waits until the time is up; for ever if there is no limit.
    pub(super) async fn up(self) {
        match self.0 {
            Some(until) => sleep_until(until).await,
            None => pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_time_is_up_though_the_clock_on_the_wall_stands_still() {
        let limit = Limit::after(Some(60));
        tokio::time::advance(Duration::from_secs(59)).await;
        assert!(!limit.is_up());
        let next = Instant::now() + Duration::from_secs(5);
        assert!(limit.is_up_at(next) && limit.cut(next) < next);
        limit.up().await;
        assert!(limit.is_up());
    }

    #[tokio::test(start_paused = true)]
    async fn zero_and_what_no_clock_can_hold_are_never() {
        for seconds in [0, u64::MAX] {
            let limit = Limit::after(Some(seconds));
            tokio::time::advance(Duration::from_hours(24)).await;
            assert!(!limit.is_up(), "{seconds}");
        }
    }
}

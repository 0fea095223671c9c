//! One budget for each host: its request rate, with a burst at once and more over time, and the order of requests.

mod host;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use api::RequestBudget;
use reqwest::Url;
use tokio::time::Instant;

pub use host::Rank;
pub(super) use host::{Held, Host};

/// The hosts that were asked, by their origins.
#[derive(Debug)]
pub(super) struct Budgets {
    at_once: usize,
    hosts: Mutex<HashMap<String, Arc<Host>>>,
}

impl Budgets {
    /// Each host is asked so much at once.
    pub(super) fn new(at_once: usize) -> Self {
        Self { at_once, hosts: Mutex::default() }
    }

    /// The host of an address. Where profiles share one, the smaller budget holds.
    pub(super) fn host(&self, url: &Url, budget: RequestBudget) -> Arc<Host> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let host = hosts.entry(url.origin().ascii_serialization());
        let host = host.or_insert_with(|| Arc::new(Host::new(budget, self.at_once)));
        host.limit(budget);
        Arc::clone(host)
    }
}

/// How often the refill can be halved at most.
const MAX_SLOWER: u32 = 4;
/// How many answers in a row speed the refill up by a step again.
const ANSWERS_TO_SPEED_UP: u32 = 20;

/// A token bucket, represented by the time at which it is full again.
#[derive(Clone, Debug)]
struct Bucket {
    budget: RequestBudget,
    full_at: Instant,
    /// How often the host reported too many requests, reduced by later successes.
    slower: u32,
    /// The answers since then.
    answers: u32,
}

impl Bucket {
    /// A full bucket.
    fn new(budget: RequestBudget, now: Instant) -> Self {
        Self { budget, full_at: now, slower: 0, answers: 0 }
    }

    /// How long one request more takes to be there.
    fn refill(&self) -> Duration {
        Duration::from_secs(1) / self.budget.per_second.max(1) * (1 << self.slower)
    }

    fn budget(&self) -> RequestBudget {
        self.budget
    }

    /// Lowers the budget to this one where it is smaller.
    fn limit(&mut self, budget: RequestBudget) {
        self.budget = self.budget.least(budget);
    }

    /// When the next request can be sent.
    fn opens_at(&self, now: Instant) -> Instant {
        let but_one = self.refill() * self.budget.burst.max(1).saturating_sub(1);
        self.full_at.checked_sub(but_one).unwrap_or(now)
    }

    /// Takes one request, which can be sent.
    fn take(&mut self, now: Instant) {
        self.full_at = self.full_at.max(now) + self.refill();
    }

    /// How many requests can be sent at once.
    fn left(&self, now: Instant) -> u32 {
        let missing = self.full_at.saturating_duration_since(now).as_nanos();
        let missing = missing.div_ceil(self.refill().as_nanos().max(1));
        self.budget.burst.saturating_sub(u32::try_from(missing).unwrap_or(u32::MAX))
    }

    /// Halves the refill rate and empties the bucket, after the host reported too many requests.
    fn slow_down(&mut self, now: Instant) {
        self.slower = (self.slower + 1).min(MAX_SLOWER);
        self.answers = 0;
        self.full_at = now + self.refill() * self.budget.burst;
    }

    /// Notes an answer: with enough of them it refills faster again.
    fn answered(&mut self) {
        self.answers += 1;
        if self.answers >= ANSWERS_TO_SPEED_UP {
            self.answers = 0;
            self.slower = self.slower.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bucket(now: Instant) -> Bucket {
        Bucket::new(RequestBudget { per_second: 10, burst: 20 }, now)
    }

    /// How many requests go out in so many milliseconds, if there are always more.
    fn sent(bucket: &mut Bucket, start: Instant, millis: u64) -> u32 {
        let mut sent = 0;
        for at in 0..millis {
            let now = start + Duration::from_millis(at);
            while bucket.opens_at(now) <= now {
                bucket.take(now);
                sent += 1;
            }
        }
        sent
    }

    #[test]
    fn a_burst_goes_out_at_once_and_the_rest_as_time_goes_on() {
        let now = Instant::now();
        let mut bucket = bucket(now);
        assert_eq!(bucket.left(now), 20);
        assert_eq!(sent(&mut bucket, now, 1), 20);
        assert_eq!((bucket.left(now), bucket.opens_at(now)), (0, now + Duration::from_millis(100)));
        assert_eq!(sent(&mut bucket, now, 1_001), 10);
        let later = now + Duration::from_mins(1);
        assert_eq!((bucket.left(later), sent(&mut bucket, later, 1)), (20, 20));
    }

    #[test]
    fn a_host_that_is_asked_too_much_is_asked_half_as_often_and_more_often_again_when_it_answers() {
        let now = Instant::now();
        let mut bucket = bucket(now);
        bucket.slow_down(now);
        assert_eq!((bucket.left(now), bucket.refill()), (0, Duration::from_millis(200)));
        assert_eq!(sent(&mut bucket, now, 1_001), 5);
        for _ in 0..10 {
            bucket.slow_down(now);
        }
        assert_eq!(bucket.refill(), Duration::from_millis(1_600));
        for _ in 0..ANSWERS_TO_SPEED_UP * MAX_SLOWER {
            bucket.answered();
        }
        assert_eq!(bucket.refill(), Duration::from_millis(100));
    }

    #[test]
    fn the_smaller_of_two_budgets_holds() {
        let now = Instant::now();
        let mut bucket = bucket(now);
        bucket.limit(RequestBudget { per_second: 1_000, burst: 2 });
        assert_eq!(bucket.budget(), RequestBudget { per_second: 10, burst: 2 });
        assert_eq!(sent(&mut bucket, now, 1), 2);
    }
}

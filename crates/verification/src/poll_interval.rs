//! Poll intervals of a job: short at first, then longer.

use ledger::Timestamp;
use ledger::timestamp::NANOS;

use super::{Job, JobState};

/// Up to which age, in milliseconds, a running job is polled every this many milliseconds.
const STEPS_MILLIS: [(u64, u64); 4] = [(3_000, 1_000), (13_000, 2_000), (120_000, 5_000), (600_000, 15_000)];

/// Milliseconds between polls of anything older, and the longest wait after polls that failed.
const MAX_INTERVAL_MILLIS: u64 = 60_000;

/// A job reports success to other explorers one by one, after it has completed. So it is polled a few times more: every
/// this many milliseconds …
const AFTERWARDS_INTERVAL_MILLIS: u64 = 5_000;

/// … for this many milliseconds: an explorer that has not seen the contract yet is tried for half a minute.
const AFTERWARDS_MILLIS: u64 = 35_000;

/// While the server has not found a job for less than this many milliseconds, the job is polled every so many. A
/// starting server, or one of several that is out of date, can miss a running job.
const MISSING_STEPS_MILLIS: [(u64, u64); 4] =
    [(30_000, 5_000), (300_000, 30_000), (3_600_000, 300_000), (86_400_000, 1_800_000)];

/// The milliseconds for which a job counts as running, and as not known, if the clock was put back behind the time
/// when that began.
const UNKNOWN_AGE_MILLIS: u64 = 60_000;
const UNKNOWN_MISSING_MILLIS: u64 = 600_000;

/// The least number of nanoseconds after which a running job counts as stalled.
const MIN_STALLED_NANOS: u128 = 600 * NANOS as u128;

/// Durations of this user's jobs, by which unusual ones are recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PollInterval {
    stalled_after: u128,
}

impl Default for PollInterval {
    fn default() -> Self {
        Self { stalled_after: MIN_STALLED_NANOS }
    }
}

impl PollInterval {
    /// The interval for a user whose completed jobs took this many nanoseconds in the median.
    pub(crate) fn of_median(nanos: u128) -> Self {
        Self { stalled_after: nanos.saturating_mul(5).max(MIN_STALLED_NANOS) }
    }

    /// Whether a job that has been running for this many nanoseconds is stalled.
    pub(crate) fn is_stalled(&self, running: u128) -> bool {
        running > self.stalled_after
    }
}

/// The age in milliseconds; `None` for a time in the future.
fn millis_since(then: Timestamp, now: Timestamp) -> Option<u64> {
    (now >= then).then(|| u64::try_from(now.since(then) / 1_000_000).unwrap_or(u64::MAX))
}

impl Job {
    /// When to poll next, after an answer at `now`; never, if nothing more is to come.
    pub(super) fn poll_after(&self, now: Timestamp) -> Option<Timestamp> {
        self.id.as_ref()?;
        if self.state == JobState::Lost {
            let gone = millis_since(self.ended()?, now).unwrap_or(UNKNOWN_MISSING_MILLIS);
            let step = MISSING_STEPS_MILLIS.iter().find(|(until, _)| gone < *until).map(|(_, every)| *every);
            return step.map(|every| now.plus_millis(self.jittered(every)));
        }
        if self.state.is_final() {
            let succeeded = self.state.is_success() && self.state != JobState::AlreadyVerified;
            let young = millis_since(self.ended()?, now).is_some_and(|age| age < AFTERWARDS_MILLIS);
            return (succeeded && young).then(|| now.plus_millis(AFTERWARDS_INTERVAL_MILLIS));
        }
        let completed = self.record.as_ref().is_some_and(|record| record.completed.value() == Some(true));
        if self.state == JobState::UnknownShape && completed {
            return None;
        }
        let age = millis_since(self.began(), now).unwrap_or(UNKNOWN_AGE_MILLIS);
        let step = STEPS_MILLIS
            .iter()
            .find(|(until, _)| age < *until)
            .map_or(MAX_INTERVAL_MILLIS, |(_, every)| *every);
        let unsure = if self.state == JobState::UnknownShape { MAX_INTERVAL_MILLIS } else { 0 };
        let backoff = if self.failed_polls == 0 { 0 } else { 1000 << self.failed_polls.min(6) };
        Some(now.plus_millis(self.jittered(step.max(unsure).max(backoff).min(MAX_INTERVAL_MILLIS))))
    }

    /// When to poll again after a poll that cannot succeed without a change.
    pub(super) fn slow_poll_at(&self, now: Timestamp) -> Timestamp {
        now.plus_millis(self.jittered(MAX_INTERVAL_MILLIS))
    }

    /// Adds up to a tenth, by the job's key, to spread the polls of jobs that were created together.
    fn jittered(&self, millis: u64) -> u64 {
        let made = self.key.made.seconds.wrapping_mul(NANOS).wrapping_add(u64::from(self.key.made.nanos));
        let mixed = (made ^ u64::from(self.key.process)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        millis + millis * (mixed % 100) / 1000
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{JobEvent, JobId, JobKey, JobRecord};
    use ledger::Field;

    fn job(process: u32) -> Job {
        let id = JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f").unwrap();
        let key = JobKey { made: Timestamp::from_secs(1000), process };
        Job::adopt(key, "local", "http://127.0.0.1:1", id, Timestamp::from_secs(1000))
    }

    fn pending() -> JobEvent {
        let record = JobRecord { completed: Field::Known(false), ..JobRecord::default() };
        JobEvent::Polled(Arc::new(record), None)
    }

    /// Milliseconds until the next poll after an event at `now`.
    fn wait(job: &mut Job, event: JobEvent, now: Timestamp) -> u128 {
        job.apply(event, now, &PollInterval::default());
        job.next_poll.unwrap().since(now) / 1_000_000
    }

    #[test]
    fn the_next_look_is_near_whatever_the_clock_does() {
        let begun = Timestamp::from_secs(1000);
        for now in [begun.minus_seconds(1000), begun, begun.plus_millis(30 * 365 * 86_400_000)] {
            let mut job = job(1);
            let wait = wait(&mut job, pending(), now);
            assert!((1_000..=66_000).contains(&wait), "{wait} ms at {now}");
            // What a clock said for a moment does not stay.
            job.apply(pending(), begun.plus_millis(1_000), &PollInterval::default());
            assert_eq!(job.state, JobState::Running, "after {now}");
        }
    }

    #[test]
    fn looks_come_more_and_more_slowly() {
        for (age, wanted) in [
            (0, 1_000),
            (2_999, 1_000),
            (3_000, 2_000),
            (12_999, 2_000),
            (13_000, 5_000),
            (119_999, 5_000),
            (120_000, 15_000),
            (599_999, 15_000),
            (600_000, 60_000),
            (900_000_000, 60_000),
        ] {
            let waited = wait(&mut job(7), pending(), Timestamp::from_secs(1000).plus_millis(age));
            assert!((wanted..=wanted * 11 / 10).contains(&waited), "at {age} ms: {waited}");
        }
    }

    #[test]
    fn jobs_made_together_are_not_looked_at_together() {
        let waits: std::collections::BTreeSet<u128> =
            (0..8).map(|process| wait(&mut job(process), pending(), Timestamp::from_secs(1200))).collect();
        assert!(waits.len() > 4, "{waits:?}");
        let again = wait(&mut job(3), pending(), Timestamp::from_secs(1200));
        assert!(waits.contains(&again), "the same key waits for the same time");
    }

    #[test]
    fn failed_polls_back_off_to_a_minute_and_heed_the_server() {
        let mut job = job(7);
        let failed = |passing, until| JobEvent::PollFailed { words: "reset".into(), passing, until };
        let waits: Vec<u128> =
            (0..40).map(|_| wait(&mut job, failed(true, None), Timestamp::from_secs(1001))).collect();
        assert!(waits.is_sorted() && waits.iter().all(|wait| (2_000..=66_000).contains(wait)), "{waits:?}");
        assert!(waits.last().is_some_and(|wait| *wait >= 60_000));
        assert_eq!(
            wait(&mut job, failed(true, Some(Timestamp::from_secs(1500))), Timestamp::from_secs(1001)),
            499_000
        );
        let mut hopeless = self::job(8);
        assert!(wait(&mut hopeless, failed(false, None), Timestamp::from_secs(1001)) >= 60_000);
    }

    #[test]
    fn a_success_is_looked_at_for_a_while_more_for_other_explorers() {
        let contract =
            crate::JobContract { runtime: Field::Known(crate::Match::Exact), ..Default::default() };
        let done = JobRecord {
            completed: Field::Known(true),
            contract: Field::Known(contract),
            ..JobRecord::default()
        };
        let mut job = job(7);
        job.apply(
            JobEvent::Polled(Arc::new(done), None),
            Timestamp::from_secs(1010),
            &PollInterval::default(),
        );
        let mut polls = Vec::new();
        while let Some(next) = job.next_poll {
            polls.push(next.seconds);
            job.apply(JobEvent::Unchanged, next, &PollInterval::default());
        }
        assert_eq!(polls, [1015, 1020, 1025, 1030, 1035, 1040, 1045]);
    }

    #[test]
    fn stalled_is_ten_minutes_or_five_times_the_median() {
        let minutes = |minutes: u128| minutes * 60 * u128::from(NANOS);
        assert!(!PollInterval::default().is_stalled(minutes(10)));
        assert!(PollInterval::default().is_stalled(minutes(10) + 1));
        assert!(PollInterval::of_median(minutes(1)).is_stalled(minutes(11)));
        assert!(!PollInterval::of_median(minutes(4)).is_stalled(minutes(20)));
        assert!(PollInterval::of_median(minutes(4)).is_stalled(minutes(21)));
        assert!(!PollInterval::of_median(u128::MAX).is_stalled(minutes(9999)));
    }
}

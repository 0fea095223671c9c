//! Resending a refused submission: the waits, the number of attempts, and the cases without any.

use ledger::{Text, Timestamp};

use super::{Job, JobState, Mode, Submission, SubmissionBody};

/// Seconds before each further attempt at a contract that is locked by another job. A lock that is still there
/// after all of them will most likely never go.
const LOCKED_SECONDS: [u64; 5] = [30, 60, 120, 240, 480];

/// Seconds before each further attempt after the server limited the rate or failed.
const SLOW_SECONDS: [u64; 5] = [60, 120, 300, 600, 900];

/// When to send a submission again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retry {
    /// Send it after a wait, and again after longer ones while it is refused for the same kind of reason.
    Later,
    /// Send at once.
    Now,
    /// Do not send it any more.
    Never,
}

impl Job {
    /// Whether the same submission may be sent again, because it is not known to have started anything.
    pub(crate) fn may_be_sent_again(&self) -> bool {
        let open = matches!(
            self.state,
            JobState::Refused
                | JobState::Locked
                | JobState::RateLimited
                | JobState::NotSent
                | JobState::UnknownOutcome
        );
        open && self.id.is_none() && self.mode.is_some()
    }

    /// Seconds before it is resent automatically. `None` if waiting would not help, or has failed often enough.
    pub fn next_wait(&self) -> Option<u64> {
        self.waits().get(self.attempts_after_the_first()).copied()
    }

    /// The most automatic attempts, the first one included.
    pub fn most_attempts(&self) -> usize {
        self.waits().len() + 1
    }

    /// Whether waiting was right but has failed as often as makes sense.
    pub fn has_waited_in_vain(&self) -> bool {
        let waits = self.waits();
        !waits.is_empty() && self.attempts_after_the_first() >= waits.len()
    }

    /// Whether no further change is expected without an action of the user.
    pub fn is_over(&self) -> bool {
        self.state.is_final() && self.retry_at.is_none()
    }

    /// The submission, if the job has all of it: that of a similarity search. Other bodies are held
    /// elsewhere, in memory only.
    pub(super) fn resubmission(&self) -> Option<Submission> {
        let body = match self.mode? {
            Mode::Similarity => SubmissionBody::Similarity { creation_hash: self.creation_hash },
            Mode::Import | Mode::StandardJson | Mode::Metadata => return None,
        };
        Some(Submission { chain: self.chain.clone()?, address: self.address?, body })
    }

    /// Plans to send it again. Returns whether that makes sense.
    pub(super) fn retry_later(&mut self, now: Timestamp) -> bool {
        let wait = self.next_wait().filter(|_| self.may_be_sent_again());
        let until = self.refusal.as_ref().and_then(|refusal| refusal.until);
        let at = wait.map(|seconds| now.plus_millis(seconds * 1000));
        self.retry_at = at.map(|at| until.map_or(at, |until| at.max(until)));
        self.retry_at.is_some()
    }

    /// Begins another attempt; the timeline holds the outcome of the previous one. A retry planned for later stays set,
    /// to plan the next one if this one is refused. Returns whether an attempt is allowed.
    pub fn begin_attempt(&mut self, now: Timestamp) -> bool {
        if !self.may_be_sent_again() {
            return false;
        }
        self.attempt = self.attempt.saturating_add(1);
        (self.refusal, self.words, self.record) = (None, None, None);
        self.enter(JobState::Submitting, Some(Text::new(format!("attempt {}", self.attempt))), now)
    }

    fn attempts_after_the_first(&self) -> usize {
        usize::try_from(self.attempt.saturating_sub(1)).unwrap_or(usize::MAX)
    }

    fn waits(&self) -> &'static [u64] {
        let server_fault = self.refusal.as_ref().is_some_and(|refusal| {
            let code = refusal.code.as_ref();
            refusal.status >= 500 && !code.is_some_and(|code| code.is("etherscan_request_failed"))
        });
        match self.state {
            JobState::Locked => &LOCKED_SECONDS,
            JobState::RateLimited => &SLOW_SECONDS,
            JobState::Refused | JobState::UnknownOutcome if server_fault => &SLOW_SECONDS,
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ChainId, JobEvent, JobKey, PollInterval, Refusal, Submission, SubmissionBody};
    use ledger::EvmAddress;

    fn job() -> Job {
        let submission = Submission {
            chain: ChainId::parse("296").unwrap(),
            address: EvmAddress::new([1; 20]),
            body: SubmissionBody::Similarity { creation_hash: None },
        };
        let key = JobKey { made: Timestamp::from_secs(1000), process: 1 };
        Job::new(key, "local", "http://127.0.0.1:1", &submission, Timestamp::from_secs(1000))
    }

    fn refused(status: u16, code: &str, until: Option<Timestamp>) -> JobEvent {
        JobEvent::Refused(Refusal { status, code: Some(code.into()), until }, "words".into())
    }

    fn apply(job: &mut Job, event: JobEvent, at: u64) {
        job.apply(event, Timestamp::from_secs(at), &PollInterval::default());
    }

    #[test]
    fn a_lock_is_tried_after_growing_waits_and_given_up_at_last() {
        let mut job = job();
        let locked = || refused(429, "duplicate_verification_request", None);
        apply(&mut job, locked(), 1001);
        assert_eq!(job.retry_at, None, "nothing is sent again unasked");
        assert!(job.is_over());
        assert!(job.retry_later(Timestamp::from_secs(1002)));
        let mut waits = Vec::new();
        let mut now = 1002;
        while let Some(at) = job.retry_at {
            assert!(!job.is_over());
            waits.push(at.seconds - now);
            now = at.seconds;
            assert!(job.begin_attempt(at));
            assert_eq!((job.state, job.refusal.is_none()), (JobState::Submitting, true));
            apply(&mut job, locked(), now);
        }
        assert_eq!(waits, LOCKED_SECONDS);
        assert_eq!((job.attempt, job.most_attempts()), (6, 6));
        assert!(job.has_waited_in_vain() && job.may_be_sent_again());
        assert!(!job.retry_later(Timestamp::from_secs(now)));
        let attempts = job.timeline.iter().filter(|moment| moment.state == JobState::Submitting);
        assert_eq!(attempts.count(), 6);
    }

    #[test]
    fn the_server_may_ask_for_a_longer_wait() {
        let mut job = job();
        apply(&mut job, refused(429, "too_many_requests", Some(Timestamp::from_secs(5000))), 1001);
        assert!(job.retry_later(Timestamp::from_secs(1001)));
        assert_eq!(job.retry_at, Some(Timestamp::from_secs(5000)));
    }

    #[test]
    fn what_waiting_does_not_cure_is_not_retried() {
        for (status, code) in
            [(400, "invalid_parameter"), (404, "not_etherscan_verified"), (502, "etherscan_request_failed")]
        {
            let mut job = job();
            apply(&mut job, refused(status, code, None), 1001);
            assert!(!job.retry_later(Timestamp::from_secs(1002)), "{code}");
            assert!(!job.has_waited_in_vain(), "{code}");
        }
        let mut failing = job();
        apply(&mut failing, refused(502, "failed_to_get_bytecode", None), 1001);
        assert!(failing.retry_later(Timestamp::from_secs(1002)));
    }

    #[test]
    fn another_end_stops_the_retries() {
        for event in [
            JobEvent::NotSent("offline".into()),
            JobEvent::NoAnswer("reset".into()),
            refused(409, "already_verified", None),
            refused(400, "invalid_parameter", None),
        ] {
            let mut job = job();
            apply(&mut job, refused(429, "duplicate_verification_request", None), 1001);
            job.retry_later(Timestamp::from_secs(1001));
            assert!(job.begin_attempt(Timestamp::from_secs(1031)));
            apply(&mut job, event.clone(), 1032);
            assert_eq!(job.retry_at, None, "{event:?}");
        }
    }

    #[test]
    fn a_job_that_was_accepted_is_never_sent_again() {
        let mut job = job();
        let id = crate::JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f").unwrap();
        apply(&mut job, JobEvent::Accepted(id), 1001);
        assert!(!job.may_be_sent_again() && !job.begin_attempt(Timestamp::from_secs(1002)));
        assert_eq!(job.attempt, 1);
    }
}

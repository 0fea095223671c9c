//! Earlier submissions of the same contract. While one runs or may be running, another needs the user's consent.

use ledger::Timestamp;

use super::{Job, JobKey, JobState};

/// A job of which the verifier may have the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Earlier {
    /// Accepted, and not known to have ended.
    Accepted(Job),
    /// Another process is sending it.
    Leaving,
    /// Sent recently, with an unknown outcome.
    Unknown(Job),
}

impl Earlier {
    /// Finds an earlier job among recorded jobs, newest first; those `elsewhere` belong to other instances. Jobs of the
    /// embedded verifier never match, because it ends with each command.
    pub fn find(jobs: &[Job], elsewhere: &[JobKey], wanted: &Job, now: Timestamp) -> Option<Self> {
        if wanted.server.is_empty() {
            return None;
        }
        let others = || jobs.iter().filter(|job| job.key != wanted.key);
        let mut same = others().filter(|job| job.sends_the_same(wanted));
        if let Some(job) = same.clone().find(|job| job.id.is_some() && !job.state.is_final()) {
            return Some(Self::Accepted(job.clone()));
        }
        let is_leaving = |job: &Job| job.state == JobState::Submitting && elsewhere.contains(&job.key);
        if same.any(is_leaving) {
            return Some(Self::Leaving);
        }
        // One that was refused, or never left, says nothing of those before it.
        let tells = |job: &&Job| job.id.is_some() || job.is_unanswered() || job.state.is_success();
        let newest = others().filter(tells).find(|job| job.may_send_the_same(wanted))?;
        match newest.may_be_running(now) {
            true if is_leaving(newest) => Some(Self::Leaving),
            true => Some(Self::Unknown(newest.clone())),
            false => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ChainId, JobEvent, JobId, PollInterval, Refusal, Submission, SubmissionBody};
    use ledger::{EvmAddress, Text};

    fn secs(seconds: u64) -> Timestamp {
        Timestamp::from_secs(1_795_216_207 + seconds)
    }

    fn job(made: u64) -> Job {
        let submission = Submission {
            chain: ChainId::parse("298").unwrap(),
            address: EvmAddress::new([1; 20]),
            body: SubmissionBody::Similarity { creation_hash: None },
        };
        let key = JobKey { made: secs(made), process: 1 };
        Job::new(key, "local", "http://127.0.0.1:1", &submission, key.made)
    }

    fn after(mut job: Job, event: JobEvent) -> Job {
        let now = job.key.made.plus_millis(1000);
        job.apply(event, now, &PollInterval::default());
        job
    }

    fn accepted(made: u64) -> Job {
        after(job(made), JobEvent::Accepted(JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f").unwrap()))
    }

    #[test]
    fn what_may_be_running_is_found_for_an_hour() {
        let wanted = job(100);
        let find =
            |jobs: &[Job], elsewhere: &[JobKey], now| Earlier::find(jobs, elsewhere, &wanted, secs(now));
        assert_eq!(find(std::slice::from_ref(&wanted), &[], 100), None, "it is not before itself");
        let sending = job(1);
        let found = find(std::slice::from_ref(&sending), &[sending.key], 100);
        assert_eq!(found, Some(Earlier::Leaving));
        let found = find(std::slice::from_ref(&sending), &[], 100);
        assert_eq!(found, Some(Earlier::Unknown(sending.clone())), "its process is dead");
        assert_eq!(find(std::slice::from_ref(&sending), &[], 3_700), None, "long ago");
        let running = accepted(1);
        assert_eq!(
            find(std::slice::from_ref(&running), &[], 9_999),
            Some(Earlier::Accepted(running.clone()))
        );
    }

    #[test]
    fn a_verifier_that_failed_over_it_may_have_started_it_all_the_same() {
        let refused = |status, code: &str| {
            let refusal = Refusal { status, code: Some(code.into()), until: None };
            after(job(1), JobEvent::Refused(refusal, Text::from("no")))
        };
        let wanted = job(100);
        let find = |job: &Job| Earlier::find(std::slice::from_ref(job), &[], &wanted, secs(100));
        let failed = refused(500, "internal_error");
        assert_eq!(find(&failed), Some(Earlier::Unknown(failed.clone())));
        assert_eq!(find(&refused(502, "failed_to_get_bytecode")), None, "it never got so far");
        assert_eq!(find(&refused(400, "invalid_parameter")), None);
    }

    #[test]
    fn what_was_heard_since_says_what_became_of_it() {
        let find = |jobs: &[Job]| Earlier::find(jobs, &[], &job(100), secs(100));
        let unknown = after(job(1), JobEvent::NoAnswer("reset".into()));
        let unsent = after(job(2), JobEvent::NotSent("offline".into()));
        assert_eq!(find(&[unsent, unknown.clone()]), Some(Earlier::Unknown(unknown.clone())));
        let done = Job { state: JobState::Failed, ..accepted(3) };
        assert_eq!(find(&[done, unknown.clone()]), None, "the verifier has taken another one since");
        let there = Job { server: String::new(), ..job(100) };
        assert_eq!(Earlier::find(&[Job { server: String::new(), ..unknown }], &[], &there, secs(100)), None);
    }
}

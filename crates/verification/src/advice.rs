//! Advice on jobs that did not simply succeed, and the next steps, each of which the program takes on one key.

use super::apply::ALREADY_VERIFIED;
use super::{Job, JobState, Mode, job_code, refusal_code};

/// What happened, what the user can do, and the program's steps for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What happened, in one or two sentences.
    pub text: &'static str,
    /// What to do next, in one sentence.
    pub next: &'static str,
    /// The step that one key takes.
    pub step: Step,
}

impl Advice {
    pub(super) const fn new(text: &'static str, next: &'static str, step: Step) -> Self {
        Self { text, next, step }
    }
}

/// Advice about an unconfirmed claim.
const UNCONFIRMED: Advice = Advice::new(
    "The verifier says that the contract is verified already, and its lookup of the contract does not confirm that.",
    "Open what the verifier has of the contract, and send it again if that is not enough.",
    Step::Verified,
);

impl Job {
    /// The job's state, in one sentence.
    pub fn sentence(&self) -> &'static str {
        match self.state {
            JobState::Refused if self.claims_verified() => {
                "The verifier took no submission of this contract."
            }
            _ if self.is_verified_by_look_up() => {
                "The verifier has the contract verified exactly, by this submission or by another one."
            }
            state => state.sentence(),
        }
    }

    /// Whether the verifier's code says that the contract is verified already.
    fn claims_verified(&self) -> bool {
        self.code().is_some_and(|code| code.is(ALREADY_VERIFIED))
    }

    /// Advice for this job; `None` if its state says everything.
    pub fn advice(&self) -> Option<Advice> {
        let code = self.code().and_then(|code| std::str::from_utf8(code.raw()).ok());
        let advice = match self.state {
            _ if self.is_verified_by_look_up() => return None,
            JobState::Failed if self.claims_verified() => UNCONFIRMED,
            JobState::Failed => job_code::advice(code, self.mode, self.creation_hash.is_some()),
            JobState::UnknownOutcome if self.refusal.is_none() => Advice::new(
                if self.record.is_some() {
                    "The verifier accepted it, but its answer names no job that could be followed."
                } else {
                    "The answer may have been lost on the way."
                },
                "Send it again: if it runs, the verifier refuses it as a duplicate.",
                Step::Resend,
            ),
            JobState::Refused | JobState::Locked | JobState::RateLimited | JobState::UnknownOutcome => {
                self.refused_advice()?
            }
            JobState::AlreadyVerified if self.refusal.is_none() => job_code::advice(code, self.mode, false),
            JobState::AlreadyVerified => refusal_code::advice(self.refusal.as_ref()?, None, self.mode),
            JobState::WrongRecord => Advice::new(
                "What came says nothing of this job: a server or a proxy may have mixed up its answers.",
                "Check the verifier's address; the job is checked again by itself, slowly.",
                Step::Poll,
            ),
            JobState::RuntimeOnly => self.runtime_only(),
            JobState::NotSent => Advice::new(
                "Nothing was sent to the verifier.",
                "Mend the cause, which the last words below name, then send it again.",
                Step::Resend,
            ),
            JobState::Stalled => Advice::new(
                "A verifier that was killed in the middle of a job never completes it, and keeps the contract locked.",
                "It is checked slowly from now on. Forget it to submit again; until the verifier's operator clears it, that may be refused.",
                Step::Poll,
            ),
            JobState::Lost => Advice::new(
                "The id is wrong or another verifier's, the job was cleared there, or the verifier has just started.",
                if self.next_poll.is_some() {
                    "It is looked for again by itself for a day. Check which verifier it was submitted to, or submit again."
                } else {
                    "Check which verifier it was submitted to, or submit again."
                },
                Step::Again,
            ),
            JobState::Unreachable => Advice::new(
                "The verifier gave no usable answer to the last check.",
                "It is tried again by itself; check now to hasten it.",
                Step::Poll,
            ),
            JobState::UnknownShape => Advice::new(
                "It is not shaped like the records of a verifier with API v2; a word in it may tell more.",
                "Read it as received, and check the verifier's address.",
                Step::Raw,
            ),
            JobState::Submitting
            | JobState::Running
            | JobState::ExactMatch
            | JobState::Match
            | JobState::CreationOnly => return None,
        };
        Some(advice)
    }

    /// The next step, which a success without further ado has as well; none while it is in progress.
    pub fn step(&self) -> Option<Step> {
        let verified = || self.state.is_success().then_some(Step::Verified);
        self.advice().map(|advice| advice.step).or_else(verified)
    }

    /// Advice after a match of the runtime code only: the creation code is compared by the creation transaction hash,
    /// or by what the verifier finds without one.
    fn runtime_only(&self) -> Advice {
        let text = "The runtime code matches; the creation code could not be compared.";
        match (self.mode, self.creation_hash) {
            (Some(Mode::Import), _) => Advice::new(
                text,
                "Submit it by similarity, which takes the creation transaction hash: an import takes none.",
                Step::Try(Mode::Similarity),
            ),
            (_, None) => Advice::new(
                text,
                "Submit it again with the hash of the transaction that created it.",
                Step::Again,
            ),
            (_, Some(_)) => Advice::new(
                "The runtime code matches; the creation transaction hash that was given led to no creation code that matches.",
                "The sources can be read as they are; another attempt makes sense only with another hash, or with none.",
                Step::Verified,
            ),
        }
    }

    fn refused_advice(&self) -> Option<Advice> {
        let refusal = self.refusal.as_ref()?;
        if self.claims_verified() {
            return Some(UNCONFIRMED);
        }
        if self.has_waited_in_vain() {
            return Some(refusal_code::after_all_retries(refusal, self.mode));
        }
        let advice = refusal_code::advice(refusal, self.words.as_ref(), self.mode);
        let next = if self.retry_at.is_some() {
            "It is sent again automatically, at growing intervals, until it is accepted or no attempt is left."
        } else {
            advice.next
        };
        Some(Advice { next, ..advice })
    }
}

/// The next step for a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Take the input to the form, in this mode.
    Try(Mode),
    /// Put the same input into the form, to correct it.
    Edit,
    /// Put the same input into the form, to submit it again.
    Again,
    /// Send the same submission again after a wait, or stop doing so.
    Retry,
    /// Send the same submission again at once.
    Resend,
    /// Look at the job now.
    Poll,
    /// Open the verified contract.
    Verified,
    /// Compare the recompiled code with the deployed code.
    Difference,
    /// Read the record as received.
    Raw,
    /// Copy a report for the operator of the verifier.
    Report,
}

impl Step {
    /// The action in two or three words.
    pub fn label(self) -> &'static str {
        match self {
            Self::Try(Mode::Similarity) => "try similarity",
            Self::Try(Mode::Import) => "try import",
            Self::Try(Mode::StandardJson) => "try standard JSON",
            Self::Try(Mode::Metadata) => "try metadata",
            Self::Edit => "correct the input",
            Self::Again => "submit again",
            Self::Retry => "retry after a wait",
            Self::Resend => "send it again",
            Self::Poll => "check now",
            Self::Verified => "open the verified contract",
            Self::Difference => "compare the codes",
            Self::Raw => "read it as received",
            Self::Report => "copy a report",
        }
    }
}

#[cfg(test)]
mod tests {
    use ledger::{EvmAddress, Timestamp};

    use super::*;
    use crate::{ChainId, CreationHash, JobKey, Submission, SubmissionBody};

    fn ended(state: JobState, body: SubmissionBody) -> Job {
        let chain = ChainId::parse("298").unwrap();
        let submission = Submission { chain, address: EvmAddress::new([1; 20]), body };
        let key = JobKey { made: Timestamp::from_secs(1), process: 1 };
        Job { state, ..Job::new(key, "demo", "", &submission, key.made) }
    }

    #[test]
    fn what_was_given_is_not_asked_for_again() {
        let similar = |creation_hash| SubmissionBody::Similarity { creation_hash };
        let step = |body| ended(JobState::RuntimeOnly, body).advice().unwrap().step;
        assert_eq!(step(similar(None)), Step::Again);
        assert_eq!(step(similar(Some(CreationHash::new([7; 32])))), Step::Verified);
        // An import takes no hash.
        assert_eq!(step(SubmissionBody::Import { api_key: None }), Step::Try(Mode::Similarity));
    }
}

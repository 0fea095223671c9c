//! What to tell the user of a job that did not simply succeed, and what to do about it.

use super::{Job, JobState, code};

/// What happened, what to do, and which of the program's verbs does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What happened, in one sentence.
    pub says: &'static str,
    /// What to do next, in one sentence.
    pub next: &'static str,
    /// What can be offered under one key.
    pub offer: Option<Offer>,
}

/// A next step that the program can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Take the input to the form, in similarity mode.
    Similarity,
    /// Take the input to the form, in import mode.
    Import,
    /// Take the input to the form as it was.
    Edit,
    /// Look at the job now.
    Look,
}

impl Advice {
    pub(super) const fn new(says: &'static str, next: &'static str, offer: Option<Offer>) -> Self {
        Self { says, next, offer }
    }
}

impl Job {
    /// What to tell of this job, if there is more to say than its state does.
    pub fn advice(&self) -> Option<Advice> {
        let code = self.code().and_then(|code| std::str::from_utf8(code.raw()).ok());
        let advice = match self.state {
            JobState::Failed => code::of_job(code),
            JobState::Refused | JobState::Locked | JobState::RateLimited => {
                code::of_refusal(self.refusal.as_ref()?, self.words.as_ref(), self.mode)
            }
            JobState::AlreadyVerified if self.refusal.is_none() => code::of_job(code),
            JobState::AlreadyVerified => Advice::new(
                "Both sides of the code are verified exactly already.",
                "Nothing is left to do.",
                None,
            ),
            JobState::RuntimeOnly => Advice::new(
                "The runtime code matches; the creation code could not be compared.",
                "Submit again, with the right creation transaction hash or with none, to have it searched again.",
                Some(Offer::Similarity),
            ),
            JobState::NotSent => Advice::new(
                "Nothing was sent to the verifier.",
                "Check the connection and the verifier's address, then send it again.",
                Some(Offer::Edit),
            ),
            JobState::Stalled => Advice::new(
                "A verifier that was killed in the middle of a job never completes it, and keeps the contract locked.",
                "It is looked at slowly from now on. Forget it to submit again; until the verifier's operator clears it, that may be refused.",
                Some(Offer::Look),
            ),
            JobState::Lost => Advice::new(
                "The id is wrong, belongs to another verifier, or the job was cleared there.",
                "Check which verifier it was submitted to, or submit again.",
                Some(Offer::Edit),
            ),
            JobState::Unreachable => Advice::new(
                "The verifier gave no usable answer to the last look.",
                "It is tried again by itself; look now to hasten it.",
                Some(Offer::Look),
            ),
            JobState::UnknownOutcome => Advice::new(
                if self.record.is_some() {
                    "The verifier accepted it, but its answer names no job that could be followed."
                } else {
                    "The answer may have been lost on the way."
                },
                "Submit it again: if it runs, the verifier refuses it as a duplicate.",
                Some(Offer::Edit),
            ),
            JobState::UnknownShape => Advice::new(
                "It is not shaped like the records of a verifier with API v2; a word in it may tell more.",
                "Read it as received, and check the verifier's address.",
                Some(Offer::Look),
            ),
            JobState::Submitting
            | JobState::Running
            | JobState::ExactMatch
            | JobState::Match
            | JobState::CreationOnly => return None,
        };
        Some(advice)
    }
}

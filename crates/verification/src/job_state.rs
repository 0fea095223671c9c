//! The states of a job, and the events that change them: the result of its submission, or of a poll.

use std::sync::Arc;

use ledger::{RawJson, Text, Timestamp};

use super::{JobId, JobRecord, Verified};

/// The state of a job, derived from observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobState {
    /// Written down, on its way.
    Submitting,
    /// Nothing was submitted.
    NotSent,
    /// Accepted, not completed.
    Running,
    /// Verified: creation and runtime code match exactly.
    ExactMatch,
    /// Verified: they match, though not both exactly.
    Match,
    /// Verified, but only the runtime code.
    RuntimeOnly,
    /// Verified, but only the creation code.
    CreationOnly,
    /// Verified before, at least as well.
    AlreadyVerified,
    /// Completed without a match; see the record's error.
    Failed,
    /// Refused at once.
    Refused,
    /// Refused because another job for the same contract runs (429).
    Locked,
    /// Refused because of too many requests (429).
    RateLimited,
    /// Running for far longer than jobs do.
    Stalled,
    /// The server does not know it, or no longer.
    Lost,
    /// Polls fail; earlier observations still count.
    Unreachable,
    /// Sent, but the answer is missing or names no job: it may or may not run.
    UnknownOutcome,
    /// The record has an unknown shape.
    UnknownShape,
    /// The record that came is of another job, contract or chain.
    WrongRecord,
}

impl JobState {
    /// In progress, then verified, then failed or refused, then without a verdict.
    pub const ALL: [Self; 18] = [
        Self::Submitting,
        Self::NotSent,
        Self::Running,
        Self::ExactMatch,
        Self::Match,
        Self::RuntimeOnly,
        Self::CreationOnly,
        Self::AlreadyVerified,
        Self::Failed,
        Self::Refused,
        Self::Locked,
        Self::RateLimited,
        Self::Stalled,
        Self::Lost,
        Self::Unreachable,
        Self::UnknownOutcome,
        Self::UnknownShape,
        Self::WrongRecord,
    ];

    /// The name of the state in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Submitting => "submitting",
            Self::NotSent => "not-sent",
            Self::Running => "running",
            Self::ExactMatch => "exact-match",
            Self::Match => "match",
            Self::RuntimeOnly => "runtime-only",
            Self::CreationOnly => "creation-only",
            Self::AlreadyVerified => "already-verified",
            Self::Failed => "failed",
            Self::Refused => "refused",
            Self::Locked => "locked",
            Self::RateLimited => "rate-limited",
            Self::Stalled => "stalled",
            Self::Lost => "lost",
            Self::Unreachable => "unreachable",
            Self::UnknownOutcome => "unknown-outcome",
            Self::UnknownShape => "unknown-shape",
            Self::WrongRecord => "wrong-record",
        }
    }

    /// Reads what [`JobState::name`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == text)
    }

    /// One or two words, for lists.
    pub fn label(self) -> &'static str {
        match self {
            Self::Submitting => "submitting",
            Self::NotSent => "not sent",
            Self::Running => "running",
            Self::ExactMatch => "exact match",
            Self::Match => "match",
            Self::RuntimeOnly => "runtime only",
            Self::CreationOnly => "creation only",
            Self::AlreadyVerified => "already verified",
            Self::Failed => "failed",
            Self::Refused => "refused",
            Self::Locked => "locked",
            Self::RateLimited => "rate-limited",
            Self::Stalled => "stalled",
            Self::Lost => "lost",
            Self::Unreachable => "unreachable",
            Self::UnknownOutcome => "unknown outcome",
            Self::UnknownShape => "unknown shape",
            Self::WrongRecord => "wrong record",
        }
    }

    /// The meaning of the state, in one sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Submitting => "The submission is recorded and on its way.",
            Self::NotSent => "The submission never left, so nothing was started.",
            Self::Running => "The verifier has accepted the submission and works on it.",
            Self::ExactMatch => "Verified: creation and runtime code match exactly, metadata included.",
            Self::Match => "Verified: the code matches, though not all of it down to the metadata.",
            Self::RuntimeOnly => "Verified by its runtime code; the creation code was not matched.",
            Self::CreationOnly => "Verified by its creation code; the runtime code was not matched.",
            Self::AlreadyVerified => "It was verified before, at least as well as this time.",
            Self::Failed => "The verifier has finished without a match.",
            Self::Refused => "The verifier refused the submission, so no job was started.",
            Self::Locked => "The verifier holds an unfinished job for this contract and refuses another.",
            Self::RateLimited => "The submission was refused because of too many requests.",
            Self::Stalled => "It has been running for far longer than jobs do.",
            Self::Lost => "The verifier does not know a job of this id.",
            Self::Unreachable => "The last check failed; what was seen before still counts.",
            Self::UnknownOutcome => "It was sent, but no job id came back: it may or may not be running.",
            Self::UnknownShape => "The verifier's record does not tell whether the job is done.",
            Self::WrongRecord => "The verifier sent the record of another job, contract or chain.",
        }
    }

    /// Whether the verifier is done with the contract: only another verdict can follow.
    pub fn is_verdict(self) -> bool {
        self.is_success() || self == Self::Failed
    }

    /// Whether no further change is expected without an action of the user.
    pub fn is_final(self) -> bool {
        !matches!(
            self,
            Self::Submitting
                | Self::Running
                | Self::Stalled
                | Self::Unreachable
                | Self::UnknownShape
                | Self::WrongRecord
        )
    }

    /// Whether the contract is verified.
    pub fn is_success(self) -> bool {
        matches!(
            self,
            Self::ExactMatch | Self::Match | Self::RuntimeOnly | Self::CreationOnly | Self::AlreadyVerified
        )
    }

    /// Whether it ended without anything to wait for.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Failed | Self::Refused | Self::NotSent)
    }

    /// Whether it needs a decision of the user.
    pub fn needs_attention(self) -> bool {
        matches!(
            self,
            Self::Locked
                | Self::RateLimited
                | Self::Stalled
                | Self::Lost
                | Self::Unreachable
                | Self::UnknownOutcome
                | Self::UnknownShape
                | Self::WrongRecord
        )
    }
}

/// An event of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobEvent {
    /// The submission was accepted under this id.
    Accepted(JobId),
    /// The submission was answered with success, but without an id that can be read.
    AcceptedWithoutId(RawJson),
    /// The submission was refused, or the verifier failed over it.
    Refused(Refusal, Text),
    /// The submission was sent, but its result is unknown, with the reason.
    NoAnswer(Text),
    /// The submission was not sent, with the reason.
    NotSent(Text),
    /// A poll brought the record, and the entity tag to send at the next poll.
    Polled(Arc<JobRecord>, Option<String>),
    /// A poll found the job unchanged (HTTP 304).
    Unchanged,
    /// A poll brought no record; the job may still run.
    PollFailed {
        /// The reason.
        words: Text,
        /// Whether the next poll may succeed without a change by the user.
        passing: bool,
        /// When the server will answer again, if it says so.
        until: Option<Timestamp>,
    },
    /// The server knows no job of that id (`job_not_found`).
    Missing,
    /// The lookup of the job's contract returned the verifier's record.
    Contract(Arc<Verified>),
    /// The lookup of the job's contract failed, with the reason.
    ContractFailed(Text),
}

/// How a submission was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// `customCode`, an open set; none if the answer was not shaped by the API.
    pub code: Option<Text>,
    /// The earliest time of the next request, if the server says so (`Retry-After`). Not stored.
    pub until: Option<Timestamp>,
}

/// Error codes of failures before a job could start.
const BEFORE_A_JOB: [&str; 4] =
    ["etherscan_request_failed", "etherscan_limit", "failed_to_get_bytecode", "cannot_fetch_bytecode"];

impl Refusal {
    /// Whether it leaves open if a job was started: a server may have failed after that.
    pub(crate) fn tells_nothing(&self) -> bool {
        let is_refusal = |code: &Text| BEFORE_A_JOB.iter().any(|known| code.is(known));
        self.status >= 500 && !self.code.as_ref().is_some_and(is_refusal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_go_both_ways() {
        for state in JobState::ALL {
            assert_eq!(JobState::parse(state.name()), Some(state));
        }
    }

    #[test]
    fn every_state_means_one_thing() {
        for state in JobState::ALL {
            let meanings = [state.is_success(), state.is_failure(), state.needs_attention()];
            let under_way = matches!(state, JobState::Submitting | JobState::Running);
            assert_eq!(meanings.iter().filter(|m| **m).count(), usize::from(!under_way), "{state:?}");
            assert!(!state.is_verdict() || state.is_final(), "{state:?}");
        }
    }
}

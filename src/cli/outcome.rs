//! How a command ended: one word for each exit code.

use serde::Serialize;
use verification::JobState;

/// The outcome of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Outcome {
    Verified,
    /// The verifier has accepted the submission, and the command does not wait for the result.
    Accepted,
    /// It could be sent, and was not because nothing was to be.
    DryRun,
    /// There is nothing to verify: it passes its calls on to a contract that is.
    Skipped,
    /// The verifier has finished without a match.
    Failed,
    /// The command line cannot be carried out.
    Usage,
    /// The verifier refused the submission at once.
    Refused,
    /// A server gave no usable answer; the outcome of the submission is unknown.
    Unreachable,
    /// The job had not ended when the time was up.
    TimedOut,
    /// The mirror node does not know the contract, or not yet; or there is no job of it.
    NotFound,
    /// Nothing was sent, though the command line can be carried out.
    NotSent,
    /// The server lacks the operation.
    NotOffered,
    /// The user ended the command.
    Interrupted,
    /// Another program ended the command.
    Terminated,
}

impl Outcome {
    /// The exit code, as listed in `--help`.
    pub(super) fn exit_code(self) -> u8 {
        match self {
            Self::Verified | Self::Accepted | Self::DryRun | Self::Skipped => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Refused => 3,
            Self::Unreachable => 4,
            Self::TimedOut => 5,
            Self::NotFound => 6,
            Self::NotSent | Self::NotOffered => 7,
            Self::Interrupted => 130,
            Self::Terminated => 143,
        }
    }

    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Accepted => "accepted",
            Self::DryRun => "would be sent",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
            Self::Usage => "cannot be sent",
            Self::Refused => "refused",
            Self::Unreachable => "unreachable",
            Self::TimedOut => "timed out",
            Self::NotFound => "not found",
            Self::NotSent => "not sent",
            Self::NotOffered => "not offered",
            Self::Interrupted => "interrupted",
            Self::Terminated => "terminated",
        }
    }

    /// Whether there is no use in going on with other contracts.
    pub(super) fn ends_all(self) -> bool {
        matches!(self, Self::Unreachable | Self::NotSent | Self::Interrupted | Self::Terminated)
    }

    /// The outcome of a job in this state, if the command waits no longer.
    pub(super) fn of(state: JobState) -> Self {
        match state {
            JobState::ExactMatch
            | JobState::Match
            | JobState::RuntimeOnly
            | JobState::CreationOnly
            | JobState::AlreadyVerified => Self::Verified,
            JobState::Running | JobState::Stalled => Self::Accepted,
            JobState::Failed => Self::Failed,
            JobState::Refused | JobState::Locked | JobState::RateLimited => Self::Refused,
            JobState::Submitting
            | JobState::NotSent
            | JobState::Lost
            | JobState::Unreachable
            | JobState::UnknownOutcome
            | JobState::UnknownShape
            | JobState::WrongRecord => Self::Unreachable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn success_alone_is_verified_and_the_word_is_its_name() {
        for state in JobState::ALL {
            assert_eq!(Outcome::of(state) == Outcome::Verified, state.is_success(), "{state:?}");
        }
        assert_eq!(serde_json::to_string(&Outcome::TimedOut).unwrap(), r#""timed-out""#);
    }
}

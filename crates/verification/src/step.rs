//! The next steps that a job's trouble can call for, each of which the program takes on one key.

use super::Mode;

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

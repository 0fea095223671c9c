//! How long to wait for the servers of a network.

/// The timeouts of a profile, in seconds; `None` uses the client's default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerWait {
    /// Per attempt, for the whole answer.
    pub answer: Option<u32>,
    /// For the answer to a submission.
    pub submission: Option<u32>,
}

impl AnswerWait {
    /// The longest timeout that a profile can set, seconds.
    pub const MAX_SECONDS: u32 = 3_600;
}

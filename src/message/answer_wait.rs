//! For how long the servers of a network are waited for.

/// What a profile says of it, in seconds; none where it leaves that to the client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerWait {
    /// For an answer as a whole, each time that it is asked for.
    pub answer: Option<u32>,
    /// For the answer to a submission.
    pub submission: Option<u32>,
}

impl AnswerWait {
    /// The most seconds that a profile can set, for each.
    pub const MAX_SECONDS: u32 = 3_600;
}

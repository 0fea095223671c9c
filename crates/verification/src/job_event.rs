//! Events of a job: the result of its submission, or of a poll.

use std::sync::Arc;

use ledger::{RawJson, Text, Timestamp};

use super::{JobId, JobRecord, Verified};

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
    pub fn tells_nothing(&self) -> bool {
        let is_refusal = |code: &Text| BEFORE_A_JOB.iter().any(|known| code.is(known));
        self.status >= 500 && !self.code.as_ref().is_some_and(is_refusal)
    }
}

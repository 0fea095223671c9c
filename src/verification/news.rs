//! What is heard of a job: what came of its submission, or of a look at it.

use std::sync::Arc;

use super::{JobId, JobRecord};
use crate::ledger::{RawJson, Text, Timestamp};

/// One piece of news about a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// The submission was accepted under this id.
    Accepted(JobId),
    /// The submission was answered with success, but without an id that can be read.
    AcceptedWithoutId(RawJson),
    /// The submission was refused.
    Refused(Refusal, Text),
    /// The submission was sent, and no answer came that tells what became of it; why, in words.
    NoAnswer(Text),
    /// The submission never left; why, in words.
    NotSent(Text),
    /// A look brought the record, and the entity tag to send at the next look.
    Looked(Arc<JobRecord>, Option<String>),
    /// A look found the job as it was (HTTP 304).
    Unchanged,
    /// A look failed.
    LookFailed {
        /// Why.
        words: Text,
        /// Whether the next look may fare better by itself.
        passing: bool,
        /// When the server will answer again, if it said so.
        until: Option<Timestamp>,
    },
    /// The server knows no job of that id (`job_not_found`).
    Missing,
}

/// How a submission was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// `customCode`, an open set; none if the answer was not shaped by the API.
    pub code: Option<Text>,
    /// When the server will answer again, if it said so (`Retry-After`). It is not kept beyond the process.
    pub until: Option<Timestamp>,
}

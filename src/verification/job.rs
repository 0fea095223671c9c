//! A verification that is followed here: from before it is sent until its verdict, and across restarts.

use std::sync::Arc;

use super::{ChainId, CreationHash, JobId, JobKey, JobRecord, Mode};
use crate::ledger::{EvmAddress, Text, Timestamp};

/// A job as this program knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its name here.
    pub key: JobKey,
    /// The network's profile name.
    pub network: String,
    /// Base URL of the verifier.
    pub server: String,
    /// How it was submitted; unknown for an adopted job.
    pub mode: Option<Mode>,
    /// The chain; unknown for an adopted job until its first record.
    pub chain: Option<ChainId>,
    /// The contract; unknown for an adopted job until its first record.
    pub address: Option<EvmAddress>,
    /// The creation transaction hash that was given.
    pub creation_hash: Option<CreationHash>,
    /// Its name on the server, once accepted.
    pub id: Option<JobId>,
    /// Where it stands.
    pub state: JobState,
    /// The server's words on a refusal, or what the last look failed with.
    pub words: Option<Text>,
    /// The last record that was seen.
    pub record: Option<Arc<JobRecord>>,
    /// The entity tag of the last record.
    pub etag: Option<String>,
    /// What was observed, oldest first.
    pub timeline: Vec<Moment>,
    /// When it was last looked at with success.
    pub seen: Option<Timestamp>,
    /// When to look next; none if nothing more is to come.
    pub next_look: Option<Timestamp>,
    /// Looks that failed in a row.
    pub failed_looks: u32,
}

/// Something that was observed of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// When.
    pub at: Timestamp,
    /// The state that began.
    pub state: JobState,
    /// A detail, such as the error's code.
    pub detail: Option<Text>,
}

/// Where a job stands, derived from what was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobState {
    /// Written down, on its way.
    Submitting,
    /// Accepted, not completed.
    Running,
    /// Verified: creation and runtime code match exactly.
    ExactMatch,
    /// Verified: they match but for the metadata.
    Match,
    /// Verified, but only the runtime code.
    RuntimeOnly,
    /// Verified, but only the creation code.
    CreationOnly,
    /// It was verified before, at least as well.
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
    /// The server no longer knows it.
    Lost,
    /// The server cannot be reached, the last known state still counts.
    Unreachable,
    /// Sent, but no answer came: it may or may not run.
    UnknownOutcome,
    /// The record has a shape that tells no state.
    UnknownShape,
}

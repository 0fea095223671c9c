//! Verification jobs: a submission, its polls, and the lookup of its contract.

use std::sync::Arc;

use ledger::{EvmAddress, RawJson};
use verification::{ChainId, Job, JobId, JobKey, JobRecord, Mode, Submission};

use super::Extent;
use crate::message::Ask;

/// A submission of a job.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Submit {
    pub job: JobKey,
    pub submission: Submission,
}

/// What a verifier answers to a submission that it accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// Under this id.
    As(JobId),
    /// The body has no id that can be read.
    WithoutId(RawJson),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JobPoll {
    /// The local key of the job.
    pub key: JobKey,
    /// The job's id at the server.
    pub id: JobId,
    /// Base URL of the verifier that runs it, which need not be the current network's.
    pub server: String,
    /// The entity tag of the last poll, sent as `If-None-Match`.
    pub etag: Option<String>,
    /// Whether the server may have been given a key with the submission, and may repeat it.
    pub may_repeat_key: bool,
}

/// What a poll of a job brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Polled {
    /// The job is as it was at the last poll (HTTP 304).
    Unchanged,
    /// The record, and the entity tag to send with the next poll.
    Record(Arc<JobRecord>, Option<String>),
}

impl JobPoll {
    /// The next poll of a job; `None` without an id on the server.
    pub fn of(job: &Job) -> Option<Self> {
        let may_repeat_key = job.mode.is_none_or(|mode| mode == Mode::Import);
        let (key, server, etag) = (job.key, job.server.clone(), job.etag.clone());
        Some(Self { key, id: job.id.clone()?, server, etag, may_repeat_key })
    }
}

/// The lookup of a job's contract at the job's verifier, to confirm the job's outcome or to name the contract.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ContractLookup {
    /// The local key of the job.
    pub key: JobKey,
    /// Base URL of the verifier that the job was submitted to.
    pub server: String,
    /// The job's chain.
    pub chain: ChainId,
    /// The job's contract.
    pub address: EvmAddress,
    pub extent: Extent,
}

impl ContractLookup {
    /// The lookup of a job's contract; `None` if the contract is unknown.
    pub fn of(job: &Job) -> Option<Self> {
        let (key, server) = (job.key, job.server.clone());
        let (chain, address) = (job.chain.clone()?, job.address?);
        let extent = if job.wants_name() { Extent::Compilation } else { Extent::Match };
        Some(Self { key, server, chain, address, extent })
    }
}

impl Ask {
    /// The next request about a followed job; `None` if no request is possible.
    pub fn of_job(job: &Job) -> Option<Self> {
        if job.checks_contract {
            return ContractLookup::of(job).as_ref().map(Self::from);
        }
        JobPoll::of(job).as_ref().map(Self::from)
    }
}

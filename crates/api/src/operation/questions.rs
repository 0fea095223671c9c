//! The questions to servers that have their own types: about single records, signatures, verified contracts and
//! verification jobs.

use std::sync::Arc;

use ledger::{ContractResult, EntityId, EvmAddress, ExecutionRef, HexBytes, RawJson, Text, Timestamp};
use verification::{ChainId, Job, JobId, JobKey, JobRecord, Mode, Submission};

use super::Outgoing;
use crate::{AnyOperation, Operation as _};

/// A schedule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScheduleQuery(pub EntityId);

/// A token.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenQuery(pub EntityId);

/// The transaction with this consensus time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TransactionAt(pub Timestamp);

/// The transactions of the family with this hash of 48 bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TransactionOf(pub HexBytes);

/// The server's opcode trace of a result, without stack, memory and storage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OpcodesQuery(pub ExecutionRef);

/// The state before a result, with code and storage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PrestateQuery(pub ExecutionRef);

/// The chains that the verifier knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChainsQuery;

/// A result as the server returned it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundResult {
    /// Complete only if [`Self::partial`] is false.
    pub result: Arc<ContractResult>,
    /// Whether the server still lacks parts of it (HTTP 206).
    pub partial: bool,
}

/// `GET /signature-database/v1/lookup?function={selectors}&event={topics}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lookup {
    /// Base URL of the signature server; empty for the one that the embedded network has.
    pub server: String,
    /// The first four bytes of calls and errors. The server does not distinguish them.
    pub selectors: Vec<[u8; 4]>,
    /// The first topics of logs.
    pub topics: Vec<[u8; 32]>,
}

/// A server's signatures for hashes. Anyone can submit them: whether they match the hashes is not checked yet.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Signatures {
    /// `result.function`: of functions and errors.
    pub functions: Vec<Text>,
    /// `result.event`: of events. They do not say which arguments are indexed.
    pub events: Vec<Text>,
}

impl Lookup {
    /// The most hashes per request, to keep the URL short enough for all servers.
    pub const MAX_HASHES: usize = 48;

    /// The query parameters; a kind without hashes is omitted.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let selectors = list(self.selectors.iter().map(<[u8; 4]>::as_slice));
        let topics = list(self.topics.iter().map(<[u8; 32]>::as_slice));
        let pairs = [("function", selectors), ("event", topics)];
        pairs.into_iter().filter(|(_, hashes)| !hashes.is_empty()).collect()
    }
}

fn list<'a>(hashes: impl Iterator<Item = &'a [u8]>) -> String {
    hashes.map(|hash| HexBytes::from(hash.to_vec()).to_hex()).collect::<Vec<_>>().join(",")
}

/// The verified record of a contract.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VerifiedQuery {
    /// `chainId`.
    pub chain: ChainId,
    /// The contract's address on that chain, as the verifier knows it.
    pub address: EvmAddress,
    /// `fields`.
    pub extent: Extent,
}

/// The fields to request of a verified contract. Server versions differ in the available fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// The match, which every version sends.
    Match,
    /// The match, name and compiler.
    Compilation,
    /// Everything but the bytecode and the source texts.
    Whole,
    /// The compilation and what decodes its bytes: `abi`, `storageLayout` and immutables.
    Interface,
    /// How well it matches, and the texts of its sources, which may be long.
    Sources,
    /// How well it matches, what its bytes mean, and what leads from an instruction to its line: code, source maps, and
    /// the sources.
    SourceMaps,
    /// How well it matches, and all that can be written to files: `abi`, `metadata`, `storageLayout`, the sources, and
    /// the standard JSON input, which holds them once more.
    Files,
}

impl Extent {
    /// The members to ask for in addition to those that always come.
    fn fields(self) -> Option<&'static str> {
        match self {
            Self::Match => None,
            Self::Compilation => Some("compilation"),
            Self::Whole => {
                Some("compilation,deployment,proxyResolution,sourceIds,abi,metadata,storageLayout")
            }
            Self::Interface => {
                Some("compilation,proxyResolution,abi,storageLayout,runtimeBytecode.transformationValues")
            }
            Self::Sources => Some("compilation,metadata,sources"),
            Self::SourceMaps => Some(
                "compilation,abi,storageLayout,sources,sourceIds,runtimeBytecode.onchainBytecode,\
                 runtimeBytecode.sourceMap,creationBytecode.recompiledBytecode,creationBytecode.sourceMap",
            ),
            Self::Files => Some("compilation,abi,metadata,storageLayout,sources,stdJsonInput"),
        }
    }
}

/// The request for a contract's verified record. If not verified, the answer is a 404 with a record.
pub(crate) fn lookup<'a>(chain: &ChainId, address: EvmAddress, extent: Extent) -> Outgoing<'a> {
    let fields = extent.fields().map(|fields| ("fields", fields.to_owned()));
    let path = ["v2", "contract", &chain.to_string(), &address.to_string()];
    Outgoing::get(&path, fields.into_iter().collect()).or_status(404)
}

/// The chains on which the verifier has a contract at this address verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AllChainsQuery(pub EvmAddress);

/// A submission of a job.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Submit {
    /// The local key of the job.
    pub job: JobKey,
    /// The request body, and the path that depends on its mode.
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

/// `GET /v2/verify/{verificationId}`.
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
    /// `fields`: the compilation only if the contract's name is wanted.
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

impl AnyOperation {
    /// The next request about a followed job; `None` if no request is possible.
    pub fn of_job(job: &Job) -> Option<Self> {
        if job.checks_contract {
            return ContractLookup::of(job).map(|lookup| lookup.any());
        }
        JobPoll::of(job).map(|poll| poll.any())
    }
}

//! Requests to the network, and their answers.

use std::sync::Arc;

use strum::IntoStaticStr;

use super::{
    AnswerSource, Failure, FarRows, FileQuery, Listing, Lookup, PipeQuery, Piped, ProjectMatch, ProjectQuery,
    ReplayDetail, ReplayQuery, Signatures,
};
use crate::decode::{Analysis, AnalysisOutput};
use crate::ledger::query::{
    AccountQuery, BlockQuery, ContractCallQuery, ContractQuery, ContractsQuery, ExchangeRatesQuery,
    ExecutionQuery, LogsQuery, NetworkFeesQuery, ResultQuery, ResultsQuery, SchedulesQuery, StateQuery,
    TokenBalancesQuery, TransactionQuery, TransactionsQuery,
};
use crate::ledger::{
    Account, Block, CallAction, CallOutcome, Contract, ContractLog, ContractResult, EntityId, EvmAddress,
    ExchangeRates, ExecutionRef, HexBytes, NetworkFees, NextLink, OpcodeTrace, Page, Prestate, RawJson,
    Schedule, StateSlot, Timestamp, Token, TokenHolder, Transaction, TransactionFamily,
};
use crate::replay::{GasUse, MachineState, Reexecution, Replayed};
use crate::verification::{
    AllChains, ChainId, Chains, Compilation, Deployment, Job, JobId, JobKey, JobRecord, Mode, Submission,
    Verified,
};

/// A question to a network. A response carries it back, and a pane that no longer asks it does not listen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The network's profile name, so that answers of different networks are never mixed up.
    pub network: String,
    /// The question.
    pub ask: Ask,
}

/// The operations of both APIs, and what is asked of the disk beside them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Ask {
    /// `GET /api/v1/contracts`: the first page, or the page behind a link.
    Contracts(ContractsQuery, Option<NextLink>),
    /// `GET /api/v1/contracts/{contractIdOrAddress}`.
    Contract(ContractQuery),
    /// `GET /api/v1/contracts/{contractIdOrAddress}/results`: the first page, or the page behind a link.
    Results(ResultsQuery, Option<NextLink>),
    /// `GET /api/v1/contracts/{contractIdOrAddress}/results/{timestamp}`.
    Result(ResultQuery),
    /// `GET /api/v1/transactions/{transactionId}`.
    Transaction(TransactionQuery),
    /// `GET /api/v1/schedules`: the first page, or the page behind a link.
    Schedules(SchedulesQuery, Option<NextLink>),
    /// `GET /api/v1/schedules/{id}`.
    Schedule(EntityId),
    /// `GET /api/v1/contracts/results/{transactionIdOrHash}`. Real servers have this and the next ones besides
    /// those that are documented; one that does not is told by [`Failure::NotOffered`].
    Execution(ExecutionQuery),
    /// `GET /api/v1/contracts/results/{transactionIdOrHash}/actions`: the first page, or the page behind a link.
    Actions(ExecutionRef, Option<NextLink>),
    /// `GET /api/v1/contracts/results/{transactionIdOrHash}/opcodes` without stack, memory and storage: the server executes
    /// the result again. Most servers have this switched off.
    Opcodes(ExecutionRef),
    /// `GET /api/v1/contracts/results/{transactionIdOrHash}/prestate` with code and storage. Few servers have it, so that it is
    /// asked for once.
    Prestate(ExecutionRef),
    /// `GET /api/v1/contracts/{contractIdOrAddress}/results/logs`: the first page, or the page behind a link.
    Logs(LogsQuery, Option<NextLink>),
    /// `GET /api/v1/contracts/{contractIdOrAddress}/state`: the first page, or the page behind a link.
    State(StateQuery, Option<NextLink>),
    /// `GET /api/v1/transactions?timestamp={timestamp}`: the transaction of this exact consensus time.
    TransactionAt(Timestamp),
    /// `GET /api/v1/transactions/{hash}`: the family of the transaction with this hash of 48 bytes.
    TransactionOf(HexBytes),
    /// `GET /api/v1/transactions`: the first page, or the page behind a link.
    Transactions(Box<TransactionsQuery>, Option<NextLink>),
    /// `GET /api/v1/accounts/{idOrAliasOrEvmAddress}?transactions=false`.
    Account(AccountQuery),
    /// `GET /api/v1/tokens/{tokenId}`.
    Token(EntityId),
    /// `GET /api/v1/tokens/{tokenId}/balances`: the first page, or the page behind a link.
    TokenBalances(TokenBalancesQuery, Option<NextLink>),
    /// `GET /api/v1/blocks/{hashOrNumber}`.
    Block(BlockQuery),
    /// `GET /api/v1/network/exchangerate`: what a coin is worth, as of an hour.
    ExchangeRates(ExchangeRatesQuery),
    /// `GET /api/v1/network/fees`: what a unit of gas costs, as of a time.
    NetworkFees(NetworkFeesQuery),
    /// `POST /api/v1/contracts/call`: a query, for all that it is a POST.
    ContractCall(ContractCallQuery),
    /// `POST /v2/verify/…/{chainId}/{address}`. Never repeated by itself.
    Submit(JobKey, Submission),
    /// `GET /v2/verify/{verificationId}`.
    Job(JobPoll),
    /// `GET /v2/contract/{chainId}/{address}` of the verifier of a job, for the job.
    JobContract(ContractLookup),
    /// `GET /v2/contract/{chainId}/{address}`: how well the contract is verified.
    Verified(ChainId, EvmAddress, Extent),
    /// `GET /v2/contract/all-chains/{address}`: on which chains a contract at this address is verified.
    AllChains(EvmAddress),
    /// `GET /chains` of the verifier.
    Chains,
    /// `GET /signature-database/v1/lookup` of the signature server that the user set.
    Signatures(Lookup),
    /// A question to the user's own disk.
    File(FileQuery),
    /// A question to the user's own disk, whose answer is compared with code.
    Project(ProjectQuery),
    /// A run of the user's command.
    Pipe(PipeQuery),
    /// A result, executed again on this machine with all that servers tell of it.
    Replay(Box<ReplayQuery>),
    /// A question about a replay that was made.
    ReplayDetail(ReplayDetail),
    /// A question about bytes that are here already.
    Analysis(Analysis),
    /// Loaded rows that are on disk, to be in memory again.
    FarRows(FarRows),
}

/// How much of a verified contract is asked for. Versions of the server differ in the members that can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// What every version sends: how well its code matches.
    Match,
    /// That, and what it was made of: its name and the compiler.
    Compilation,
    /// That, and what belongs to it but its code and the texts of its sources.
    Whole,
    /// That, and what its bytes mean: `abi` and `storageLayout`.
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

/// A poll of a job.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JobPoll {
    /// Which job it is here.
    pub key: JobKey,
    /// Its name on the server.
    pub id: JobId,
    /// Base URL of the verifier that runs it, which need not be the current network's.
    pub server: String,
    /// The entity tag of the last poll, sent as `If-None-Match`.
    pub etag: Option<String>,
    /// Whether the server may have been given a key with the submission, and may repeat it.
    pub may_repeat_key: bool,
}

/// A lookup of a job's contract, to see whether what the verifier says of the job is so, or what it is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ContractLookup {
    /// Which job it is for here.
    pub key: JobKey,
    /// Base URL of the verifier that the job was submitted to.
    pub server: String,
    /// The job's chain.
    pub chain: ChainId,
    /// The job's contract.
    pub address: EvmAddress,
    pub extent: Extent,
}

impl Ask {
    /// Whether amounts are asked for in weibar.
    pub fn is_in_weibar(&self) -> bool {
        matches!(self, Self::Result(query) if query.weibar)
            || matches!(self, Self::Execution(query) if query.weibar)
    }

    /// The next request about a followed job; `None` if it cannot be asked about.
    pub fn of_job(job: &Job) -> Option<Self> {
        if job.checks_contract {
            return Self::contract_of_job(job);
        }
        let (key, server) = (job.key, job.server.clone());
        let may_repeat_key = job.mode.is_none_or(|mode| mode == Mode::Import);
        Some(Self::Job(JobPoll { key, id: job.id.clone()?, server, etag: job.etag.clone(), may_repeat_key }))
    }

    /// The lookup of a job's contract at the job's verifier; `None` if the contract is not known.
    pub fn contract_of_job(job: &Job) -> Option<Self> {
        let (key, server) = (job.key, job.server.clone());
        let (chain, address) = (job.chain.clone()?, job.address?);
        let extent = if job.wants_name() { Extent::Compilation } else { Extent::Match };
        Some(Self::JobContract(ContractLookup { key, server, chain, address, extent }))
    }

    /// The server that the question itself names, if it does; empty for the embedded network's.
    pub fn server_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Job(poll) => Some(&mut poll.server),
            Self::JobContract(poll) => Some(&mut poll.server),
            Self::Signatures(lookup) => Some(&mut lookup.server),
            _ => None,
        }
    }
}

/// The answer to a [`Request`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// What was asked.
    pub request: Request,
    pub outcome: Result<Answer, Failure>,
    /// When it came.
    pub at: Timestamp,
    pub source: AnswerSource,
    /// How long the body was that was read; 0 if there was none.
    pub body_bytes: usize,
    /// The address that was asked, without secrets; for the reader.
    pub url: String,
}

impl Response {
    /// What no server was asked for.
    pub fn here(request: Request, outcome: Result<Answer, Failure>, at: Timestamp) -> Self {
        Self { request, outcome, at, source: AnswerSource::default(), body_bytes: 0, url: String::new() }
    }
}

/// What an operation returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Contract(Arc<Contract>),
    /// A page of contracts.
    Contracts(Page<Contract>),
    /// A page of results.
    Results(Page<ContractResult>),
    Result(FoundResult),
    /// The transactions of one id, of one hash, or of one consensus time.
    Transaction(Arc<TransactionFamily>),
    /// A page of schedules.
    Schedules(Page<Schedule>),
    Schedule(Arc<Schedule>),
    /// A page of the calls within an execution.
    Actions(Page<CallAction>),
    /// What a server did when it executed a result again.
    Opcodes(Arc<OpcodeTrace>),
    /// What there was before a result.
    Prestate(Arc<Prestate>),
    /// A page of a contract's events.
    Logs(Page<ContractLog>),
    /// A page of a contract's storage.
    State(Page<StateSlot>),
    /// A page of transactions.
    Transactions(Page<Transaction>),
    Account(Arc<Account>),
    Token(Arc<Token>),
    /// A page of the holders of a token.
    TokenBalances(Page<TokenHolder>),
    Block(Arc<Block>),
    ExchangeRates(Arc<ExchangeRates>),
    NetworkFees(Arc<NetworkFees>),
    /// What came of a call that is recorded nowhere.
    ContractCall(Arc<CallOutcome>),
    /// The submission was accepted under this id.
    Submitted(JobId),
    /// The submission was answered with success but without an id that can be read.
    SubmittedWithoutId(RawJson),
    /// The job is as it was at the last poll (HTTP 304).
    JobUnchanged,
    /// What the verifier has of a contract, verified or not.
    Verified(Arc<Verified>),
    /// On which chains a contract is verified.
    AllChains(Arc<AllChains>),
    /// The chains that the verifier knows.
    Chains(Arc<Chains>),
    /// The job's record, and the entity tag to send at the next poll.
    Job(Arc<JobRecord>, Option<String>),
    /// The texts behind selectors and topics.
    Signatures(Arc<Signatures>),
    /// What can be verified from a file; `None` if the file and all that it leads to are as they were.
    Compilation(Option<Arc<Compilation>>),
    /// The text of a file.
    Text(Arc<str>),
    /// What was deployed together.
    Deployment(Arc<Deployment>),
    /// The contents of a directory.
    Directory(Arc<Listing>),
    /// What a project has that comes near to a code.
    Project(Arc<ProjectMatch>),
    /// What the user's command wrote.
    Piped(Arc<Piped>),
    /// What came of executing a result again.
    Replay(Arc<Replayed>),
    /// A replay with the sources of its contracts.
    ReplaySources(Arc<Replayed>),
    /// The state before the step.
    Step(Arc<MachineState>),
    /// The lines and what they cost, the dearest first.
    GasUse(Arc<GasUse>),
    /// How many steps were made before each, in order.
    Steps(Arc<[u64]>),
    /// How the server's own execution compares with a replay.
    Reexecution(Arc<Reexecution>),
    /// What bytes say.
    Analysis(Arc<AnalysisOutput>),
    /// The rows are in memory.
    FarRows,
}

/// A result as the server has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundResult {
    pub result: Arc<ContractResult>,
    /// Whether pieces are missing still (HTTP 206).
    pub partial: bool,
}

/// A GET that failed in passing and will be tried again by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retrying {
    /// What was asked.
    pub request: Request,
    /// What went wrong.
    pub failure: Failure,
    /// Which attempt comes next, counted from 1.
    pub attempt: usize,
    /// How many attempts there are at most.
    pub of: usize,
    /// When it is made.
    pub at: Timestamp,
}

/// How many of the records that a replay needs are there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathering {
    /// What was asked.
    pub request: Request,
    /// How many are there.
    pub done: usize,
    /// How many are needed, as far as is known: what is executed may need more.
    pub of: usize,
}

impl Retrying {
    /// What went wrong, and what follows, in sentences.
    pub fn sentence(&self) -> String {
        format!("{} Attempt {} of {} follows.", self.failure.sentence(), self.attempt, self.of)
    }
}

//! One question for each operation.

use api::{
    AllChainsQuery, AnyOperation, ContractLookup, Extent, JobPoll, OpcodesQuery, Operation as _, PageOf,
    PrestateQuery, ScheduleQuery, Submit, TokenQuery, TransactionAt, VerifiedQuery,
};
use ledger::query::{
    AccountQuery, BlockQuery, ContractCallQuery, ContractQuery, ContractsQuery, ExchangeRatesQuery,
    ExecutionQuery, LogsQuery, NetworkFeesQuery, Parameters as _, ResultQuery, ResultsQuery, SchedulesQuery,
    StateQuery, TokenBalancesQuery, TransactionQuery, TransactionsQuery,
};
use ledger::{ContractRef, EntityId, EvmAddress, ExecutionRef, HexBytes, Timestamp, TransactionId};
use verification::{
    ApiKey, ChainId, CompilerVersion, ContractIdentifier, CreationHash, JobId, JobKey, Submission,
    SubmissionBody, Upload,
};

pub(crate) const HOME: EntityId = EntityId::from_num(0);
pub(crate) const JOB: &str = "e74b25df-a6d1-44c5-aa26-ef469051e928";

pub(crate) fn by_id() -> ContractRef {
    ContractRef::Id(EntityId::from_num(5001))
}

pub(crate) fn contract() -> AnyOperation {
    ContractQuery::now(by_id()).any()
}

pub(crate) fn contract_call() -> AnyOperation {
    let name = HexBytes::parse("0x06fdde03").unwrap();
    ContractCallQuery::new(address(), name).any()
}

pub(crate) fn contracts() -> AnyOperation {
    PageOf::first(ContractsQuery::default()).any()
}

pub(crate) fn results(pairs: &[(&str, &str)]) -> AnyOperation {
    PageOf::first(ResultsQuery::all(by_id()).with_pairs(pairs.iter().copied(), HOME).unwrap()).any()
}

pub(crate) fn result(weibar: bool) -> AnyOperation {
    let timestamp = Timestamp { seconds: 1_795_216_321, nanos: 98_765_413 };
    ResultQuery { contract: by_id(), timestamp, weibar }.any()
}

pub(crate) fn transaction(pairs: &[(&str, &str)]) -> AnyOperation {
    let id = TransactionId::parse("0.0.1005-1795216518-468117137").unwrap();
    TransactionQuery::family(id).with_pairs(pairs.iter().copied(), EntityId::from_num(0)).unwrap().any()
}

pub(crate) fn schedules(pairs: &[(&str, &str)]) -> AnyOperation {
    PageOf::first(SchedulesQuery::default().with_pairs(pairs.iter().copied(), HOME).unwrap()).any()
}

pub(crate) fn schedule() -> AnyOperation {
    ScheduleQuery(EntityId::from_num(7002)).any()
}

pub(crate) const HASH: &str = "0xb05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87";

fn by_hash() -> ExecutionRef {
    ExecutionRef::parse(HASH).unwrap()
}

pub(crate) fn execution(pairs: &[(&str, &str)], weibar: bool) -> AnyOperation {
    let query =
        ExecutionQuery::new(by_hash()).with_pairs(pairs.iter().copied(), EntityId::from_num(0)).unwrap();
    ExecutionQuery { weibar, ..query }.any()
}

pub(crate) fn actions() -> AnyOperation {
    PageOf::first(by_hash()).any()
}

pub(crate) fn opcodes() -> AnyOperation {
    OpcodesQuery(by_hash()).any()
}

pub(crate) fn prestate() -> AnyOperation {
    PrestateQuery(by_hash()).any()
}

pub(crate) fn logs(pairs: &[(&str, &str)]) -> AnyOperation {
    PageOf::first(LogsQuery::all(by_id()).with_pairs(pairs.iter().copied(), HOME).unwrap()).any()
}

pub(crate) fn state(pairs: &[(&str, &str)]) -> AnyOperation {
    PageOf::first(StateQuery::all(by_id()).with_pairs(pairs.iter().copied(), HOME).unwrap()).any()
}

pub(crate) fn transaction_at() -> AnyOperation {
    TransactionAt(Timestamp { seconds: 1_795_216_321, nanos: 98_765_413 }).any()
}

pub(crate) fn account() -> AnyOperation {
    AccountQuery::now(EntityId::from_num(1005)).any()
}

pub(crate) fn token_balances() -> AnyOperation {
    PageOf::first(TokenBalancesQuery::of(EntityId::from_num(2001))).any()
}

pub(crate) fn block() -> AnyOperation {
    BlockQuery::parse("70002150").unwrap().any()
}

pub(crate) fn exchange_rates() -> AnyOperation {
    ExchangeRatesQuery::at(Timestamp::from_secs(1_795_216_321)).any()
}

pub(crate) fn network_fees() -> AnyOperation {
    NetworkFeesQuery { at: Timestamp::from_secs(1_795_216_321) }.any()
}

pub(crate) fn results_of_all() -> AnyOperation {
    PageOf::first(ResultsQuery::of_all_contracts()).any()
}

pub(crate) fn transactions() -> AnyOperation {
    PageOf::first(TransactionsQuery::of_account(EntityId::from_num(1002))).any()
}

pub(crate) fn token() -> AnyOperation {
    TokenQuery(EntityId::from_num(2002)).any()
}

fn key() -> JobKey {
    JobKey { made: Timestamp::from_secs(1), process: 1 }
}

const CONTRACT: &str = "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707";

fn chain() -> ChainId {
    ChainId::parse("296").unwrap()
}

fn address() -> EvmAddress {
    EvmAddress::parse_any_case(CONTRACT).unwrap()
}

fn submit(body: SubmissionBody) -> AnyOperation {
    Submit { job: key(), submission: Submission { chain: chain(), address: address(), body } }.any()
}

pub(crate) fn similarity(hash: Option<&str>) -> AnyOperation {
    submit(SubmissionBody::Similarity { creation_hash: hash.map(|hash| CreationHash::parse(hash).unwrap()) })
}

pub(crate) fn import(api_key: Option<&str>) -> AnyOperation {
    submit(SubmissionBody::Import { api_key: api_key.map(|key| ApiKey::parse(key).unwrap()) })
}

pub(crate) fn standard_json() -> AnyOperation {
    submit(SubmissionBody::StandardJson {
        input: Upload::new(serde_json::from_str(r#"{ "language":"Solidity" }"#).unwrap(), 1),
        compiler_version: CompilerVersion::parse("0.8.26+commit.8a97fa7a").unwrap(),
        contract: ContractIdentifier::parse("src/A.sol:A").unwrap(),
        creation_hash: Some(CreationHash::new([0xab; 32])),
    })
}

pub(crate) fn metadata() -> AnyOperation {
    submit(SubmissionBody::Metadata {
        metadata: Upload::new(serde_json::from_str(r#"{"version":1}"#).unwrap(), 0),
        sources: Upload::new(serde_json::from_str(r#"{"A.sol":"contract A {}"}"#).unwrap(), 1),
        creation_hash: None,
    })
}

pub(crate) fn verified(extent: Extent) -> AnyOperation {
    VerifiedQuery { chain: chain(), address: address(), extent }.any()
}

pub(crate) fn all_chains() -> AnyOperation {
    AllChainsQuery(address()).any()
}

/// The lookup of a job's contract at this server.
pub(crate) fn job_contract(server: &str) -> AnyOperation {
    let (server, extent) = (server.to_owned(), Extent::Match);
    ContractLookup { key: key(), server, chain: chain(), address: address(), extent }.any()
}

pub(crate) fn verified_of(chain: &str, address: &str, extent: Extent) -> AnyOperation {
    VerifiedQuery {
        chain: ChainId::parse(chain).unwrap(),
        address: EvmAddress::parse_any_case(address).unwrap(),
        extent,
    }
    .any()
}

pub(crate) fn job(server: &str, etag: Option<&str>) -> AnyOperation {
    let id = JobId::parse(JOB).unwrap();
    JobPoll {
        key: key(),
        id,
        server: server.to_owned(),
        etag: etag.map(str::to_owned),
        may_repeat_key: false,
    }
    .any()
}

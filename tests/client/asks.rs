//! One question for each operation.

use hieroscope::ledger::query::{
    AccountQuery, BlockQuery, ContractCallQuery, ContractQuery, ContractsQuery, ExchangeRatesQuery,
    ExecutionQuery, LogsQuery, NetworkFeesQuery, Parameters as _, ResultQuery, ResultsQuery, SchedulesQuery,
    StateQuery, TokenBalancesQuery, TransactionQuery, TransactionsQuery,
};
use hieroscope::ledger::{
    ContractRef, EntityId, EvmAddress, ExecutionRef, HexBytes, Timestamp, TransactionId,
};
use hieroscope::message::{Ask, ContractLookup, Extent, JobPoll};
use hieroscope::verification::{
    ApiKey, ChainId, CompilerVersion, ContractIdentifier, CreationHash, JobId, JobKey, Submission,
    SubmissionBody, Upload,
};

pub(crate) const HOME: EntityId = EntityId::from_num(0);
pub(crate) const JOB: &str = "e74b25df-a6d1-44c5-aa26-ef469051e928";

pub(crate) fn by_id() -> ContractRef {
    ContractRef::Id(EntityId::from_num(5001))
}

pub(crate) fn contract() -> Ask {
    Ask::Contract(ContractQuery::now(by_id()))
}

pub(crate) fn contract_call() -> Ask {
    let name = HexBytes::parse("0x06fdde03").unwrap();
    Ask::ContractCall(ContractCallQuery::new(address(), name))
}

pub(crate) fn contracts() -> Ask {
    Ask::Contracts(ContractsQuery::default(), None)
}

pub(crate) fn results(pairs: &[(&str, &str)]) -> Ask {
    Ask::Results(ResultsQuery::all(by_id()).with_pairs(pairs.iter().copied(), HOME).unwrap(), None)
}

pub(crate) fn result(weibar: bool) -> Ask {
    let timestamp = Timestamp { seconds: 1_795_216_321, nanos: 98_765_413 };
    Ask::Result(ResultQuery { contract: by_id(), timestamp, weibar })
}

pub(crate) fn transaction(pairs: &[(&str, &str)]) -> Ask {
    let id = TransactionId::parse("0.0.1005-1795216518-468117137").unwrap();
    Ask::Transaction(TransactionQuery::from_pairs(id, pairs.iter().copied()).unwrap())
}

pub(crate) fn schedules(pairs: &[(&str, &str)]) -> Ask {
    Ask::Schedules(SchedulesQuery::default().with_pairs(pairs.iter().copied(), HOME).unwrap(), None)
}

pub(crate) fn schedule() -> Ask {
    Ask::Schedule(EntityId::from_num(7002))
}

pub(crate) const HASH: &str = "0xb05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87";

fn by_hash() -> ExecutionRef {
    ExecutionRef::parse(HASH).unwrap()
}

pub(crate) fn execution(pairs: &[(&str, &str)], weibar: bool) -> Ask {
    let query = ExecutionQuery::from_pairs(by_hash(), pairs.iter().copied()).unwrap();
    Ask::Execution(ExecutionQuery { weibar, ..query })
}

pub(crate) fn actions() -> Ask {
    Ask::Actions(by_hash(), None)
}

pub(crate) fn opcodes() -> Ask {
    Ask::Opcodes(by_hash())
}

pub(crate) fn prestate() -> Ask {
    Ask::Prestate(by_hash())
}

pub(crate) fn logs(pairs: &[(&str, &str)]) -> Ask {
    Ask::Logs(LogsQuery::all(by_id()).with_pairs(pairs.iter().copied(), HOME).unwrap(), None)
}

pub(crate) fn state(pairs: &[(&str, &str)]) -> Ask {
    Ask::State(StateQuery::all(by_id()).with_pairs(pairs.iter().copied(), HOME).unwrap(), None)
}

pub(crate) fn transaction_at() -> Ask {
    Ask::TransactionAt(Timestamp { seconds: 1_795_216_321, nanos: 98_765_413 })
}

pub(crate) fn account() -> Ask {
    Ask::Account(AccountQuery::now(EntityId::from_num(1005)))
}

pub(crate) fn token_balances() -> Ask {
    Ask::TokenBalances(TokenBalancesQuery::of(EntityId::from_num(2001)), None)
}

pub(crate) fn block() -> Ask {
    Ask::Block(BlockQuery::parse("70002150").unwrap())
}

pub(crate) fn exchange_rates() -> Ask {
    Ask::ExchangeRates(ExchangeRatesQuery::at(Timestamp::from_secs(1_795_216_321)))
}

pub(crate) fn network_fees() -> Ask {
    Ask::NetworkFees(NetworkFeesQuery { at: Timestamp::from_secs(1_795_216_321) })
}

pub(crate) fn results_of_all() -> Ask {
    Ask::Results(ResultsQuery::of_all_contracts(), None)
}

pub(crate) fn transactions() -> Ask {
    Ask::Transactions(Box::new(TransactionsQuery::of_account(EntityId::from_num(1002))), None)
}

pub(crate) fn token() -> Ask {
    Ask::Token(EntityId::from_num(2002))
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

fn submit(body: SubmissionBody) -> Ask {
    Ask::Submit(key(), Submission { chain: chain(), address: address(), body })
}

pub(crate) fn similarity(hash: Option<&str>) -> Ask {
    submit(SubmissionBody::Similarity { creation_hash: hash.map(|hash| CreationHash::parse(hash).unwrap()) })
}

pub(crate) fn import(api_key: Option<&str>) -> Ask {
    submit(SubmissionBody::Import { api_key: api_key.map(|key| ApiKey::parse(key).unwrap()) })
}

pub(crate) fn standard_json() -> Ask {
    submit(SubmissionBody::StandardJson {
        input: Upload::new(serde_json::from_str(r#"{ "language":"Solidity" }"#).unwrap(), 1),
        compiler_version: CompilerVersion::parse("0.8.26+commit.8a97fa7a").unwrap(),
        contract: ContractIdentifier::parse("src/A.sol:A").unwrap(),
        creation_hash: Some(CreationHash::new([0xab; 32])),
    })
}

pub(crate) fn metadata() -> Ask {
    submit(SubmissionBody::Metadata {
        metadata: Upload::new(serde_json::from_str(r#"{"version":1}"#).unwrap(), 0),
        sources: Upload::new(serde_json::from_str(r#"{"A.sol":"contract A {}"}"#).unwrap(), 1),
        creation_hash: None,
    })
}

pub(crate) fn verified(extent: Extent) -> Ask {
    Ask::Verified(chain(), address(), extent)
}

pub(crate) fn all_chains() -> Ask {
    Ask::AllChains(address())
}

/// The lookup of a job's contract at this server.
pub(crate) fn job_contract(server: &str) -> Ask {
    let (server, extent) = (server.to_owned(), Extent::Match);
    Ask::JobContract(ContractLookup { key: key(), server, chain: chain(), address: address(), extent })
}

pub(crate) fn verified_of(chain: &str, address: &str, extent: Extent) -> Ask {
    Ask::Verified(ChainId::parse(chain).unwrap(), EvmAddress::parse_any_case(address).unwrap(), extent)
}

pub(crate) fn job(server: &str, etag: Option<&str>) -> Ask {
    let id = JobId::parse(JOB).unwrap();
    Ask::Job(JobPoll {
        key: key(),
        id,
        server: server.to_owned(),
        etag: etag.map(str::to_owned),
        may_repeat_key: false,
    })
}

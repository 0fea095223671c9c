//! Answers of servers: any body is an answer or a failure, and what is said of it is harmless.

use std::sync::LazyLock;

use hieroscope::client::{Client, Options, read_job_record, read_verified};
use hieroscope::ledger::query::{
    AccountQuery, BlockQuery, ContractCallQuery, ContractQuery, ContractsQuery, ExchangeRatesQuery,
    ExecutionQuery, LogsQuery, ResultQuery, ResultsQuery, SchedulesQuery, StateQuery, TokenBalancesQuery,
    TransactionQuery, TransactionsQuery,
};
use hieroscope::ledger::{
    ContractRef, EntityId, EvmAddress, ExecutionRef, HexBytes, RawJson, Timestamp, TransactionId,
};
use hieroscope::message::{Ask, Extent, JobPoll, Network};
use hieroscope::verification::{ChainId, JobId, JobKey, Submission, SubmissionBody};

use super::assert_harmless;

/// Statuses that are taken differently.
const STATUSES: [u16; 12] = [200, 201, 202, 206, 302, 304, 400, 404, 409, 429, 500, 503];

/// Names for things that are not looked up.
const HASH: &str = "0xb05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87";
const TRANSACTION: &str = "0.0.1005-1795216518-468117137";
const JOB: &str = "e74b25df-a6d1-44c5-aa26-ef469051e928";

/// The first byte is the status, the rest the body.
pub(super) fn check(bytes: &[u8]) {
    static CLIENT: LazyLock<Client> = LazyLock::new(client);
    static OPERATIONS: LazyLock<Vec<Ask>> = LazyLock::new(|| operations().expect("ids are sound"));
    let (status, body) = bytes.split_first().unwrap_or((&0, &[]));
    let status = STATUSES[usize::from(*status) % STATUSES.len()];
    let body = RawJson::new(super::text(body));
    for ask in &*OPERATIONS {
        if let Err(failure) = CLIENT.parse_answer(ask, status, body.clone()) {
            assert_harmless(&failure.sentence());
        }
    }
    let record = read_job_record(&body);
    assert_eq!(record.raw.raw(), body.raw());
    let _ = read_verified(&body);
}

fn client() -> Client {
    let local = "http://localhost:5551";
    let network =
        Network { mirror: local.to_owned(), verifier: Some(local.to_owned()), ..Network::documented("test") };
    Client::new(&network, Options::default()).expect("a sound network")
}

/// One question for each operation.
fn operations() -> Option<Vec<Ask>> {
    let contract = ContractRef::Id(EntityId::from_num(5001));
    let timestamp = Timestamp::from_secs(1_795_216_321);
    let (key, id) = (JobKey { made: timestamp, process: 1 }, JobId::parse(JOB)?);
    let (chain, address) = (ChainId::parse("296")?, EvmAddress::new([7; 20]));
    let submission = |body| Ask::Submit(key, Submission { chain: chain.clone(), address, body });
    let by_hash = || ExecutionRef::parse(HASH);
    let transaction = TransactionQuery::from_pairs(TransactionId::parse(TRANSACTION)?, []).ok()?;
    let server = "http://localhost:5551".to_owned();
    Some(vec![
        Ask::Contracts(ContractsQuery::default(), None),
        Ask::Contract(ContractQuery::now(contract)),
        Ask::ContractCall(ContractCallQuery::new(address, HexBytes::default())),
        Ask::ContractCall(ContractCallQuery {
            estimate: true,
            ..ContractCallQuery::new(address, HexBytes::default())
        }),
        Ask::Results(ResultsQuery::all(contract), None),
        Ask::Result(ResultQuery { contract, timestamp, weibar: true }),
        Ask::Transaction(transaction),
        Ask::Schedules(SchedulesQuery::default(), None),
        Ask::Schedule(EntityId::from_num(7002)),
        Ask::Execution(ExecutionQuery::from_pairs(by_hash()?, []).ok()?),
        Ask::Actions(by_hash()?, None),
        Ask::Opcodes(by_hash()?),
        Ask::Prestate(by_hash()?),
        Ask::Logs(LogsQuery::all(contract), None),
        Ask::State(StateQuery::all(contract), None),
        Ask::Transactions(Box::new(TransactionsQuery::of_account(EntityId::from_num(1002))), None),
        Ask::Account(AccountQuery::now(EntityId::from_num(1005))),
        Ask::Token(EntityId::from_num(2002)),
        Ask::TokenBalances(TokenBalancesQuery::of(EntityId::from_num(2001)), None),
        Ask::Block(BlockQuery::parse("70002150")?),
        Ask::ExchangeRates(ExchangeRatesQuery::at(timestamp)),
        submission(SubmissionBody::Similarity { creation_hash: None }),
        submission(SubmissionBody::Import { api_key: None }),
        Ask::Job(JobPoll { key, id, server, etag: None, may_repeat_key: false }),
        Ask::Verified(chain.clone(), address, Extent::Whole),
        Ask::Verified(chain, address, Extent::Sources),
        Ask::AllChains(address),
        Ask::Chains,
    ])
}

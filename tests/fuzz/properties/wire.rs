//! Answers of servers: any body is an answer or a failure, and what is said of it is harmless.

use std::sync::LazyLock;

use api::{
    AllChainsQuery, AnyOperation, ChainsQuery, Extent, JobPoll, Network, OpcodesQuery, Operation as _,
    PageOf, PrestateQuery, ScheduleQuery, Submit, TokenQuery, VerifiedQuery,
};
use client::{Client, Options, read_job_record, read_verified};
use ledger::query::{
    AccountQuery, BlockQuery, ContractCallQuery, ContractQuery, ContractsQuery, ExchangeRatesQuery,
    ExecutionQuery, LogsQuery, ResultQuery, ResultsQuery, SchedulesQuery, StateQuery, TokenBalancesQuery,
    TransactionQuery, TransactionsQuery,
};
use ledger::{ContractRef, EntityId, EvmAddress, ExecutionRef, HexBytes, RawJson, Timestamp, TransactionId};
use verification::{ChainId, JobId, JobKey, Submission, SubmissionBody};

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
    static OPERATIONS: LazyLock<Vec<AnyOperation>> = LazyLock::new(|| operations().expect("ids are sound"));
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
fn operations() -> Option<Vec<AnyOperation>> {
    let contract = ContractRef::Id(EntityId::from_num(5001));
    let timestamp = Timestamp::from_secs(1_795_216_321);
    let (key, id) = (JobKey { made: timestamp, process: 1 }, JobId::parse(JOB)?);
    let (chain, address) = (ChainId::parse("296")?, EvmAddress::new([7; 20]));
    let submission =
        |body| Submit { job: key, submission: Submission { chain: chain.clone(), address, body } }.any();
    let by_hash = || ExecutionRef::parse(HASH);
    let transaction = TransactionQuery::family(TransactionId::parse(TRANSACTION)?);
    let server = "http://localhost:5551".to_owned();
    Some(vec![
        PageOf::first(ContractsQuery::default()).any(),
        ContractQuery::now(contract).any(),
        ContractCallQuery::new(address, HexBytes::default()).any(),
        ContractCallQuery { estimate: true, ..ContractCallQuery::new(address, HexBytes::default()) }.any(),
        PageOf::first(ResultsQuery::all(contract)).any(),
        ResultQuery { contract, timestamp, weibar: true }.any(),
        transaction.any(),
        PageOf::first(SchedulesQuery::default()).any(),
        ScheduleQuery(EntityId::from_num(7002)).any(),
        ExecutionQuery::new(by_hash()?).any(),
        PageOf::first(by_hash()?).any(),
        OpcodesQuery(by_hash()?).any(),
        PrestateQuery(by_hash()?).any(),
        PageOf::first(LogsQuery::all(contract)).any(),
        PageOf::first(StateQuery::all(contract)).any(),
        PageOf::first(TransactionsQuery::of_account(EntityId::from_num(1002))).any(),
        AccountQuery::now(EntityId::from_num(1005)).any(),
        TokenQuery(EntityId::from_num(2002)).any(),
        PageOf::first(TokenBalancesQuery::of(EntityId::from_num(2001))).any(),
        BlockQuery::parse("70002150")?.any(),
        ExchangeRatesQuery::at(timestamp).any(),
        submission(SubmissionBody::Similarity { creation_hash: None }),
        submission(SubmissionBody::Import { api_key: None }),
        JobPoll { key, id, server, etag: None, may_repeat_key: false }.any(),
        VerifiedQuery { chain: chain.clone(), address, extent: Extent::Whole }.any(),
        VerifiedQuery { chain, address, extent: Extent::Sources }.any(),
        AllChainsQuery(address).any(),
        ChainsQuery.any(),
    ])
}

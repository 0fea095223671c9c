//! What was answered before: not asked for again while the server says that it holds, and then only by its tag.

use api::{
    Answer, AnyOperation, ChainsQuery, Extent, FoundResult, Operation as _, Priority, Request, Response,
};
use ledger::query::{ContractQuery, ResultQuery};
use ledger::{ContractRef, EntityId, Timestamp};

use crate::asks;
use crate::server::{Reply, Server};

const BUSY: &str = r#"{"contract_id":"0.0.5001","evm_address":"0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"}"#;
const CONTRACT: ContractRef = ContractRef::Id(EntityId::from_num(5001));

fn contract() -> AnyOperation {
    ContractQuery::now(CONTRACT).any()
}

fn result() -> AnyOperation {
    ResultQuery { contract: CONTRACT, timestamp: Timestamp::from_secs(1_795_219_000), weibar: false }.any()
}

/// Asks twice with one client.
async fn twice(server: &Server, ask: AnyOperation) -> [Response; 2] {
    let client = server.client();
    let request = Request { network: "test".to_owned(), ask };
    [client.ask(&request, Priority::Key, |_| {}).await, client.ask(&request, Priority::Key, |_| {}).await]
}

#[tokio::test]
async fn what_holds_for_minutes_is_not_asked_for_again() {
    let body = r#"{"contract_id":"0.0.5001","timestamp":"1795219000.000000000"}"#;
    let reply = Reply::new(200, body).with("cache-control", "public, max-age=600").with("etag", "W/\"a\"");
    let server = Server::start([reply]).await;
    let [first, second] = twice(&server, result()).await;
    assert!(matches!(first.outcome, Ok(Answer::Result(FoundResult { partial: false, .. }))), "{first:?}");
    assert_eq!(second, first, "the time at which it was read included");
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn what_is_asked_anew_is_asked_for_by_its_tag_whatever_holds() {
    let body = r#"{"contract_id":"0.0.5001","timestamp":"1795219000.000000000"}"#;
    let reply = Reply::new(200, body).with("cache-control", "public, max-age=600").with("etag", "W/\"a\"");
    let unchanged = Reply::new(304, "").with("cache-control", "public, max-age=600");
    let server = Server::start([reply, unchanged]).await;
    let client = server.client();
    let request = Request { network: "test".to_owned(), ask: result() };
    let first = client.ask(&request, Priority::Key, |_| {}).await;
    client.expire(&request.ask);
    let second = client.ask(&request, Priority::Key, |_| {}).await;
    assert_eq!(second.outcome, first.outcome);
    client.ask(&request, Priority::Key, |_| {}).await;
    let tags: Vec<_> =
        server.seen().iter().map(|seen| seen.header("if-none-match").map(str::to_owned)).collect();
    assert_eq!(tags, [None, Some("W/\"a\"".to_owned())], "it holds again from then on");
}

#[tokio::test]
async fn what_may_change_is_asked_for_by_its_tag() {
    let full = || Reply::new(200, BUSY).with("cache-control", "public, max-age=1");
    let unchanged = Reply::new(304, "").with("etag", "W/\"a\"");
    let changed = Reply::new(200, BUSY.replace("5001", "5002")).with("etag", "W/\"b\"");
    let server = Server::start([full().with("etag", "W/\"a\""), unchanged, changed]).await;
    let client = server.client();
    let request = Request { network: "test".to_owned(), ask: contract() };
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(client.ask(&request, Priority::Key, |_| {}).await.outcome.unwrap());
    }
    assert_eq!(answers[0], answers[1]);
    assert_ne!(answers[1], answers[2]);
    let seen = server.seen();
    let tags: Vec<_> = seen.iter().map(|seen| seen.header("if-none-match")).collect();
    assert_eq!(tags, [None, Some("W/\"a\""), Some("W/\"a\"")]);
}

#[tokio::test]
async fn what_lacks_a_piece_or_failed_or_is_not_to_be_kept_is_asked_for_again() {
    let body = r#"{"contract_id":"0.0.5001","timestamp":"1795219000.000000000"}"#;
    let kept = |reply: Reply| reply.with("etag", "W/\"a\"");
    for first in [
        kept(Reply::new(206, body)).with("cache-control", "max-age=600"),
        kept(Reply::new(404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#))
            .with("cache-control", "max-age=600"),
        kept(Reply::new(200, "no json")).with("cache-control", "max-age=600"),
        kept(Reply::new(200, body)).with("cache-control", "no-store"),
    ] {
        let server = Server::start([first, Reply::new(200, body)]).await;
        let [_, second] = twice(&server, result()).await;
        assert!(second.outcome.is_ok(), "{second:?}");
        assert_eq!(server.seen().get(1).and_then(|seen| seen.header("if-none-match")), None);
    }
}

#[tokio::test]
async fn a_rate_of_the_past_is_asked_for_once_although_the_server_says_nothing_of_how_long_it_holds() {
    let server = Server::start([Reply::new(200, r#"{"current_rate":null}"#)]).await;
    let [first, second] = twice(&server, asks::exchange_rates()).await;
    assert!(matches!(first.outcome, Ok(Answer::ExchangeRates(_))), "{first:?}");
    assert_eq!((second, server.seen().len()), (first, 1));
}

/// What the verifier has of the contract that [`asks::verified`] asks for.
const MATCH: &str = r#"{"match":"match","creationMatch":null,"runtimeMatch":"match","chainId":"296",
    "address":"0x5FC8d32690cc91D4c39d9d3abcBD16989F875707","verifiedAt":"2026-11-21T01:20:56Z","matchId":"6"}"#;

fn reply(body: &str, tag: &str, control: &str) -> Reply {
    Reply::new(200, body).with("etag", tag).with("cache-control", control)
}

fn tags(server: &Server) -> Vec<Option<String>> {
    server.seen().iter().map(|seen| seen.header("if-none-match").map(str::to_owned)).collect()
}

#[tokio::test]
async fn what_a_verifier_said_is_asked_for_by_its_tag() {
    let chains = r#"[{"name":"Testnet","chainId":296,"supported":true}]"#;
    let all = format!("{{\"results\":[{MATCH}]}}");
    for (asked, body) in [
        (asks::verified(Extent::Match), MATCH),
        (asks::all_chains(), &*all),
        (ChainsQuery.any(), chains),
        (asks::job_contract(""), MATCH),
    ] {
        let server = Server::start([Reply::new(200, body).with("etag", "a"), Reply::new(304, "")]).await;
        let asked = if matches!(asked, AnyOperation::JobContract(_)) {
            asks::job_contract(&server.at(""))
        } else {
            asked
        };
        let [first, second] = twice(&server, asked).await;
        assert!(first.outcome.is_ok(), "{first:?}");
        assert_eq!((&second.outcome, second.body_bytes), (&first.outcome, first.body_bytes));
        assert_eq!(tags(&server), [None, Some("a".to_owned())], "{:?}", first.request);
    }
}

#[tokio::test]
async fn what_a_verifier_said_holds_for_as_long_as_it_says_but_not_beyond_the_end_of_a_job() {
    let running = Reply::new(200, r#"{"isJobCompleted":false}"#);
    let ended = Reply::new(200, r#"{"isJobCompleted":true}"#);
    let exact = MATCH.replace(r#""match":"match""#, r#""match":"exact_match""#);
    let script = [reply(MATCH, "a", "max-age=600"), running, ended, reply(&exact, "b", "max-age=600")];
    let server = Server::start(script).await;
    let client = server.client();
    let ask = async |ask| {
        let request = Request { network: "test".to_owned(), ask };
        client.ask(&request, Priority::Key, |_| {}).await.outcome.unwrap()
    };
    let verified = || ask(asks::verified(Extent::Match));
    let before = verified().await;
    ask(asks::job(&server.at(""), None)).await;
    assert_eq!((verified().await, server.seen().len()), (before.clone(), 2), "it holds while the job runs");
    ask(asks::job(&server.at(""), None)).await;
    assert_ne!(verified().await, before, "the job may have changed it");
    assert_eq!(tags(&server), [None, None, None, Some("a".to_owned())]);
}

#[tokio::test]
async fn jobs_and_what_is_asked_for_them_are_asked_for_each_time_whatever_holds() {
    for (asked, body) in [
        (asks::job as fn(&str, Option<&str>) -> AnyOperation, r#"{"isJobCompleted":false}"#),
        (|server: &str, _: Option<&str>| asks::job_contract(server), MATCH),
    ] {
        let server = Server::start([reply(body, "a", "max-age=600")]).await;
        let asked = asked(&server.at(""), None);
        let [first, second] = twice(&server, asked).await;
        assert_eq!((first.outcome.is_ok(), second.outcome.is_ok(), server.seen().len()), (true, true, 2));
    }
}

#[tokio::test]
async fn that_a_contract_is_not_verified_may_change_at_any_time() {
    let none = r#"{"match":null,"creationMatch":null,"runtimeMatch":null,"chainId":"296","address":"0x5FC8d32690cc91D4c39d9d3abcBD16989F875707"}"#;
    let none = Reply { status: 404, ..reply(none, "a", "max-age=600") };
    let server = Server::start([none, Reply::new(200, MATCH)]).await;
    let [first, second] = twice(&server, asks::verified(Extent::Match)).await;
    assert!(first.outcome.is_ok() && first.outcome != second.outcome, "{second:?}");
    assert_eq!(tags(&server), [None, None]);
}

//! Calls that are asked for: a POST that only asks, what comes of it, and what is none of it.

use api::{Answer, Failure, Operation as _};
use ledger::query::{BlockQuery, ContractCallQuery};
use ledger::{CallOutcome, EvmAddress, HexBytes};

use crate::asks;
use crate::replay::{ask, recorded, replaying};
use crate::server::{Reply, Server};

const REVERTED: &str = r#"{"_status":{"messages":[{"message":"CONTRACT_REVERT_EXECUTED",
    "detail":"Custom revert message","data":"0x08c379a0"}]}}"#;

async fn outcome(reply: Reply) -> Result<CallOutcome, Failure> {
    let server = Server::start([reply]).await;
    match server.asked(asks::contract_call()).await.0 {
        Ok(Answer::ContractCall(outcome)) => Ok((*outcome).clone()),
        Ok(other) => panic!("{other:?}"),
        Err(failure) => Err(failure),
    }
}

fn bytes(hex: &str) -> HexBytes {
    HexBytes::parse(hex).unwrap()
}

#[tokio::test]
async fn a_call_is_a_post_of_json() {
    let server = Server::start([Reply::new(200, r#"{"result":"0x01"}"#)]).await;
    let query = ContractCallQuery {
        block: BlockQuery::parse("70002150"),
        from: Some(EvmAddress::new([0x22; 20])),
        ..ContractCallQuery::new(EvmAddress::new([0x11; 20]), bytes("0x06fdde03"))
    };
    server.asked(query.any()).await.0.unwrap();
    let seen = &server.seen()[0];
    assert_eq!((seen.method.as_str(), seen.path.as_str()), ("POST", "/api/v1/contracts/call"));
    assert_eq!(seen.header("content-type"), Some("application/json"));
    let (from, to) = ("22".repeat(20), "11".repeat(20));
    let body = format!(
        r#"{{"block":"70002150","data":"0x06fdde03","estimate":false,"from":"0x{from}","to":"0x{to}"}}"#
    );
    assert_eq!(seen.body, body);
}

#[tokio::test]
async fn an_execution_that_fails_is_an_answer() {
    let returned = outcome(Reply::new(200, r#"{"result":"0x"}"#)).await;
    assert_eq!(returned, Ok(CallOutcome::Returned(bytes("0x"))));
    let (data, detail) = (bytes("0x08c379a0"), "Custom revert message".into());
    assert_eq!(outcome(Reply::new(400, REVERTED)).await, Ok(CallOutcome::Reverted { data, detail }));
    let halted = r#"{"_status":{"messages":[{"message":"INSUFFICIENT_GAS","detail":"","data":""}]}}"#;
    let (status, detail) = ("INSUFFICIENT_GAS".into(), "".into());
    assert_eq!(outcome(Reply::new(400, halted)).await, Ok(CallOutcome::Halted { status, detail }));
}

#[tokio::test]
async fn what_is_no_execution_is_a_failure() {
    let unknown = r#"{"_status":{"messages":[{"message":"Bad Request","detail":"Unknown block number"}]}}"#;
    assert!(matches!(outcome(Reply::new(400, unknown)).await, Err(Failure::Invalid { .. })));
    let missing = r#"{"_status":{"messages":[{"message":"Not found"}]}}"#;
    assert!(matches!(outcome(Reply::new(404, missing)).await, Err(Failure::NotFound { .. })));
    for (status, body) in [(404, "404 page not found"), (405, ""), (501, missing), (200, "<html></html>")] {
        let failure = outcome(Reply::new(status, body)).await.unwrap_err();
        assert!(matches!(failure, Failure::NotOffered { .. }), "{status}: {failure:?}");
    }
    assert!(matches!(outcome(Reply::new(415, "")).await, Err(Failure::Refused { status: 415, .. })));
    let odd = outcome(Reply::new(200, r#"{"result":7}"#)).await;
    assert!(matches!(odd, Err(Failure::NotUnderstood { at, .. }) if at == "result"));
}

#[tokio::test]
async fn a_call_may_be_repeated_unlike_a_submission() {
    for status in [429, 503] {
        let server = Server::start([Reply::new(status, ""), Reply::new(200, r#"{"result":"0x"}"#)]).await;
        let (outcome, news) = server.asked(asks::contract_call()).await;
        assert!(outcome.is_ok() && news.len() == 1, "{status}: {outcome:?}");
        let bodies: Vec<String> = server.seen().into_iter().map(|seen| seen.body).collect();
        assert_eq!(bodies[0], bodies[1]);
    }
}

#[tokio::test]
async fn a_recording_answers_each_call_with_its_own() {
    let call = |byte: u8| {
        let query = ContractCallQuery::new(EvmAddress::new([0x11; 20]), HexBytes::from(vec![byte; 4]));
        query.any()
    };
    let server =
        Server::start([Reply::new(200, r#"{"result":"0x01"}"#), Reply::new(200, r#"{"result":"0x02"}"#)])
            .await;
    let recording = recorded(&server, vec![call(1), call(2)]).await;
    let client = replaying(&recording);
    for (byte, returned) in [(2, "0x02"), (1, "0x01")] {
        let Ok(Answer::ContractCall(outcome)) = ask(&client, call(byte)).await.outcome else { panic!() };
        assert_eq!(*outcome, CallOutcome::Returned(bytes(returned)));
    }
    assert_eq!(ask(&client, call(3)).await.outcome, Err(Failure::NotRecorded));
}

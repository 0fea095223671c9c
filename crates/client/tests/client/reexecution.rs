//! What servers may tell of an execution besides its record: its steps on present rules, and the state before it.

use api::{Answer, Failure, Priority, Request};
use ledger::{EvmAddress, HexBytes};

use crate::asks;
use crate::server::{Reply, Server};

/// The example of the proposal.
const OPCODES: &str = r#"{"address":"0x8fa7e2c5d9b1a3f4e6d8c0b2a4f6e8d0c2b4298c","contract_id":"0.0.1059","gas":24116,
    "failed":false,"return_value":"","opcodes":[{"depth":1,"gas":4519,"gas_cost":100,"memory":["0x00"],"op":"SLOAD",
    "pc":541,"reason":null,"stack":["0x00"],"storage":{"0x00":"0x14"}},{"depth":2,"op":"","pc":0},{"op":null}]}"#;
const PRESTATE: &str = r#"{"pre":[{"address":"0xe1da8919f262ee86f9be05059c9280142cf23f48","balance":"0x18","code":"0x6080",
    "nonce":5,"storage":{"0x00000001":"0x24","no slot":"0x25","0x02":7}},{"address":"0x000000000000000000000000000000000000040a"}],
    "post":[]}"#;

#[tokio::test]
async fn the_steps_of_a_server_are_read_with_their_depths() {
    let server = Server::start([Reply::new(200, OPCODES)]).await;
    let (Ok(Answer::Opcodes(trace)), _) = server.asked(asks::opcodes()).await else { panic!() };
    assert_eq!((trace.gas.value(), trace.failed.value()), (Some(24_116), Some(false)));
    let steps = trace.opcodes.iter().map(|step| (step.depth, step.op.escaped()));
    let steps: Vec<_> = steps.collect();
    assert_eq!(steps, [(Some(1), "SLOAD".to_owned()), (Some(2), String::new()), (None, String::new())]);
    assert!(server.seen()[0].header("accept-encoding").is_some_and(|encodings| encodings.contains("gzip")));
}

#[tokio::test]
async fn the_state_before_is_read_account_by_account() {
    let server = Server::start([Reply::new(200, PRESTATE)]).await;
    let (Ok(Answer::Prestate(state)), _) = server.asked(asks::prestate()).await else { panic!() };
    let [first, second] = &state.accounts[..] else { panic!("{state:?}") };
    assert_eq!(first.address.value(), EvmAddress::parse("0xe1da8919f262ee86f9be05059c9280142cf23f48").ok());
    assert_eq!(first.balance.value().unwrap().0.unwrap().to_string(), "24");
    assert_eq!((first.code.known().unwrap().to_hex().as_str(), first.nonce.value()), ("0x6080", Some(5)));
    let word = |text: &str| HexBytes::parse(text).unwrap();
    assert_eq!(first.storage, [(word("0x00000001"), word("0x24"))], "what cannot be read is left out");
    assert!(second.balance.is_absent() && second.storage.is_empty());
}

#[tokio::test]
async fn what_is_neither_is_not_understood() {
    for (ask, body) in [
        (asks::opcodes(), r#"{"opcodes":7}"#),
        (asks::opcodes(), "{}"),
        (asks::prestate(), r#"{"pre":{}}"#),
        (asks::prestate(), r#"{"pre":[7]}"#),
    ] {
        let (outcome, _) = Server::start([Reply::new(200, body)]).await.asked(ask).await;
        assert!(matches!(outcome, Err(Failure::NotUnderstood { .. })), "{body}: {outcome:?}");
    }
}

#[tokio::test]
async fn the_state_before_is_asked_for_once_whatever_happens() {
    let server = Server::start([Reply::new(503, ""), Reply::new(200, PRESTATE)]).await;
    let request = Request { network: "test".to_owned(), ask: asks::prestate() };
    let response = server.client().ask(&request, Priority::Key, |_| panic!("no retry")).await;
    assert!(response.outcome.is_err());
    assert_eq!(server.seen().len(), 1);
}

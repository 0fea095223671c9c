//! Recordings: what was answered is answered again, and nobody is asked.

use std::sync::{Arc, Mutex};
use std::{fs, slice};

use api::{
    AnyOperation, ChainsQuery, Failure, Operation as _, Priority, Request, Response,
    recording::{Lines, Recording},
};
use hieroscope_client::{Client, Options, Replay};
use ledger::query::ContractQuery;
use ledger::{ContractRef, EntityId, Timestamp};

use crate::asks;
use crate::exchange::folder;
use crate::server::{Reply, Server, network, quick};

const NOBODY: &str = "http://127.0.0.1:1";

pub(crate) fn replaying(recording: &str) -> Client {
    let replay = Some(Arc::new(Replay::new(&Recording::parse(recording))));
    Client::new(&network(NOBODY, NOBODY), Options { replay, ..quick() }).unwrap()
}

pub(crate) async fn ask(client: &Client, ask: AnyOperation) -> Response {
    client.ask(&Request { network: "test".to_owned(), ask }, Priority::Key, drop).await
}

/// What a server answers to these, as a recording.
pub(crate) async fn recorded(server: &Server, asks: Vec<AnyOperation>) -> String {
    let (options, network) = (quick(), server.network());
    let (lines, first) = Lines::begin(&network, slice::from_ref(&network).to_vec(), Timestamp::from_secs(1));
    let written = Arc::new(Mutex::new((lines, first)));
    let heard = Arc::clone(&written);
    options.listeners.add(move |news| {
        let (lines, text) = &mut *heard.lock().unwrap();
        text.extend(lines.of(&news.exchange));
    });
    let client = Client::new(&network, options).unwrap();
    for question in asks {
        let _ = ask(&client, question).await;
    }
    written.lock().unwrap().1.clone()
}

#[tokio::test]
async fn answers_come_again_in_their_order_and_what_is_not_there_is_said() {
    let answer = |nonce| Reply::new(200, format!(r#"{{"contract_id":"0.0.5001","nonce":{nonce}}}"#));
    let server = Server::start([answer(1), answer(2), Reply::new(404, "{}")]).await;
    let recording = recorded(&server, vec![asks::contract(), asks::contract(), asks::schedule()]).await;
    assert_eq!(recording.lines().count(), 4);
    let client = replaying(&recording);
    for nonce in [1, 2, 2] {
        let response = ask(&client, asks::contract()).await;
        let shown = format!("{:?}", response.outcome.unwrap());
        assert!(shown.contains(&format!("nonce: Known({nonce})")), "{shown}");
    }
    assert!(matches!(ask(&client, asks::schedule()).await.outcome, Err(Failure::NotFound { .. })));
    assert_eq!(ask(&client, ChainsQuery.any()).await.outcome, Err(Failure::NotRecorded));
}

#[tokio::test]
async fn no_recording_holds_a_key() {
    const KEY: &str = "K3y/Th4t\"Nobody+May_See";
    let server = Server::start([Reply::new(400, r#"{"message":"bad key K3y/Th4t\"Nobody+May_See"}"#)]).await;
    let recording = recorded(&server, vec![asks::import(Some(KEY))]).await;
    assert!(recording.contains("bad key ********"), "{recording}");
    assert!(!recording.to_lowercase().contains("k3y"), "{recording}");
}

/// The fixtures have the form of recordings.
#[tokio::test]
async fn recorded_answers_of_real_servers_are_a_recording() {
    let file = fs::read_to_string(folder("mirror").join("022-contract-null-everything.json")).unwrap();
    let recording = Recording::parse(&file);
    assert_eq!((recording.exchanges.len(), recording.unread), (1, 0));
    let query = ContractQuery::now(ContractRef::Id(EntityId::parse("0.0.5023").unwrap()));
    let response = ask(&replaying(&file), query.any()).await;
    assert!(response.outcome.is_ok(), "{response:?}");
}

#[tokio::test]
async fn no_answer_comes_later_than_the_replays_clock_says_it_is() {
    let late = r#"[{"at":"9999999999.000000000","method":"GET","path":"/api/v1/schedules/0.0.7002","status":200,
        "headers":{},"body":"{\"schedule_id\":\"0.0.7002\"}"}]"#;
    for back in [0, 1_000_000] {
        let replay = Replay::new(&Recording::parse(late)).with_clock_back(back);
        let options = Options { replay: Some(Arc::new(replay)), ..quick() };
        let client = Client::new(&network(NOBODY, NOBODY), options).unwrap();
        let response = ask(&client, asks::schedule()).await;
        assert!(response.outcome.is_ok() && response.at.seconds + back <= seconds_now(), "{response:?}");
    }
}

#[expect(clippy::disallowed_methods, reason = "answers are dated by the clock")]
fn seconds_now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs()
}

//! One budget for each host: how often it is asked, who goes first, and what one that stalls or is busy holds up.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use api::{Failure, Network, Operation as _, Priority, Request, RequestBudget, Stage, Told};
use hieroscope_client::{Client, Listeners, Options, Rank};
use ledger::query::ContractQuery;
use ledger::{ContractRef, EntityId, Timestamp};
use tokio::task::JoinSet;

use crate::server::{Reply, Server, quick};

const FOUND: &str = r#"{"contract_id":"0.0.7002"}"#;

fn contract(num: u64) -> Request {
    let of = ContractRef::Id(EntityId::from_num(num));
    Request { network: "test".to_owned(), ask: ContractQuery::now(of).any() }
}

fn with_budget(server: &Server, per_second: u32, burst: u32) -> Network {
    Network { budget: RequestBudget { per_second, burst }, ..server.network() }
}

/// Sends so many questions at once, each of this priority. When each was answered, if it was.
fn ask_all(client: &Client, nums: Range<u64>, priority: Priority) -> JoinSet<Option<Timestamp>> {
    let mut all = JoinSet::new();
    for num in nums {
        let client = client.clone();
        all.spawn(async move {
            let response = client.ask(&contract(num), priority, |_| ()).await;
            response.outcome.is_ok().then_some(response.at)
        });
    }
    all
}

#[tokio::test]
async fn after_a_burst_a_host_is_asked_only_so_often() {
    let server = Server::start([Reply::new(200, FOUND)]).await;
    let client = Client::new(&with_budget(&server, 50, 5), quick()).unwrap();
    let all = ask_all(&client, 0..15, Priority::Poll).join_all().await;
    let mut times: Vec<Timestamp> = all.into_iter().flatten().collect();
    times.sort_unstable();
    assert_eq!((times.len(), server.seen().len()), (15, 15));
    let millis = times[14].since(times[0]) / 1_000_000;
    assert!(millis >= 150, "ten more than the burst, one each 20 ms: {millis} ms");
}

#[tokio::test]
async fn what_a_key_asks_for_overtakes_a_thousand_polls() {
    let server = Server::start([Reply::new(200, FOUND)]).await;
    let client = Client::new(&with_budget(&server, 100, 1), quick()).unwrap();
    let polls = ask_all(&client, 1..1_001, Priority::Poll);
    while server.seen().is_empty() {
        tokio::task::yield_now().await;
    }
    let response = client.ask(&contract(5_000), Priority::Key, |_| ()).await;
    assert!(response.outcome.is_ok());
    let before = server.paths().iter().position(|path| path.contains("5000")).unwrap();
    assert!(before < 100, "{before} polls went before it");
    drop(polls);
}

#[tokio::test]
async fn a_host_that_stalls_holds_up_no_other() {
    let stalled = Server::start([Reply::silent()]).await;
    let healthy = Server::start([Reply::new(200, FOUND)]).await;
    let one = Client::new(&stalled.network(), quick()).unwrap();
    let other = one.for_network(&healthy.network()).unwrap();
    let waiting = ask_all(&one, 0..40, Priority::Key);
    while stalled.seen().len() < 8 {
        tokio::task::yield_now().await;
    }
    assert!(other.ask(&contract(1), Priority::Background, |_| ()).await.outcome.is_ok());
    assert_eq!(stalled.seen().len(), 8, "as many as may be under way");
    drop(waiting);
}

#[tokio::test]
async fn covered_panes_that_wait_for_a_stalled_answer_hold_up_no_visible_one() {
    let silent = std::iter::repeat_n(Reply::silent(), 8);
    let server = Server::start(silent.chain([Reply::new(200, FOUND)])).await;
    let client = Client::new(&server.network(), quick()).unwrap();
    let rank = Rank::from(Priority::Visible);
    let mut covered = JoinSet::new();
    for num in 0..8 {
        let (client, rank) = (client.clone(), rank.clone());
        covered.spawn(async move { client.ask(&contract(num), rank, |_| ()).await });
    }
    while server.seen().len() < 8 {
        tokio::task::yield_now().await;
    }
    rank.set(Priority::Background);
    assert!(client.ask(&contract(9), Priority::Visible, |_| ()).await.outcome.is_ok());
    drop(covered);
}

#[tokio::test]
async fn a_429_slows_its_host_for_all_who_ask_it_and_each_says_until_when() {
    let busy = Reply::new(429, "").with("Retry-After", "1");
    let server = Server::start([busy, Reply::new(200, FOUND)]).await;
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listeners = Listeners::default();
    let listens = Arc::clone(&heard);
    listeners.add(move |told: &Told| listens.lock().unwrap().push(told.clone()));
    let client = Client::new(&server.network(), Options { listeners, ..quick() }).unwrap();
    let first = ask_all(&client, 1..2, Priority::Visible);
    while server.seen().is_empty() || client_is_free(&heard) {
        tokio::task::yield_now().await;
    }
    let waits = Mutex::new(Vec::new());
    let progress = |news| waits.lock().unwrap().push(news);
    let response = client.ask(&contract(2), Priority::Key, progress).await;
    assert!(response.outcome.is_ok(), "{:?}", response.outcome);
    let waits = waits.into_inner().unwrap();
    let [wait] = waits.as_slice() else { panic!("{waits:?}") };
    assert!(matches!(wait.failure, Failure::RateLimited { until: Some(_), .. }), "{wait:?}");
    assert!(response.at >= wait.at, "it was answered before its host wanted to be asked");
    assert!(first.join_all().await.iter().all(Option::is_some));
    assert_eq!(server.seen().len(), 3);
    let budget = heard.lock().unwrap().iter().rev().find_map(|told| told.budget).unwrap();
    assert_eq!(budget.refill_millis, 200, "half as often as before");
}

/// Whether no answer was heard of.
fn client_is_free(heard: &Mutex<Vec<Told>>) -> bool {
    !heard.lock().unwrap().iter().any(|told| matches!(told.exchange.stage, Stage::Answered(_)))
}

#[tokio::test]
async fn a_host_that_asks_for_an_hour_is_not_asked_and_not_waited_for_but_when_the_user_says_so() {
    let busy = Reply::new(429, "").with("Retry-After", "3600");
    let server = Server::start([busy, Reply::new(200, FOUND)]).await;
    let client = Client::new(&server.network(), quick()).unwrap();
    for _ in 0..3 {
        let response = client.ask(&contract(1), Priority::Visible, |_| ()).await;
        assert!(matches!(response.outcome, Err(Failure::RateLimited { until: Some(_), .. })), "{response:?}");
    }
    assert_eq!(server.seen().len(), 1);
    assert!(client.ask(&contract(1), Priority::Urgent, |_| ()).await.outcome.is_ok());
}

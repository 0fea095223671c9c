//! Faults over real HTTP.

use std::time::Duration;

use super::{Fault, Faults, RetryAfter, Rule};
use crate::demo::{Clock, Demo, Options, start};
use crate::ledger::Timestamp;

const PATH: &str = "/api/v1/contracts/0.0.5002";

async fn network(rule: Rule) -> Demo {
    let faults = Faults::default();
    faults.add(rule);
    let clock = Clock::fixed(Timestamp::of(1_795_219_200));
    start(Options { clock, faults, ..Options::default() }).await.unwrap()
}

async fn get(demo: &Demo) -> reqwest::Result<reqwest::Response> {
    crate::demo::http().get(format!("{}{PATH}", demo.url())).send().await
}

fn busy(retry_after: RetryAfter) -> Fault {
    Fault::Status { status: 429, body: "{}".to_owned(), retry_after: Some(retry_after) }
}

#[tokio::test]
async fn a_status_comes_with_when_to_come_again_and_ends() {
    let demo = network(Rule::new(PATH, busy(RetryAfter::Seconds(3))).times(1)).await;
    let first = get(&demo).await.unwrap();
    assert_eq!((first.status().as_u16(), first.headers()["retry-after"].to_str().unwrap()), (429, "3"));
    assert_eq!(get(&demo).await.unwrap().status(), 200);
    assert_eq!(demo.requests(), [format!("GET {PATH}"), format!("GET {PATH}")]);
    let demo = network(Rule::new(PATH, busy(RetryAfter::Date(90)))).await;
    let dated = get(&demo).await.unwrap();
    assert_eq!(dated.headers()["retry-after"].to_str().unwrap(), "Sat, 21 Nov 2026 00:01:30 GMT");
}

#[tokio::test]
async fn a_proxy_answers_in_html() {
    let demo = network(Rule::new("/", Fault::Html)).await;
    let answer = get(&demo).await.unwrap();
    assert_eq!(answer.status(), 502);
    assert!(answer.text().await.unwrap().starts_with("<html>"));
}

#[tokio::test]
async fn answers_are_cut_broken_and_dropped() {
    let cut = network(Rule::new(PATH, Fault::Truncate)).await;
    let text = get(&cut).await.unwrap().text().await.unwrap();
    assert!(text.starts_with('{') && serde_json::from_str::<serde_json::Value>(&text).is_err());

    let torn = network(Rule::new(PATH, Fault::Break)).await;
    let answer = get(&torn).await.unwrap();
    assert_eq!(answer.status(), 200);
    assert!(answer.text().await.is_err());

    let dropped = network(Rule::new(PATH, Fault::Drop)).await;
    assert!(get(&dropped).await.is_err());
}

#[tokio::test]
async fn a_dripping_answer_arrives_whole() {
    let demo = network(Rule::new(PATH, Fault::Drip(Duration::from_micros(1))).times(1)).await;
    let slow = get(&demo).await.unwrap().text().await.unwrap();
    let quick = get(&demo).await.unwrap().text().await.unwrap();
    assert_eq!(slow, quick);
}

#[tokio::test]
async fn what_stalls_ends_with_the_network() {
    for fault in [Fault::Stall, Fault::Lose] {
        let demo = network(Rule::new(PATH, fault)).await;
        let url = format!("{}{PATH}", demo.url());
        let asking = tokio::spawn(crate::demo::http().get(url).send());
        while demo.requests().is_empty() {
            tokio::task::yield_now().await;
        }
        assert!(!asking.is_finished());
        drop(demo);
        // It is over, one way or another.
        let _ = asking.await.unwrap();
    }
}

#[test]
fn a_rule_strikes_what_it_matches_as_often_as_it_says() {
    let faults = Faults::default();
    faults.add(Rule::new("/api/v1/contracts", Fault::Stall).times(2).after(1));
    faults.clone().add(Rule::new("/api", Fault::Drop));
    let strikes: Vec<Option<Fault>> = (0..4).map(|_| faults.strike("/api/v1/contracts/5001")).collect();
    assert_eq!(strikes, [None, Some(Fault::Stall), Some(Fault::Stall), Some(Fault::Drop)]);
    assert_eq!(faults.strike("/v2"), None);
    faults.clear();
    assert_eq!(faults.strike("/api"), None);
}

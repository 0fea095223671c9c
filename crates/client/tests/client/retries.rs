//! When a request is made again, when it is not, and what is told about it.

use std::time::Duration;

use api::{Answer, AnyOperation, Failure, Priority, Request};
use hieroscope_client::{Client, Options};

use crate::asks;
use crate::server::{Reply, Server, network, quick};

const FOUND: &str = r#"{"schedule_id":"0.0.7002"}"#;

#[tokio::test]
async fn a_read_that_fails_in_passing_is_repeated_and_each_wait_is_told() {
    for status in [429, 502, 503, 504] {
        let server =
            Server::start([Reply::new(status, ""), Reply::new(status, ""), Reply::new(200, FOUND)]).await;
        let (outcome, news) = server.asked(asks::schedule()).await;
        assert!(matches!(outcome, Ok(Answer::Schedule(_))), "{status}: {outcome:?}");
        assert_eq!(server.seen().len(), 3);
        assert_eq!(news.iter().map(|news| (news.attempt, news.of)).collect::<Vec<_>>(), [(2, 4), (3, 4)]);
        assert!(news.iter().all(|news| news.failure.is_passing() && news.request.ask == asks::schedule()));
    }
}

#[tokio::test]
async fn a_read_is_given_up_after_four_attempts() {
    let server = Server::start([Reply::new(503, "").with("Retry-After", "0")]).await;
    let (outcome, news) = server.asked(asks::contract()).await;
    assert!(matches!(outcome, Err(Failure::ServerFault { status: 503, .. })), "{outcome:?}");
    assert_eq!((server.seen().len(), news.len()), (4, 3));
}

#[tokio::test]
async fn a_lasting_failure_is_not_repeated() {
    for status in [400, 401, 403, 404, 409, 500, 501] {
        let server = Server::start([Reply::new(status, "")]).await;
        let (outcome, news) = server.asked(asks::contract()).await;
        assert!(outcome.is_err());
        assert_eq!((server.seen().len(), news.len()), (1, 0), "{status}");
    }
}

#[tokio::test]
async fn the_servers_wait_is_honoured_in_both_forms() {
    // With a wait of an hour of its own, the client gets through in time only by doing as the server asks.
    let hour = Duration::from_hours(1);
    let patient = Options { first_wait: hour, longest_wait: hour, ..Options::default() };
    let date = "Sat, 21 Nov 2026 01:46:02 GMT";
    for asked in ["0", date] {
        let busy = Reply::new(429, "").with("Retry-After", asked).with("Date", date);
        let server = Server::start([busy, Reply::new(200, FOUND)]).await;
        let client = Client::new(&server.network(), patient.clone()).unwrap();
        let request = Request { network: "test".to_owned(), ask: asks::schedule() };
        let mut waits = Vec::new();
        let response = client.ask(&request, Priority::Key, |news| waits.push(news.at)).await;
        assert!(response.outcome.is_ok(), "{:?}", response.outcome);
        assert!(response.at.since(waits[0]) < 60_000_000_000, "{asked}");
    }
}

#[tokio::test]
async fn a_wait_beyond_a_minute_is_given_up_with_its_end() {
    let date = "Sat, 21 Nov 2026 01:48:02 GMT";
    for asked in ["120", date] {
        let busy =
            Reply::new(429, "").with("Retry-After", asked).with("Date", "Sat, 21 Nov 2026 01:46:02 GMT");
        let server = Server::start([busy]).await;
        let request = Request { network: "test".to_owned(), ask: asks::schedule() };
        let response = server.client().ask(&request, Priority::Key, |_| panic!("no retry")).await;
        let Err(Failure::RateLimited { until: Some(until), .. }) = response.outcome else { panic!() };
        let wait = until.since(response.at);
        assert!((110..=120).contains(&(wait / 1_000_000_000)), "{wait}");
        assert_eq!(server.seen().len(), 1);
    }
}

#[tokio::test]
async fn a_submission_is_never_repeated() {
    for ask in [asks::similarity(None), asks::import(Some("KEY"))] {
        for status in [429, 500, 502, 503, 504, 302, 307, 308] {
            let reply = Reply::new(status, "").with("Retry-After", "0").with("Location", "/again");
            let server = Server::start([reply]).await;
            let (outcome, news) = server.asked(ask.clone()).await;
            assert!(outcome.is_err(), "{outcome:?}");
            assert_eq!((server.seen().len(), news.len()), (1, 0), "{status}");
        }
    }
}

#[tokio::test]
async fn a_submission_that_got_no_answer_is_told_apart_and_not_repeated() {
    let server = Server::start([Reply::silent()]).await;
    let options = Options { submit: Duration::from_millis(50), ..quick() };
    let client = Client::new(&server.network(), options).unwrap();
    let request = Request { network: "test".to_owned(), ask: asks::similarity(None) };
    let response = client.ask(&request, Priority::Key, |_| panic!("no retry")).await;
    assert_eq!(response.outcome, Err(Failure::TimedOut { after: 1 }));
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn an_unreachable_server_is_tried_again_for_reads_only() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let client = Client::new(&network(&base, &base), quick()).unwrap();
    let asked = async |ask: AnyOperation| {
        let mut retries = 0;
        let response =
            client.ask(&Request { network: "test".to_owned(), ask }, Priority::Key, |_| retries += 1).await;
        let Err(Failure::Unreachable { words, sent }) = response.outcome else { panic!() };
        assert!(words.escaped().contains("refused"), "{words:?}");
        (sent, retries)
    };
    assert_eq!(asked(asks::contract()).await, (false, 3));
    assert_eq!(asked(asks::similarity(None)).await, (false, 0));
}

#[tokio::test]
async fn a_wait_is_bounded_on_both_sides() {
    for asked in ["18446744073709551615", "99999999999999999999999999", "Wed, 29 Dec 9999 23:59:59 GMT"] {
        let server = Server::start([Reply::new(429, "").with("Retry-After", asked)]).await;
        let request = Request { network: "test".to_owned(), ask: asks::schedule() };
        let response = server.client().ask(&request, Priority::Key, |_| panic!("no retry")).await;
        let Err(Failure::RateLimited { until: Some(until), .. }) = response.outcome else {
            panic!("{asked}")
        };
        let wait = until.since(response.at) / 1_000_000_000;
        assert!((86_390..=86_400).contains(&wait), "{asked}: {wait}");
    }
    let options = Options { first_wait: Duration::from_millis(40), attempts: 2, ..Options::default() };
    let hurried = Reply::new(429, "").with("Retry-After", "0");
    let server = Server::start([Reply::new(400, ""), hurried]).await;
    let client = Client::new(&server.network(), options).unwrap();
    let request = Request { network: "test".to_owned(), ask: asks::schedule() };
    let before = client.ask(&request, Priority::Key, drop).await.at;
    let mut next = None;
    let response = client.ask(&request, Priority::Key, |news| next = Some(news.at)).await;
    assert!(next.is_some_and(|at| at.since(before) >= 40_000_000 && response.at >= at), "it is not hurried");
}

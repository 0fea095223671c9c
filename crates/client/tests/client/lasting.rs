//! What cannot change is kept: it is there at once the next time, and without a network.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use api::{
    Answer, AnswerCache, AnswerSource, AnyOperation, CachedBody, CachedHead, Failure, Network,
    Operation as _, Priority, Request, Response,
};
use hieroscope_client::{Client, Options};
use ledger::query::ContractQuery;
use ledger::{ContractRef, EntityId, RawJson};

use crate::asks;
use crate::server::{Reply, Server, quick};

/// A cache in memory.
#[derive(Debug, Default)]
struct Cache(Mutex<HashMap<(String, String), CachedBody>>);

impl AnswerCache for Cache {
    fn head(&self, network: &str, url: &str) -> Option<CachedHead> {
        self.find(network, url).map(|kept| CachedHead { etag: kept.etag })
    }

    fn find(&self, network: &str, url: &str) -> Option<CachedBody> {
        self.0.lock().unwrap().get(&(network.to_owned(), url.to_owned())).cloned()
    }

    fn keep(&self, network: &str, url: &str, answer: &CachedBody) {
        self.0.lock().unwrap().insert((network.to_owned(), url.to_owned()), answer.clone());
    }
}

/// A run of the program with this cache.
fn run(network: &Network, cache: &Arc<Cache>) -> Client {
    let cache: Arc<dyn AnswerCache> = Arc::<Cache>::clone(cache);
    Client::new(network, Options { cache: Some(cache), ..quick() }).unwrap()
}

async fn ask(client: &Client, ask: AnyOperation, priority: Priority) -> Response {
    let request = Request { network: "test".to_owned(), ask };
    client.ask(&request, priority, |_| {}).await
}

const RESULT: &str = r#"{"contract_id":"0.0.5001","timestamp":"1700000000.000000001","gas_used":7}"#;
const EXECUTED: &str = r#"{"schedule_id":"0.0.7002","executed_timestamp":"1700000000.000000001"}"#;

#[tokio::test]
async fn a_settled_result_of_a_network_elsewhere_is_there_at_once_with_its_age() {
    let server = Server::start([Reply::new(200, RESULT)]).await;
    let cache = Arc::new(Cache::default());
    let first = ask(&run(&server.network(), &cache), asks::result(false), Priority::Key).await;
    assert_eq!(first.source, AnswerSource::Server);
    let here = ask(&run(&server.network(), &cache), asks::result(false), Priority::Key).await;
    assert_eq!(
        (here.source, server.seen().len()),
        (AnswerSource::Server, 2),
        "this machine's may have restarted"
    );
    let elsewhere = Network { mirror: "http://mirror.example".to_owned(), ..server.network() };
    let kept: Vec<_> = cache.0.lock().unwrap().drain().collect();
    cache.0.lock().unwrap().extend(
        kept.into_iter()
            .map(|((network, url), kept)| ((network, url.replace(&server.at(""), &elsewhere.mirror)), kept)),
    );
    let second = ask(&run(&elsewhere, &cache), asks::result(false), Priority::Key).await;
    assert_eq!((&second.source, &second.outcome), (&AnswerSource::Cache, &first.outcome));
    assert!(second.at >= first.at && second.at <= here.at, "its age is that of the server's answer");
}

#[tokio::test]
async fn what_may_still_change_is_not_kept() {
    let young = r#"{"contract_id":"0.0.5001","timestamp":"99999999999.000000001"}"#;
    let pending = r#"{"schedule_id":"0.0.7002","executed_timestamp":null}"#;
    for (asked, reply) in [
        (asks::result(false), Reply::new(200, young)),
        (asks::result(false), Reply::new(206, RESULT)),
        (asks::result(false), Reply::new(200, r#"{"contract_id":"0.0.5001"}"#)),
        (asks::schedule(), Reply::new(200, pending)),
        (asks::results(&[]), Reply::new(200, r#"{"results":[],"links":{"next":null}}"#)),
    ] {
        let server = Server::start([reply]).await;
        let cache = Arc::new(Cache::default());
        for _ in 0..2 {
            let response = ask(&run(&server.network(), &cache), asked.clone(), Priority::Key).await;
            assert_eq!(response.source, AnswerSource::Server, "{response:?}");
        }
        assert_eq!((server.seen().len(), cache.0.lock().unwrap().len()), (2, 0), "{asked:?}");
    }
}

#[tokio::test]
async fn without_a_network_what_was_kept_is_there_and_why_it_is_not_asked_for() {
    let found = r#"{"contract_id":"0.0.5001","runtime_bytecode":"0x6001"}"#;
    let contract = ContractQuery::now(ContractRef::Id(EntityId::from_num(5001))).any();
    for (asked, body) in [(contract, found), (asks::schedule(), EXECUTED)] {
        let cache = Arc::new(Cache::default());
        let server = Server::start([Reply::new(200, body), Reply::new(503, "")]).await;
        let online = ask(&run(&server.network(), &cache), asked.clone(), Priority::Key).await;
        // A network on this machine may begin anew, so it is asked while it answers.
        let offline = ask(&run(&server.network(), &cache), asked, Priority::Key).await;
        assert_eq!((&offline.outcome, offline.at), (&online.outcome, online.at));
        let AnswerSource::CacheAfter(failure, at) = offline.source else { panic!("{:?}", offline.source) };
        assert!(matches!(failure, Failure::ServerFault { status: 503, .. }) && at >= online.at);
    }
}

#[tokio::test]
async fn networks_have_their_own_and_what_a_server_denies_is_denied() {
    let cache = Arc::new(Cache::default());
    let server = Server::start([Reply::new(200, EXECUTED), Reply::new(404, "{}")]).await;
    ask(&run(&server.network(), &cache), asks::schedule(), Priority::Key).await;
    let gone = ask(&run(&server.network(), &cache), asks::schedule(), Priority::Key).await;
    assert!(matches!(gone.outcome, Err(Failure::NotFound { .. })), "{gone:?}");
    assert_eq!(cache.find("another", &server.at("/api/v1/schedules/0.0.7002")), None);
    let embedded = Network { generated: true, ..server.network() };
    let server = Server::start([Reply::new(200, RESULT)]).await;
    let embedded = Network { mirror: server.at(""), ..embedded };
    let of_run = Arc::new(Cache::default());
    for _ in 0..2 {
        let response = ask(&run(&embedded, &of_run), asks::result(false), Priority::Key).await;
        assert!(matches!(response.outcome, Ok(Answer::Result(_))));
    }
    assert_eq!(server.seen().len(), 2, "another run of the embedded network is another network");
}

/// A first page of results whose memo is so long.
fn page_of(bytes: usize) -> String {
    let memo = "m".repeat(bytes);
    format!(
        r#"{{"results":[{{"contract_id":"0.0.5001","timestamp":"1.5","memo":"{memo}"}}],"links":{{"next":null}}}}"#
    )
}

const LONG: usize = 1 << 20;

/// What is kept of a page so long with these headers, and what the next run gets that is told that nothing has changed.
async fn next_run(bytes: usize, headers: &[(&str, &str)]) -> (Arc<Cache>, Response, Server) {
    let page =
        headers.iter().fold(Reply::new(200, page_of(bytes)), |reply, (name, value)| reply.with(name, value));
    let server = Server::start([page, Reply::new(304, "")]).await;
    let cache = Arc::new(Cache::default());
    let first = ask(&run(&server.network(), &cache), asks::results(&[]), Priority::Key).await;
    assert!(first.outcome.is_ok(), "{:?}", first.outcome);
    let second = ask(&run(&server.network(), &cache), asks::results(&[]), Priority::Key).await;
    if second.outcome.is_ok() {
        assert_eq!((&second.outcome, second.body_bytes), (&first.outcome, first.body_bytes));
    }
    (cache, second, server)
}

#[tokio::test]
async fn a_long_answer_is_sent_once_while_it_does_not_change() {
    let (cache, second, server) = next_run(LONG, &[("etag", "W/\"long\"")]).await;
    assert_eq!((second.source, second.outcome.is_ok()), (AnswerSource::Server, true));
    assert_eq!(server.seen()[1].header("if-none-match"), Some("W/\"long\""));
    assert_eq!(cache.0.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_short_one_is_not_kept_nor_one_without_a_tag_or_that_must_not_be() {
    for (bytes, headers) in [
        (LONG / 2, &[("etag", "W/\"short\"")][..]),
        (LONG, &[]),
        (LONG, &[("etag", "W/\"secret\""), ("cache-control", "no-store")]),
    ] {
        let (cache, _, server) = next_run(bytes, headers).await;
        assert_eq!(server.seen()[1].header("if-none-match"), None);
        assert!(cache.0.lock().unwrap().is_empty(), "{headers:?}");
    }
}

#[tokio::test]
async fn a_kept_list_that_may_have_changed_is_not_shown_for_a_server_that_is_gone() {
    let page = Reply::new(200, page_of(LONG)).with("etag", "W/\"long\"");
    let server = Server::start([page, Reply::new(500, "")]).await;
    let cache = Arc::new(Cache::default());
    for is_there in [true, false] {
        let response = ask(&run(&server.network(), &cache), asks::results(&[]), Priority::Key).await;
        assert_eq!(response.outcome.is_ok(), is_there);
    }
}

#[tokio::test]
async fn what_cannot_be_read_any_more_is_asked_for_without_its_tag() {
    let page = || Reply::new(200, page_of(LONG)).with("etag", "W/\"long\"");
    let server = Server::start([page(), Reply::new(304, ""), page()]).await;
    let cache = Arc::new(Cache::default());
    for _ in 0..2 {
        let response = ask(&run(&server.network(), &cache), asks::results(&[]), Priority::Key).await;
        assert!(matches!(response.outcome, Ok(Answer::Results(_))), "{:?}", response.outcome);
        for kept in cache.0.lock().unwrap().values_mut() {
            kept.body = RawJson::new("{");
        }
    }
    let seen = server.seen();
    let tags: Vec<_> = seen.iter().map(|seen| seen.header("if-none-match")).collect();
    assert_eq!(tags, [None, Some("W/\"long\""), None]);
}

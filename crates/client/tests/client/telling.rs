//! What is told of requests: each attempt, from when it waits for its turn to its end.

use std::sync::{Arc, Mutex};

use api::{AnyOperation, MAX_AT_ONCE, Operation as _, Priority, Request, Stage, TokenQuery, Told};
use hieroscope_client::Client;
use ledger::EntityId;

use crate::asks;
use crate::server::{Reply, Server, quick};

type Heard = Arc<Mutex<Vec<Told>>>;

fn listening(server: &Server) -> (Client, Heard) {
    let (options, told) = (quick(), Heard::default());
    let heard = Arc::clone(&told);
    options.listeners.add(move |news| heard.lock().unwrap().push(news.clone()));
    (Client::new(&server.network(), options).unwrap(), told)
}

fn request(ask: AnyOperation) -> Request {
    Request { network: "test".to_owned(), ask }
}

/// The numbers and stages in a word each, in their order.
fn words(told: &Heard) -> Vec<String> {
    let word = |news: &Told| {
        let stage = match &news.exchange.stage {
            Stage::Answered(answered) => answered.status.to_string(),
            other => format!("{other:?}").split('(').next().unwrap().to_owned(),
        };
        format!("{} {stage} try {}", news.exchange.number, news.exchange.attempt)
    };
    told.lock().unwrap().iter().map(word).collect()
}

#[tokio::test]
async fn each_attempt_is_told_and_an_answer_from_memory() {
    let whole = Reply::new(200, r#"{"contract_id":"0.0.5001"}"#)
        .with("ETag", "\"a\"")
        .with("Cache-Control", "max-age=600");
    let server = Server::start([Reply::new(503, "{}").with("Retry-After", "0"), whole]).await;
    let (client, told) = listening(&server);
    let asked = request(asks::contract());
    for _ in 0..2 {
        client.ask(&asked, Priority::Key, drop).await.outcome.unwrap();
    }
    let expected = ["1 UnderWay try 1", "1 503 try 1", "2 UnderWay try 2", "2 200 try 2", "3 Kept try 0"];
    assert_eq!(words(&told), expected);
    let told = told.lock().unwrap();
    assert_eq!(told[0].request.as_ref(), Some(&asked));
    let refused = told[1].exchange.answered().unwrap();
    assert!(refused.until.is_some() && refused.body.as_ref().unwrap().raw() == "{}");
    let answered = told[3].exchange.answered().unwrap();
    let names: Vec<_> =
        answered.headers.iter().map(|(name, value)| format!("{name} {}", value.escaped())).collect();
    assert_eq!(names, ["cache-control max-age=600", "etag \"a\""]);
    assert_eq!(answered.bytes, answered.body.as_ref().unwrap().raw().len());
}

#[tokio::test]
async fn what_waits_for_its_turn_is_told_and_what_is_given_up() {
    let server = Server::start([Reply::silent()]).await;
    let (client, told) = listening(&server);
    let mut asked = Vec::new();
    for num in 0..=MAX_AT_ONCE {
        let client = client.clone();
        let token = EntityId::from_num(u64::try_from(num).unwrap());
        let mut ask =
            Box::pin(async move { client.ask(&request(TokenQuery(token).any()), Priority::Key, drop).await });
        // Polled once, it has begun.
        assert!(futures_now(&mut ask).await.is_none());
        asked.push(ask);
    }
    assert_eq!(words(&told).last().unwrap(), &format!("{} Waiting try 1", MAX_AT_ONCE + 1));
    drop(asked);
    let ended = words(&told).iter().filter(|words| words.contains("Cancelled")).count();
    assert_eq!(ended, MAX_AT_ONCE + 1);
}

/// What a future has come to by now.
async fn futures_now<T>(future: &mut (impl Future<Output = T> + Unpin)) -> Option<T> {
    tokio::select! {
        biased;
        done = future => Some(done),
        () = std::future::ready(()) => None,
    }
}

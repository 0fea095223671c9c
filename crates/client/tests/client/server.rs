//! A server that answers by a script and remembers what it was asked.

use std::collections::VecDeque;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::{Answer, AnyOperation, Failure, Network, Priority, Request, Retrying};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::Response;
use hieroscope_client::{Client, Options};

/// One answer of the script.
#[derive(Clone, Default)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    /// Never answered at all.
    pub(crate) silent: bool,
}

impl Reply {
    pub(crate) fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, body: body.into(), ..Self::default() }
    }

    pub(crate) fn silent() -> Self {
        Self { silent: true, ..Self::default() }
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// One request as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) method: Method,
    /// Path and query.
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Seen {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }
}

#[derive(Default)]
struct Script {
    replies: VecDeque<Reply>,
    seen: Vec<Seen>,
}

/// A running server. The last reply of its script is repeated for ever.
pub(crate) struct Server {
    script: Arc<Mutex<Script>>,
    origin: String,
}

impl Server {
    #[expect(clippy::disallowed_methods, reason = "the server runs beside the test")]
    pub(crate) async fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let script = Script { replies: replies.into_iter().collect(), seen: Vec::new() };
        let script = Arc::new(Mutex::new(script));
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(answer).with_state(Arc::clone(&script));
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { script, origin }
    }

    /// The base address, with a path if wanted.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    pub(crate) fn network(&self) -> Network {
        network(&self.at(""), &self.at(""))
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(&self.network(), quick()).unwrap()
    }

    /// Asks this server and returns what came of it with the retries that were reported.
    pub(crate) async fn asked(&self, ask: AnyOperation) -> (Result<Answer, Failure>, Vec<Retrying>) {
        let mut news = Vec::new();
        let request = Request { network: "test".to_owned(), ask };
        let response = self.client().ask(&request, Priority::Key, |retrying| news.push(retrying)).await;
        assert_eq!(response.request, request);
        (response.outcome, news)
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.script.lock().unwrap().seen.clone()
    }

    /// The paths that were asked, in order.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.seen().into_iter().map(|seen| seen.path).collect()
    }
}

async fn answer(
    State(script): State<Arc<Mutex<Script>>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let reply = {
        let mut script = script.lock().unwrap();
        let body = String::from_utf8(body.to_vec()).unwrap();
        script.seen.push(Seen { method, path: uri.to_string(), headers, body });
        if script.replies.len() > 1 { script.replies.pop_front() } else { script.replies.front().cloned() }
    };
    let reply = reply.unwrap();
    if reply.silent {
        std::future::pending::<()>().await;
    }
    let mut response = Response::builder().status(StatusCode::from_u16(reply.status).unwrap());
    for (name, value) in &reply.headers {
        response = response.header(name, value);
    }
    response.body(Body::from(reply.body)).unwrap()
}

/// A profile whose servers spell things as the document does.
pub(crate) fn network(mirror: &str, verifier: &str) -> Network {
    Network { mirror: mirror.to_owned(), verifier: Some(verifier.to_owned()), ..Network::documented("test") }
}

/// Options for tests: the same rules in a shorter time.
pub(crate) fn quick() -> Options {
    Options {
        first_wait: Duration::from_millis(1),
        longest_wait: Duration::from_millis(2),
        ..Options::default()
    }
}

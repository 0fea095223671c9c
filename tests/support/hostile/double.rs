//! A mirror node and a verifier that answer as the embedded network does, with the texts of strangers in every field.
//! One server has all passes, each below a path of its own.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use demo::{Clock, Demo, Options, start};
use ledger::Timestamp;
use tokio::runtime::Runtime;

use super::corpus::corpus;
use super::rewritten::{Pass, rewritten};

/// The passes of every run, each with the path that it is below.
pub(crate) const PASSES: [(&str, Pass); 5] = [
    ("texts", Pass::Texts),
    ("first", Pass::Class(0, 3)),
    ("second", Pass::Class(1, 3)),
    ("third", Pass::Class(2, 3)),
    ("all", Pass::All),
];

/// The time at which the embedded network stands: 2026-11-21 00:00:00 UTC. Only who asks for a job has it go on.
const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);

/// How far that is.
const JOB: Duration = Duration::from_secs(10);

/// The most bytes that are sent or answered.
const MAX_BODY: usize = 64 << 20;

/// The servers. They go with it.
pub(crate) struct Double {
    origin: String,
    _network: Demo,
    _runtime: Runtime,
}

/// What an answer is made of.
struct World {
    network: String,
    client: reqwest::Client,
    clock: Clock,
    seed: u64,
}

impl Double {
    /// Starts them; another seed puts other texts into the fields.
    pub(crate) fn start(seed: u64) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let (origin, network) = runtime.block_on(async {
            let clock = Clock::fixed(NOW);
            let network = start(Options { clock: clock.clone(), ..Options::default() }).await.unwrap();
            let client = reqwest::Client::builder().no_proxy().build().unwrap();
            let world = Arc::new(World { network: network.url(), client, clock, seed });
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let origin = format!("http://{}", listener.local_addr().unwrap());
            let app = Router::new().fallback(answer).with_state(world);
            runtime.spawn(async move { axum::serve(listener, app).await });
            (origin, network)
        });
        Self { origin, _network: network, _runtime: runtime }
    }

    /// The address of both servers in one of the passes.
    pub(crate) fn url(&self, pass: &str) -> String {
        format!("{}/{pass}", self.origin)
    }

    /// A configuration with a network for each pass.
    pub(crate) fn config(&self) -> String {
        let network = |(name, _): &(&str, Pass)| {
            format!(
                "[networks.{name}]\nmirror = \"{0}\"\nverifier = \"{0}\"\nchain = 298\nrequests-per-second = 1000\n\
                 burst = 1000\n",
                self.url(name)
            )
        };
        PASSES.iter().map(network).collect()
    }
}

async fn answer(State(world): State<Arc<World>>, request: Request) -> Response {
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str()).to_owned();
    let (name, rest) = path.trim_start_matches('/').split_once('/').unwrap_or_default();
    let Some((_, pass)) = PASSES.iter().find(|(pass, _)| *pass == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if rest.starts_with("v2/verify/") {
        world.clock.advance(JOB);
    }
    let (parts, body) = request.into_parts();
    let body: Bytes = to_bytes(body, MAX_BODY).await.unwrap();
    let url = format!("{}/{rest}", world.network);
    let mut asked = world.client.request(parts.method, url).body(body);
    if let Some(kind) = parts.headers.get("content-type") {
        asked = asked.header("content-type", kind);
    }
    let Ok(answered) = asked.send().await else { return StatusCode::BAD_GATEWAY.into_response() };
    let (status, kind) = (answered.status(), answered.headers().get("content-type").cloned());
    let body = rewritten(&answered.text().await.unwrap_or_default(), *pass, world.seed);
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.extend(kind.map(|kind| (HeaderName::from_static("content-type"), kind)));
    // What a header may have: no controls, but bytes of any other kind.
    let texts: Vec<u8> =
        corpus().iter().flat_map(|text| text.bytes()).filter(|byte| *byte >= 0x20 && *byte != 0x7f).collect();
    for name in ["etag", "server", "location", "x-request-id"] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_bytes(&texts).unwrap());
    }
    response
}

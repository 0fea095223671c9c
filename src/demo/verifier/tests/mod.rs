//! The server over real HTTP, on the embedded ledger, by a clock that the tests move.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::deployed::Deployed;
use crate::demo::Clock;
use crate::demo::artifacts::{self, Artifact};
use crate::demo::ledger::contracts;
use crate::demo::world::World;
use crate::ledger::{EvmAddress, HexBytes, Timestamp};

mod jobs;
mod lookups;
mod metadata;
mod rehearsals;
mod sources;
mod submissions;
mod uploads;

/// When the tests begin: 2026-11-21 01:20:18 UTC.
const START: Timestamp = Timestamp::of(1_795_224_018);

/// The ledger at the time at which the tests begin.
fn world(clock: Clock) -> World {
    World { results: 100, clock }
}

/// The hash of the transaction that created a contract.
fn creation_hash(entity: u64) -> [u8; 32] {
    world(Clock::fixed(START)).creation_hash(address(entity)).unwrap()
}

/// A running server.
struct Server {
    url: String,
    clock: Clock,
    client: reqwest::Client,
    serving: tokio::task::JoinHandle<()>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// An answer.
struct Answer {
    status: u16,
    tag: Option<String>,
    text: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    /// The status and the `customCode`.
    fn code(&self) -> (u16, String) {
        let body = self.json();
        assert!(
            body["message"].is_string() && body["errorId"].as_str().is_some_and(super::ids::is_uuid),
            "{body}"
        );
        (self.status, body["customCode"].as_str().unwrap_or_default().to_owned())
    }
}

impl Server {
    async fn start() -> Self {
        let clock = Clock::fixed(START);
        let app = super::routes(clock.clone(), Arc::new(world(clock.clone()))).fallback(super::nowhere);
        let listener = tokio::net::TcpListener::bind((std::net::Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let serving = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { url, clock, client: crate::demo::http(), serving }
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> Answer {
        let answer = request.send().await.unwrap();
        Answer {
            status: answer.status().as_u16(),
            tag: answer.headers().get("etag").map(|tag| tag.to_str().unwrap().to_owned()),
            text: answer.text().await.unwrap(),
        }
    }

    async fn get(&self, path: &str) -> Answer {
        self.send(self.client.get(format!("{}{path}", self.url))).await
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_as(path, "application/json", body.to_string()).await
    }

    async fn post_as(&self, path: &str, kind: &str, body: String) -> Answer {
        let request = self.client.post(format!("{}{path}", self.url));
        self.send(request.header("content-type", kind).body(body)).await
    }

    /// Submits for a contract of the cast on the embedded chain. The mode without a name is standard JSON.
    async fn submit(&self, mode: &str, entity: u64, body: &Value) -> Answer {
        let mode = if mode.is_empty() { String::new() } else { format!("/{mode}") };
        self.post(&format!("/v2/verify{mode}/298/{}", address(entity)), body).await
    }

    /// The same, for a submission that must be accepted; gives the job's id.
    async fn accepted(&self, mode: &str, entity: u64, body: &Value) -> String {
        let answer = self.submit(mode, entity, body).await;
        assert_eq!(answer.status, 202, "{}", answer.text);
        let body = answer.json();
        assert_eq!(body.as_object().unwrap().len(), 1);
        body["verificationId"].as_str().unwrap().to_owned()
    }

    async fn job(&self, id: &str) -> Value {
        let answer = self.get(&format!("/v2/verify/{id}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    }

    /// Submits, lets the job's time pass and gives its record.
    async fn outcome(&self, mode: &str, entity: u64, body: &Value) -> Value {
        let id = self.accepted(mode, entity, body).await;
        self.clock.advance(Duration::from_secs(4));
        self.job(&id).await
    }

    async fn lookup(&self, entity: u64, query: &str) -> Answer {
        self.get(&format!("/v2/contract/298/{}{query}", address(entity))).await
    }
}

/// The body of a submission of this build as standard JSON.
fn standard_json(build: &str) -> Value {
    let build = artifacts::named(build).unwrap();
    let (metadata, mut settings) = metadata_of(build);
    settings.as_object_mut().unwrap().shift_remove("compilationTarget");
    let sources: Map<String, Value> = metadata["sources"]
        .as_object()
        .unwrap()
        .keys()
        .map(|path| (path.clone(), json!({ "content": text_of(build, path) })))
        .collect();
    json!({
        "stdJsonInput": { "language": "Solidity", "sources": sources, "settings": settings },
        "compilerVersion": build.compiler,
        "contractIdentifier": format!("{}:{}", build.path(), build.contract),
    })
}

/// The body of a submission of this build by its metadata.
fn with_metadata(build: &str) -> Value {
    let build = artifacts::named(build).unwrap();
    let (metadata, _) = metadata_of(build);
    let sources: Map<String, Value> = metadata["sources"]
        .as_object()
        .unwrap()
        .keys()
        .map(|path| (path.clone(), text_of(build, path).into()))
        .collect();
    json!({ "sources": sources, "metadata": metadata })
}

fn metadata_of(build: &Artifact) -> (Value, Value) {
    let metadata: Value = serde_json::from_str(&build.metadata).unwrap();
    let settings = metadata["settings"].clone();
    (metadata, settings)
}

fn text_of(build: &Artifact, path: &str) -> String {
    if path == build.path() { build.source() } else { artifacts::source(path).unwrap().to_owned() }
}

/// The address of a contract.
fn address(entity: u64) -> EvmAddress {
    contracts::address_of(entity)
}

/// The three matches of a record or a contract: either, creation, runtime.
fn matches(contract: &Value) -> [Value; 3] {
    ["match", "creationMatch", "runtimeMatch"].map(|name| contract[name].clone())
}

fn hex(bytes: &[u8]) -> String {
    HexBytes::from(bytes.to_vec()).to_hex()
}

fn nothing() -> Value {
    json!({})
}

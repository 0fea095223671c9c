//! The server over real HTTP, on a ledger that holds the cast, by a clock that the tests move.

use std::time::Duration;

use serde_json::{Value, json};
use std::sync::Arc;

use super::deployed::Deployed;
use crate::demo::{Clock, artifacts};
use crate::ledger::{EntityId, EvmAddress, HexBytes, Timestamp};

mod jobs;
mod lookups;
mod submissions;

/// What lies where on the stage.
const CODE: &[(&str, &[u64])] = &[
    ("Router", &[5001]),
    ("Token", &[5002, 5004, 5027, 5028, 5029, 5030, 5031, 5032, 5033, 5034]),
    ("Bazaar", &[5005]),
    ("Greeter", &[5006]),
    ("GreeterReworded", &[5007]),
    ("Multisig", &[5008, 5040]),
    ("Counter", &[5011, 5012, 5019, 5025, 5026]),
    ("Sorting", &[5013]),
    ("Vault", &[5014, 5035]),
    ("Ballot", &[5015]),
    ("Collectible", &[5016]),
    ("Items", &[5017]),
    ("StorageYard", &[5018]),
    ("CounterByTwo", &[5020]),
    ("Oracle", &[5021]),
    ("Reverter", &[5022]),
    ("Timelock", &[5024]),
    ("Factory", &[5036]),
    ("EscrowBrief", &[5037]),
    ("Proxy", &[5038]),
    ("Notebook", &[5039]),
];
/// The contract that another contract made.
const CHILD: u64 = 5011;

/// A ledger that holds code at long-zero addresses.
struct Stage;

impl Stage {
    fn artifact(address: EvmAddress) -> Option<&'static artifacts::Artifact> {
        let entity = address.entity_num()?;
        artifacts::named(CODE.iter().find(|(_, entities)| entities.contains(&entity))?.0)
    }
}

impl Deployed for Stage {
    fn code_at(&self, address: EvmAddress) -> Option<Vec<u8>> {
        Some(Self::artifact(address)?.deployed(address, &[[7; 32], [8; 32], [9; 32]]))
    }

    fn creation_at(&self, address: EvmAddress) -> Option<Vec<u8>> {
        Some(Self::artifact(address)?.creation.clone())
    }

    fn entity_at(&self, address: EvmAddress) -> Option<u64> {
        address.entity_num()
    }

    fn address_of(&self, entity: u64) -> Option<EvmAddress> {
        Some(EvmAddress::long_zero(EntityId::of(entity)))
    }

    fn creation_hash(&self, address: EvmAddress) -> Option<[u8; 32]> {
        (address.entity_num()? != CHILD).then(|| creation_hash(address))
    }
}

fn creation_hash(address: EvmAddress) -> [u8; 32] {
    alloy_primitives::keccak256(address.bytes()).0
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
        let clock = Clock::fixed(Timestamp::of(1_795_224_018));
        let app = super::routes(clock.clone(), Arc::new(Stage)).fallback(super::nowhere);
        let listener = tokio::net::TcpListener::bind((std::net::Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let serving = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { url, clock, client: reqwest::Client::new(), serving }
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

    /// Submits for a contract of the cast on the embedded chain.
    async fn submit(&self, mode: &str, entity: u64, body: &Value) -> Answer {
        self.post(&format!("/v2/verify/{mode}/298/{}", address(entity)), body).await
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

/// The long-zero address of a contract.
fn address(entity: u64) -> EvmAddress {
    EvmAddress::long_zero(EntityId::of(entity))
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

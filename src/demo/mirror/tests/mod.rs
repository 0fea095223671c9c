//! The mirror node's half over real HTTP, at a time that stands still.

use std::time::Duration;

use serde_json::Value;

use crate::demo::{Clock, Demo, Options, start};
use crate::ledger::Timestamp;

mod actions;
mod consistency;
mod contracts;
mod entities;
mod logs;
mod named;
mod pages;
mod results;
mod schedules;
mod state;
mod transaction_list;
mod transactions;

/// 2026-11-21 00:00:00 UTC.
const NOW: Timestamp = Timestamp::of(1_795_219_200);

/// A network whose clock stands still unless it is advanced.
struct Still {
    demo: Demo,
    clock: Clock,
}

/// What came back.
struct Got {
    status: u16,
    body: Value,
    headers: reqwest::header::HeaderMap,
    text: String,
}

async fn still() -> Still {
    still_with(Options::default().results).await
}

async fn still_with(results: u64) -> Still {
    let clock = Clock::fixed(NOW);
    let options = Options { results, clock: clock.clone(), ..Options::default() };
    Still { demo: start(options).await.unwrap(), clock }
}

impl Still {
    /// Asks for a path below `/api/v1`.
    async fn get(&self, path: &str) -> Got {
        self.get_link(&format!("/api/v1{path}")).await
    }

    /// Asks for a whole path, as in `links.next`.
    async fn get_link(&self, link: &str) -> Got {
        self.send(crate::demo::http().get(format!("{}{link}", self.demo.url()))).await
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> Got {
        let response = request.timeout(Duration::from_mins(1)).send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.unwrap();
        Got { status, body: serde_json::from_str(&text).unwrap_or_default(), headers, text }
    }
}

impl Got {
    fn rows(&self, name: &str) -> &[Value] {
        self.body[name].as_array().map_or(&[], Vec::as_slice)
    }

    fn link(&self) -> Option<&str> {
        self.body["links"]["next"].as_str()
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The messages of the server's error shape.
    fn messages(&self) -> Vec<&str> {
        let messages = self.body["_status"]["messages"].as_array();
        messages.into_iter().flatten().filter_map(|message| message["message"].as_str()).collect()
    }
}

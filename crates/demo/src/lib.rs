//! The embedded network: a mirror node and a verification server, generated, on one loopback port.
//!
//! Nothing is stored and nothing is generated ahead: every record is a function of its index and of the time asked for,
//! so starting is immediate, and the same timestamp names the same record in every run.
//!
//! `assets/README.md` lists the examples, and describes each file below `assets`.

#![expect(clippy::disallowed_methods, reason = "a server has a clock and tasks")]

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::middleware::{self, Next};
use axum::response::Response;
use tokio::sync::watch;

pub mod artifacts;
mod data;
mod entrance;
pub mod faults;
mod mirror;
mod simulation;
mod traffic;
mod verifier;
pub mod world;

use self::traffic::Requests;
pub use self::world::Clock;
use entrance::Port;
use faults::{Carrier, Faults, Service};
use world::World;

/// The most results of contract `0.0.5001`.
pub const MAX_RESULTS: u64 = 1_000_000;

/// The network's chain id, which wrapped transactions name and the verification server knows.
pub const CHAIN_ID: u64 = 298;

#[derive(Clone, Debug)]
pub struct Options {
    /// The number of results of contract `0.0.5001` at any time, at most [`MAX_RESULTS`]. Past pinned results are
    /// always among them.
    pub results: u64,
    pub clock: Clock,
    pub delay: Duration,
    /// The active faults. A clone can change them while the network runs.
    pub faults: Faults,
}

impl Default for Options {
    fn default() -> Self {
        Self { results: 100_000, clock: Clock::system(), delay: Duration::ZERO, faults: Faults::default() }
    }
}

/// A running network. Dropping it closes its ports and ends open requests.
#[derive(Debug)]
pub struct Demo {
    mirror: SocketAddr,
    verifier: SocketAddr,
    requests: Requests,
    /// Held only to be dropped: the server runs while this end is open.
    _running: watch::Sender<()>,
}

impl Demo {
    /// Base URL of both services, `http://127.0.0.1:PORT`, without a slash at the end. Faults may shut this port for the
    /// mirror node's sake.
    pub fn url(&self) -> String {
        format!("http://{}", self.mirror)
    }

    /// The same on another port, which faults may shut for the verification server's sake.
    pub fn verifier_url(&self) -> String {
        format!("http://{}", self.verifier)
    }

    /// The newest requests, at most a thousand, oldest first, each as `METHOD /path?query`.
    pub fn requests(&self) -> Vec<String> {
        self.requests.all()
    }
}

/// Starts both services on two free loopback ports, each of which has both. Must be called inside a tokio runtime, which
/// serves them.
///
/// # Errors
/// When no loopback port can be bound.
#[allow(clippy::unused_async, reason = "only what is async is sure to run inside a runtime")]
pub async fn start(options: Options) -> io::Result<Demo> {
    let (running, ended) = watch::channel(());
    let requests = Requests::default();
    let faults = options.faults.clone();
    let app = router(options, requests.clone(), ended.clone());
    let serve = |service| {
        let port = Port::free()?;
        let address = port.address();
        port.serve(app.clone(), faults.door(service), ended.clone())?;
        Ok::<_, io::Error>(address)
    };
    let (mirror, verifier) = (serve(Service::Mirror)?, serve(Service::Verifier)?);
    Ok(Demo { mirror, verifier, requests, _running: running })
}

fn router(options: Options, requests: Requests, ended: watch::Receiver<()>) -> Router {
    let carrier = Carrier { faults: options.faults, ended };
    let world = Arc::new(World {
        results: options.results.clamp(1, MAX_RESULTS),
        clock: options.clock,
        executed_at: AtomicU64::new(0),
    });
    Router::new()
        .merge(mirror::routes(Arc::clone(&world)))
        .merge(verifier::routes(world))
        .fallback(verifier::nowhere)
        .layer(middleware::from_fn(traffic::spare_the_known))
        .layer(middleware::from_fn_with_state(options.delay, hold_back))
        .layer(middleware::from_fn_with_state(carrier, faults::carry_out))
        .layer(middleware::from_fn_with_state(requests, traffic::note))
}

async fn hold_back(State(delay): State<Duration>, request: axum::extract::Request, next: Next) -> Response {
    tracing::trace!(name: "asked", target: "hieroscope::demo", path = request.uri().path());
    if !delay.is_zero() {
        tokio::time::sleep(delay).await;
    }
    next.run(request).await
}

#[cfg(test)]
fn http() -> reqwest::Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn both_services_share_a_port_until_the_network_is_dropped() {
        let demo = start(Options::default()).await.unwrap();
        let url = demo.url();
        for (path, status, start) in [
            ("/api/v1/contracts/0.0.5001", 200, "{"),
            ("/chains", 200, "["),
            ("/elsewhere", 404, "<!DOCTYPE html>"),
        ] {
            let answer = http().get(format!("{url}{path}")).send().await.unwrap();
            assert_eq!(answer.status(), status, "{path}");
            assert!(answer.text().await.unwrap().starts_with(start), "{path}");
        }
        drop(demo);
        while http().get(&url).send().await.is_ok() {
            tokio::task::yield_now().await;
        }
    }
}

//! Failures on demand: rules that make the network answer badly, late or never, and named scenarios.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::uri::PathAndQuery;
use axum::http::{Method, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use tokio::sync::watch;
use tokio::time::Instant;

use super::Clock;
use super::entrance::{Breaker, Door};

mod canned;
mod changed;
mod delivery;
mod rule;
mod scenarios;
mod service;
#[cfg(test)]
mod tests;

use delivery::Delivery;
use rule::{Fault, Struck};
pub use rule::{NoRule, Rule};
pub use scenarios::{NoScenario, Scenario};
pub use service::Service;

/// What goes wrong now. Clones share it, so a test can change it while the network runs.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    rules: Mutex<Vec<Rule>>,
    doors: Doors,
}

/// The doors of both services.
#[derive(Debug)]
struct Doors {
    mirror: watch::Sender<Door>,
    verifier: watch::Sender<Door>,
}

impl Default for Doors {
    fn default() -> Self {
        Self { mirror: watch::Sender::new(Door::Open), verifier: watch::Sender::new(Door::Open) }
    }
}

impl Faults {
    /// Adds a rule. For any request the oldest rule that matches it decides.
    pub fn add(&self, rule: Rule) {
        if let Fault::Refuse(time) = rule.fault {
            self.shut(rule.service(), time);
        } else {
            self.rules().push(rule);
        }
    }

    /// Takes all rules back, and has all servers listen again.
    pub fn clear(&self) {
        self.rules().clear();
        for door in [&self.0.doors.mirror, &self.0.doors.verifier] {
            door.send_replace(Door::Open);
        }
    }

    /// Has nobody listen, for so long or for ever.
    fn shut(&self, service: Service, time: Option<Duration>) {
        let until = time.map(|time| Instant::now() + time);
        self.door_of(service).send_replace(until.map_or(Door::Shut, Door::ShutUntil));
    }

    fn rules(&self) -> std::sync::MutexGuard<'_, Vec<Rule>> {
        self.0.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn door_of(&self, service: Service) -> &watch::Sender<Door> {
        match service {
            Service::Mirror => &self.0.doors.mirror,
            Service::Verifier => &self.0.doors.verifier,
        }
    }

    pub(super) fn door(&self, service: Service) -> watch::Receiver<Door> {
        self.door_of(service).subscribe()
    }

    /// The fault of the rule that strikes such a request, which counts as one.
    fn strike(&self, method: &Method, path: &str) -> Option<Fault> {
        for rule in self.rules().iter_mut() {
            match rule.strikes(method, path) {
                Struck::Yes => return Some(rule.fault.clone()),
                Struck::Spared => return None,
                Struck::No => {}
            }
        }
        None
    }
}

#[derive(Clone, Debug)]
pub(super) struct Carrier {
    pub(super) faults: Faults,
    /// Closed when the network ends, which ends what stalls.
    pub(super) ended: watch::Receiver<()>,
}

/// A request, as far as a fault needs it.
struct Seen {
    /// Path and query.
    target: String,
    host: String,
}

impl Seen {
    fn of(request: &Request) -> Self {
        let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
        Self { target: request.uri().to_string(), host: host.unwrap_or_default().to_owned() }
    }

    fn service(&self) -> Service {
        Service::of(&self.target)
    }
}

/// Answers a request, unless a rule strikes it.
pub(super) async fn carry_out(
    State(mut carrier): State<Carrier>,
    ConnectInfo(breaker): ConnectInfo<Breaker>,
    request: Request,
    next: Next,
) -> Response {
    let Some(fault) = carrier.faults.strike(request.method(), request.uri().path()) else {
        return next.run(request).await;
    };
    let seen = Seen::of(&request);
    match fault {
        Fault::Answer(canned) => canned.answer(&seen, Clock::system().now()),
        Fault::Change(change) => change.apply(&seen, next.run(bare(request)).await).await,
        Fault::Deliver(delivery) => delivery.deliver(next.run(bare(request)).await, breaker).await,
        Fault::Drop => Delivery::Reset.deliver(next.run(request).await, breaker).await,
        Fault::Stall(time) => {
            carrier.pass(time).await;
            if time.is_some() { next.run(request).await } else { Response::new(Body::empty()) }
        }
        Fault::Late(time) => {
            // Who gives up waiting does not undo it.
            let done = tokio::spawn(next.run(request));
            carrier.pass(Some(time)).await;
            done.await.unwrap_or_default()
        }
        Fault::Restart(time) => {
            let answer = next.run(request).await;
            carrier.faults.shut(seen.service(), Some(time));
            answer
        }
        // Doors are shut as soon as such a rule is added.
        Fault::Refuse(_) => next.run(request).await,
    }
}

impl Carrier {
    /// Waits for so long, or until the network ends.
    async fn pass(&mut self, time: Option<Duration>) {
        let time = async {
            match time {
                Some(time) => tokio::time::sleep(time).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = time => {}
            // The sender says nothing and is dropped at the end, which is an error here.
            _ = self.ended.changed() => {}
        }
    }
}

/// The request without what would spare its answer, and as the service knows its address.
fn bare(mut request: Request) -> Request {
    request.headers_mut().remove(header::IF_NONE_MATCH);
    let target = request.uri().to_string();
    let known = changed::without_mark(&target);
    if known != target
        && let Ok(known) = known.parse::<PathAndQuery>()
    {
        *request.uri_mut() = Uri::from(known);
    }
    request
}

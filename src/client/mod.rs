//! The client of both HTTP APIs: takes a [`Request`] and returns a [`Response`].
//!
//! `call` maps a request to an operation and an address; `attempt` waits for its turn in the host's `budget` and `send`s
//! it; `retry` repeats a GET after a transient failure; `answer` parses the body with `wire`, or `failure` says what went
//! wrong. The wire's shapes are private: callers get the ledger's types.
//!
//! Bodies are parsed on the requesting task, which runs on the runtime's workers and never on the loop's thread:
//! a page of a hundred results takes about a millisecond.

#![expect(clippy::disallowed_methods, reason = "answers and waits are dated by the clock")]

mod address;
mod answer;
mod attempt;
mod budget;
mod cached;
mod call;
mod clock;
mod connections;
mod failure;
mod held;
mod kept;
mod lasting;
mod options;
mod paging;
mod replay;
mod retry;
mod retry_after;
mod secrets;
mod send;
mod telling;
mod units;
mod wire;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

pub use address::ClientFault;
pub use budget::Rank;
pub use held::hold;
pub use options::Options;
pub use replay::Replay;
pub use telling::Listeners;
pub use wire::{read_job_record, read_verified};

use crate::ledger::{RawJson, Timestamp};
use crate::message::{
    Answer, AnswerSource, Ask, CachedBody, Failure, Network, Priority, Request, RequestBudget, Response,
    Retrying,
};
use address::Base;
use budget::Budgets;
use call::Call;
use connections::Connections;
use kept::{Found, Kept};
use lasting::Taken;
use secrets::Keys;
use send::Received;
use units::UnitNames;

/// Speaks to one network. Clones share their connections and their limits.
#[derive(Clone, Debug)]
pub struct Client {
    servers: Arc<Servers>,
    shared: Arc<Shared>,
}

/// Where one network's APIs are, and how they spell things.
#[derive(Debug)]
struct Servers {
    mirror: Base,
    verifier: Option<Base>,
    unit_parameter: String,
    import_segment: String,
    /// Why the verifier must not be given a key, if it must not.
    withheld: Option<String>,
    /// Whether its answers are of this run alone.
    is_generated: bool,
    /// How often each of them is asked.
    budget: RequestBudget,
}

/// What clients of all networks share.
#[derive(Debug)]
struct Shared {
    options: Options,
    connections: Connections,
    keys: Keys,
    units: UnitNames,
    /// What servers answered.
    kept: Kept,
    budgets: Budgets,
}

impl Client {
    /// A client of `network`. Nothing is connected and no certificate is read before the first request.
    ///
    /// # Errors
    /// If one of the network's addresses is none.
    pub fn new(network: &Network, options: Options) -> Result<Self, ClientFault> {
        let servers = Arc::new(Servers::new(network)?);
        let shared = Shared {
            budgets: Budgets::new(options.at_once),
            connections: Connections::new(options.connect),
            keys: Keys::default(),
            units: UnitNames::default(),
            kept: Kept::default(),
            options,
        };
        Ok(Self { servers, shared: Arc::new(shared) })
    }

    /// A client of another network that shares this one's connections and limits.
    ///
    /// # Errors
    /// If one of the network's addresses is none.
    pub fn for_network(&self, network: &Network) -> Result<Self, ClientFault> {
        Ok(Self { servers: Arc::new(Servers::new(network)?), shared: Arc::clone(&self.shared) })
    }

    /// Asks, and comes back with an answer or a failure. Dropping the future ends the request.
    ///
    /// A GET is retried after a transient failure; `progress` is called before each wait. A POST is never
    /// repeated, whatever happens.
    pub async fn ask(
        &self,
        request: &Request,
        rank: impl Into<Rank>,
        mut progress: impl FnMut(Retrying) + Send,
    ) -> Response {
        let rank = &rank.into();
        let (servers, units) = (&*self.servers, &self.shared.units);
        let unit = units.name_for(servers);
        let response = self.ask_in(&unit, request, rank, &mut progress).await;
        let Err(failure) = &response.outcome else { return response };
        let Some(other) = units.instead(servers, &request.ask, failure) else { return response };
        let again = self.ask_in(other, request, rank, &mut progress).await;
        match &again.outcome {
            Ok(_) => units.remember(servers, other),
            Err(failure) if units::is_refused(&request.ask, failure, other) => {
                units.remember(servers, &unit);
                return response;
            }
            Err(_) => {}
        }
        again
    }

    /// Has the kept answer to this hold no longer: the server is asked next time, by the answer's tag if it has one.
    pub fn expire(&self, ask: &Ask) {
        self.shared.kept.expire(|kept| kept == ask);
    }

    /// Asks with this name for the unit parameter.
    async fn ask_in(
        &self,
        unit: &str,
        request: &Request,
        rank: &Rank,
        progress: &mut (impl FnMut(Retrying) + Send),
    ) -> Response {
        let mut call = match Call::new(&request.ask, &self.servers, unit) {
            Ok(call) => call,
            Err(failure) => {
                return Response::here(request.clone(), Err(failure), clock::now());
            }
        };
        let guard = self.shared.keys.guard(&request.ask, &call);
        let is_kept = kept::is_kept(&request.ask);
        if is_kept {
            match self.shared.kept.find(call.url.as_str(), &request.ask, clock::now()) {
                Found::Fresh(answer, at, body_bytes) => {
                    self.shared.options.listeners.kept(request, &call, &guard);
                    return Response {
                        request: request.clone(),
                        outcome: Ok(answer),
                        at,
                        source: AnswerSource::Server,
                        body_bytes,
                        url: call.url.into(),
                    };
                }
                Found::Tagged(etag) => call.etag = Some(etag),
                Found::Nothing => {}
            }
        }
        let slot = self.slot(request, &call, &guard);
        // What the user asks for again is not what is here already.
        if let Some(slot) = slot.as_ref().filter(|slot| slot.taken == Taken::AtOnce)
            && rank.priority() != Priority::Urgent
            && let Some((answer, at, body_bytes)) = self.cached(request, slot).await
        {
            self.shared.options.listeners.kept(request, &call, &guard);
            let (request, url) = (request.clone(), call.url.into());
            return Response {
                request,
                outcome: Ok(answer),
                at,
                source: AnswerSource::Cache,
                body_bytes,
                url,
            };
        }
        // Nobody waits for a server while there is something to see: it is asked again by whoever looks at that.
        let is_patient = match &slot {
            Some(slot) => !slot.is_filled().await,
            None => true,
        };
        let attempts = AtomicUsize::new(1);
        let progress = Mutex::new(progress);
        let told = |retrying| progress.lock().unwrap_or_else(PoisonError::into_inner)(retrying);
        let attempt = || {
            let number = attempts.fetch_add(1, Ordering::Relaxed);
            self.attempt(request, &call, &guard, (number, is_patient), rank, &told)
        };
        let received = match &call.body {
            None if is_patient => retry::patiently(attempt, request, &self.shared.options, &told).await,
            _ => attempt().await,
        };
        let recorded_at = received.as_ref().ok().and_then(|received| received.at);
        let at = recorded_at.unwrap_or_else(clock::now);
        let body = received.as_ref().ok().filter(|received| received.status == answer::WHOLE);
        let body = body.filter(|_| slot.is_some()).map(|received| received.body.clone());
        let mut body_bytes = received.as_ref().map_or(0, |received| received.body.raw().len());
        let outcome = match received {
            Ok(received) if is_kept => {
                self.remembered(&request.ask, &call, received, at).map(|(answer, bytes)| {
                    body_bytes = bytes;
                    answer
                })
            }
            Ok(received) => answer::parse_answer(&request.ask, &call, received, &self.servers),
            Err(stopped) => Err(stopped.failure),
        };
        self.shared.keys.settle(&request.ask, &outcome);
        if let Ok(answer) = &outcome {
            self.shared.kept.heed(answer);
        }
        let kept = match (&outcome, &slot) {
            (Ok(answer), Some(slot)) => {
                if let Some(body) = body.filter(|_| lasting::lasts(answer, at)) {
                    slot.keep(CachedBody { body, at }).await;
                }
                None
            }
            (Err(failure), Some(slot)) if failure.is_of_the_connection() => self.cached(request, slot).await,
            _ => None,
        };
        let (outcome, at, source, body_bytes) = match (outcome, kept) {
            (Err(failure), Some((answer, then, bytes))) => {
                (Ok(answer), then, AnswerSource::CacheAfter(failure, at), bytes)
            }
            (outcome, _) => (outcome, at, AnswerSource::Server, body_bytes),
        };
        Response { request: request.clone(), outcome, at, source, body_bytes, url: call.url.into() }
    }

    /// Reads what a server sent, or takes what it sent before if that has not changed; and how long its body was.
    fn remembered(
        &self,
        ask: &Ask,
        call: &Call,
        received: Received,
        now: Timestamp,
    ) -> Result<(Answer, usize), Failure> {
        let (url, status) = (call.url.as_str(), received.status);
        let label = received.label().of(ask, now);
        let body_bytes = label.body_bytes;
        if status == answer::UNCHANGED
            && let Some(kept) = self.shared.kept.unchanged(url, ask, &label, now)
        {
            return Ok(kept);
        }
        let answer = answer::parse_answer(ask, call, received, &self.servers)?;
        if status == answer::WHOLE {
            self.shared.kept.keep(url, ask, &answer, label, now);
        }
        Ok((answer, body_bytes))
    }

    /// Reads a status and a body as the answer to `ask`, just as if this network had sent them now.
    ///
    /// # Errors
    /// The failure that they mean.
    pub fn parse_answer(&self, ask: &Ask, status: u16, body: RawJson) -> Result<Answer, Failure> {
        let call = Call::new(ask, &self.servers, &self.shared.units.name_for(&self.servers))?;
        if !call.reads(status) {
            return Err(call.failure(status, &body, None));
        }
        let received = Received {
            status,
            etag: None,
            fresh: None,
            headers: Vec::new(),
            body,
            at: None,
            is_recorded: false,
        };
        answer::parse_answer(ask, &call, received, &self.servers)
    }
}

impl Servers {
    fn new(network: &Network) -> Result<Self, ClientFault> {
        Ok(Self {
            mirror: Base::parse(&network.mirror)?,
            verifier: network.verifier.as_deref().map(Base::parse).transpose()?,
            unit_parameter: network.unit_parameter.clone(),
            import_segment: network.import_segment.clone(),
            withheld: network.withholds_key(),
            is_generated: network.generated,
            budget: network.budget,
        })
    }
}

//! One client per network, created on first use; all share a connection pool.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use api::{AnswerCache, AnyOperation, Failure, Network, RequestBudget, Unanswered};
use client::{Client, Listeners, Options, Rank, Replay};

#[cfg(feature = "demo")]
use demo::{self, Demo, faults::Faults};
use ledger::packed::Shelf;
use ledger::{Text, Timestamp};
use tokio::sync::OnceCell;

use super::analyses::Analyses;
use super::{clock, log, recording};
use crate::config::Config;
use crate::message::{Answer, Ask, Event, Request, Response, Retrying, Word};
use crate::store::{CacheSize, DiskCache, DiskShelf, StoreFault};

/// The clients of all networks. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Clients {
    networks: Arc<HashMap<String, (Network, OnceCell<Client>)>>,
    first: Arc<OnceCell<Client>>,
    options: Options,
    pub(super) analyses: Analyses,
    /// The file for spilled rows.
    shelf: Arc<DiskShelf>,
    /// The cache of immutable answers, whether or not these clients use it.
    cache: Option<Arc<DiskCache>>,
    /// The networks that do not offer the state before a result.
    without_prestate: Arc<Mutex<HashSet<String>>>,
    /// The age of the recording that is played back, seconds.
    back: u64,
    #[cfg(feature = "demo")]
    embedded: Arc<OnceCell<Embedded>>,
    #[cfg(feature = "demo")]
    demo_results: u64,
    /// Names of the faults that the embedded network injects.
    #[cfg(feature = "demo")]
    demo_faults: Vec<String>,
}

/// Receives the news about a request before its answer.
pub(super) type Tell<'a> = &'a mut (dyn FnMut(Event) + Send);

/// The embedded network.
#[cfg(feature = "demo")]
#[derive(Debug)]
struct Embedded {
    mirror: String,
    verifier: String,
    /// Held for its `Drop`; `None` if the network was started elsewhere.
    _running: Option<Demo>,
}

impl Clients {
    pub(crate) fn new(networks: Vec<Network>, demo_results: u64) -> Self {
        #[cfg(not(feature = "demo"))]
        let _ = demo_results;
        let networks = networks.into_iter().map(|network| (network.name.clone(), (network, OnceCell::new())));
        Self {
            networks: Arc::new(networks.collect()),
            first: Arc::default(),
            options: Options::default(),
            analyses: Analyses::default(),
            shelf: Arc::new(DiskShelf::new(Path::new(""))),
            cache: None,
            without_prestate: Arc::default(),
            back: 0,
            #[cfg(feature = "demo")]
            embedded: Arc::default(),
            #[cfg(feature = "demo")]
            demo_results,
            #[cfg(feature = "demo")]
            demo_faults: Vec::new(),
        }
    }

    /// Clients of all networks, or of a recording that answers instead.
    pub(crate) fn of(config: &Config) -> Self {
        let mut clients = Self::new(super::networks(config), config.settings.demo_results)
            .with_disk_cache(Arc::new(cache(config)));
        #[cfg(feature = "demo")]
        clients.demo_faults.clone_from(&config.demo_faults);
        clients.shelf = Arc::new(DiskShelf::new(&config.data_dir));
        log::log_exchanges(&clients.options.listeners);
        if let Some(recording) = &config.recording {
            clients.back = recording::seconds_back(config);
            let replay = Replay::new(recording).with_clock_back(clients.back);
            clients.options.replay = Some(Arc::new(replay));
        }
        clients
    }

    /// Whether a network may offer the state before a result.
    pub(super) fn tells_prestate(&self, network: &str) -> bool {
        !self.without_prestate.lock().unwrap_or_else(PoisonError::into_inner).contains(network)
    }

    /// Marks a network as not offering the state before a result.
    pub(super) fn note_no_prestate(&self, network: &str) {
        self.without_prestate.lock().unwrap_or_else(PoisonError::into_inner).insert(network.to_owned());
    }

    /// Sets the cache file, which is only ever cleared.
    #[must_use]
    pub(super) fn with_disk_cache(self, cache: Arc<DiskCache>) -> Self {
        Self { cache: Some(cache), ..self }
    }

    /// Enables the cache of immutable answers, for reading only: submissions do not use it. Disabled while recording,
    /// since a recording must have the servers' answers.
    #[must_use]
    pub(crate) fn with_cache(mut self, config: &Config) -> Self {
        if config.settings.cache_mebibytes > 0 && config.record.is_none() {
            self.options.cache = self.cache.clone().map(|cache| cache as Arc<dyn AnswerCache>);
        }
        self
    }

    /// The current time; during playback, the recording's.
    pub(crate) fn now(&self) -> Timestamp {
        clock::now().minus_seconds(self.back)
    }

    /// The moment of the monotonic clock at which `at` will be now.
    pub(crate) fn instant(&self, at: Timestamp) -> tokio::time::Instant {
        clock::instant(at.plus_millis(self.back.saturating_mul(1_000)))
    }

    /// Clients with these timeouts, an embedded network already running at this address, and analyses that may be
    /// shared.
    #[cfg(feature = "demo")]
    pub fn with_embedded(networks: Vec<Network>, options: Options, url: String, analyses: Analyses) -> Self {
        let (mirror, verifier) = (url.clone(), url);
        let embedded = OnceCell::new_with(Some(Embedded { mirror, verifier, _running: None }));
        Self { options, embedded: Arc::new(embedded), analyses, ..Self::new(networks, 0) }
    }

    /// The file for spilled rows.
    pub(super) fn shelf(&self) -> Arc<dyn Shelf> {
        Arc::<DiskShelf>::clone(&self.shelf)
    }

    /// Clears the response cache and returns its former size, blocking on the disk.
    ///
    /// # Errors
    /// When the file cannot be changed.
    pub(super) fn clear_cache(&self) -> Result<CacheSize, StoreFault> {
        self.cache
            .as_ref()
            .map_or(Ok(CacheSize::default()), |cache| cache.clear().map(Option::unwrap_or_default))
    }

    /// The listeners that are notified of every request.
    pub(crate) fn listeners(&self) -> &Listeners {
        &self.options.listeners
    }

    /// Marks the cached answer to this request as stale.
    pub(super) async fn expire(&self, request: &Request) {
        if let (Ask::Server(operation), Ok(client)) = (&request.ask, self.client(&request.network).await) {
            client.expire(operation);
        }
    }

    /// Sends a request to its network, or answers it from disk or by an analysis.
    pub(crate) async fn ask(
        &self,
        request: &Request,
        rank: impl Into<Rank>,
        now: Timestamp,
        mut tell: impl FnMut(Event) + Send,
    ) -> Response {
        self.answer(request, rank.into(), now, &mut tell).await
    }

    /// Not generic, so that it is compiled once.
    async fn answer(&self, request: &Request, rank: Rank, now: Timestamp, tell: Tell<'_>) -> Response {
        let operation = match &request.ask {
            Ask::Server(operation) => operation,
            Ask::Here(work) => {
                let (outcome, url) = match self.work(request, work, &rank, tell).await {
                    Ok(answer) => (Ok(answer), String::new()),
                    Err(Unanswered { failure, url }) => (Err(failure), url),
                };
                return Response { url, ..Response::here(request.clone(), outcome, now) };
            }
        };
        match self.asked(request, operation, &rank, tell).await {
            Ok(response) => response,
            Err(words) => {
                let failure = Failure::Unreachable { words: Text::new(words), sent: false };
                Response::here(request.clone(), Err(failure), now)
            }
        }
    }

    async fn asked(
        &self,
        request: &Request,
        operation: &AnyOperation,
        rank: &Rank,
        tell: Tell<'_>,
    ) -> Result<Response, String> {
        let client = match self.client(&request.network).await {
            // A job is polled at the server that runs it, even if the network's profile was removed.
            Err(_)
                if matches!(operation, AnyOperation::Job(_) | AnyOperation::JobContract(_))
                    && !self.networks.contains_key(&request.network) =>
            {
                self.any_client().await?
            }
            client => client?,
        };
        let mut asked = api::Request { network: request.network.clone(), ask: operation.clone() };
        if let Some(server) = asked.ask.server_mut()
            && server.is_empty()
        {
            *server =
                if self.options.replay.is_some() { NOWHERE.to_owned() } else { self.embedded().await?.1 };
        }
        let noted = |retrying: api::Retrying| {
            let retrying = retrying.map(Ask::Server);
            log_retry(&retrying);
            tell(Event::Retrying(Box::new(retrying)));
        };
        let response = client.ask(&asked, rank.clone(), noted).await;
        Ok(response.to(request.clone(), Answer::Server))
    }

    /// The profile of this name.
    pub(super) fn network(&self, name: &str) -> Option<&Network> {
        self.networks.get(name).map(|(network, _)| network)
    }

    async fn client(&self, name: &str) -> Result<&Client, String> {
        let Some((network, cell)) = self.networks.get(name) else {
            return Err(format!("there is no network profile called {name:?}"));
        };
        let made = cell.get_or_try_init(|| async {
            let mut network = network.clone();
            if self.options.replay.is_some() {
                unreal(&mut network);
            } else if network.generated {
                let (mirror, verifier) = self.embedded().await?;
                network.mirror = mirror;
                network.budget = RequestBudget::OWN_SERVER;
                // The configuration may name another verifier.
                if network.verifier.as_deref() == Some("") {
                    network.verifier = Some(verifier);
                }
            }
            let made = async || Client::new(&network, self.options.clone());
            let first = self.first.get_or_try_init(made).await;
            first.and_then(|client| client.for_network(&network)).map_err(|fault| fault.to_string())
        });
        made.await
    }

    /// Any client that can be created.
    async fn any_client(&self) -> Result<&Client, String> {
        let mut names: Vec<&String> = self.networks.keys().collect();
        names.sort();
        let mut fault = "there is no network profile".to_owned();
        for name in names {
            match self.client(name).await {
                Ok(client) => return Ok(client),
                Err(words) => fault = words,
            }
        }
        Err(fault)
    }

    /// The addresses of the embedded network's mirror node and verifier, started when they are first needed.
    #[cfg(feature = "demo")]
    async fn embedded(&self) -> Result<(String, String), String> {
        let start = async || {
            let faults = Faults::default();
            faults.play(self.demo_faults.iter().map(String::as_str)).map_err(|fault| fault.to_string())?;
            let options = demo::Options { results: self.demo_results, faults, ..demo::Options::default() };
            let started = demo::start(options).await;
            started
                .map(|demo| Embedded {
                    mirror: demo.url(),
                    verifier: demo.verifier_url(),
                    _running: Some(demo),
                })
                .map_err(|fault| fault.to_string())
        };
        let started = self.embedded.get_or_try_init(start).await;
        started
            .map(|embedded| (embedded.mirror.clone(), embedded.verifier.clone()))
            .map_err(|fault| format!("the embedded network did not start: {fault}"))
    }

    /// This build has no embedded network.
    #[cfg(not(feature = "demo"))]
    #[expect(clippy::unused_async, reason = "called as in a build that has the network")]
    async fn embedded(&self) -> Result<(String, String), String> {
        Err("this build has no embedded network: build it with the feature `demo`".to_owned())
    }
}

fn log_retry(retrying: &Retrying) {
    tracing::warn!(
        name: "repeated",
        target: "hieroscope::request",
        question = Word(retrying.request.ask.name()).field(),
        attempt = retrying.attempt,
        of = retrying.of,
        at = retrying.at.iso(),
        why = retrying.failure.sentence(),
    );
}

/// The address of a server that is never contacted: the domain cannot resolve.
const NOWHERE: &str = "http://replay.invalid";

/// Fills in placeholder addresses for a network that is never contacted.
fn unreal(network: &mut Network) {
    let verifier = network.verifier.iter_mut();
    for address in verifier.chain([&mut network.mirror]).filter(|address| address.is_empty()) {
        NOWHERE.clone_into(address);
    }
}

/// The cache of immutable answers.
pub(crate) fn cache(config: &Config) -> DiskCache {
    DiskCache::new(&config.data_dir, config.settings.cache_mebibytes << 20, clock::now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::{ChainsQuery, JobPoll, Priority};
    use verification::{JobId, JobKey};

    #[tokio::test]
    async fn a_job_of_a_network_without_a_profile_is_looked_at_where_it_runs() {
        let mine = Network { mirror: "http://127.0.0.1:1".to_owned(), ..Network::documented("mine") };
        let clients = Clients::new(vec![mine], 0);
        let id = JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f").unwrap();
        let key = JobKey { made: Timestamp::default(), process: 1 };
        let poll =
            JobPoll { key, id, server: "http://127.0.0.1:1".to_owned(), etag: None, may_repeat_key: false };
        let request = Request { network: "gone".to_owned(), ask: (&poll).into() };
        let response = clients.ask(&request, Priority::Poll, Timestamp::default(), drop).await;
        assert_eq!(response.url, "http://127.0.0.1:1/v2/verify/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f");
        assert_eq!(response.request, request);
        let request = Request { network: "gone".to_owned(), ask: (&ChainsQuery).into() };
        assert_eq!(
            clients.ask(&request, Priority::Poll, Timestamp::default(), drop).await.url,
            "",
            "nobody is asked"
        );
    }
}

//! The servers and the streams that a command has to do with.

use std::convert::Infallible;
use std::future::pending;
use std::sync::{Arc, OnceLock};

use api::{Network, Priority, Unanswered};
use ledger::text::visible;
use verification::Chains;

use super::console::{Colours, say};
use super::kept::tell;
use super::stop::Stop;
use super::{CommandReport, Outcome};
use crate::config::Config;
use crate::message::{Ask, Event, Question, Request, Response};
use crate::runtime::{self, Clients, now};
use crate::store::worker::Report;
use crate::store::{Remark, StoreWorker};

/// Why a recording has no jobs.
pub(super) const NOT_REPLAYED: &str =
    "a recording has no jobs: leave out --replay for those that were submitted from here";

/// The servers that a command uses.
pub(super) struct World {
    pub(super) clients: Clients,
    pub(super) network: Network,
    pub(super) colours: Colours,
    /// The verifier's list of chains, once it was requested: it is fixed for the duration of a command.
    pub(super) chains: OnceLock<Arc<Chains>>,
}

/// Why a command could not begin, with the network that it was for.
pub(super) type Unbegun = Box<(Outcome, Network, String)>;

/// What a command does. While a recording is played back, only commands that read are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Reads, jobs that are recorded among it.
    Reads {
        jobs: bool,
    },
    /// Sends, and records it if it is wanted.
    Sends {
        records: bool,
    },
    Follows,
}

impl Purpose {
    /// Why it cannot be done while a recording is replayed.
    fn against_replay(self) -> Option<&'static str> {
        match self {
            Self::Reads { .. } => None,
            Self::Sends { .. } => Some("nothing is sent while a recording is replayed: leave out --replay"),
            Self::Follows => Some(NOT_REPLAYED),
        }
    }

    /// Whether it has to do with recorded jobs.
    fn has_jobs(self) -> bool {
        matches!(self, Self::Reads { jobs: true } | Self::Sends { records: true } | Self::Follows)
    }
}

/// Runs what asks servers. The store is open meanwhile if the purpose has to do with jobs, and what was learnt is on disk
/// when this returns.
///
/// # Errors
/// Why nothing was asked.
pub(super) fn run<T>(
    config: Config,
    purpose: Purpose,
    colours: Colours,
    work: impl AsyncFnOnce(&World, Option<&StoreWorker>) -> T,
) -> Result<T, Unbegun> {
    run_hearing(config, purpose, colours, tell, work)
}

/// Like `run`, with a callback for the remarks of a working store.
///
/// # Errors
/// Why nothing was requested.
pub(super) fn run_hearing<T>(
    config: Config,
    purpose: Purpose,
    colours: Colours,
    hear: impl Fn(&Remark) + Send + Sync + 'static,
    work: impl AsyncFnOnce(&World, Option<&StoreWorker>) -> T,
) -> Result<T, Unbegun> {
    let clients = Clients::of(&config);
    let recording = runtime::recording::record(&config, clients.listeners(), |words| say(&words));
    let world = World { clients, network: config.network, colours, chains: OnceLock::new() };
    let unbegun = |outcome, words| Box::new((outcome, world.network.clone(), words));
    let is_replay = config.recording.is_some();
    if let Some(words) = purpose.against_replay().filter(|_| is_replay) {
        return Err(unbegun(Outcome::Usage, words.to_owned()));
    }
    let recording = recording.map_err(|words| unbegun(Outcome::Usage, words))?;
    let tasks =
        super::tasks().map_err(|words| unbegun(Outcome::NotSent, format!("{words}, so nothing was sent")))?;
    let report = move |report: Report| match report {
        Report::Fault(fault) => say(&visible(&fault.to_string())),
        Report::Remark(remark) => hear(&remark),
    };
    let store = (purpose.has_jobs() && !is_replay)
        .then(|| StoreWorker::start(config.data_dir, runtime::READERS, report));
    let done = tasks.handle().block_on(async {
        tokio::select! {
            done = work(&world, store.as_ref()) => done,
            never = hurry_at_signals(store.as_ref()) => match never {},
        }
    });
    if let Some(fault) = store.and_then(StoreWorker::end) {
        say(&visible(&fault.to_string()));
    }
    drop(tasks);
    drop(recording);
    Ok(done)
}

/// Stops the store's wait for another program's lock once a signal arrives. The commands listen for the signal
/// separately.
async fn hurry_at_signals(store: Option<&StoreWorker>) -> Infallible {
    if let (Some(store), Ok(mut stop)) = (store, Stop::listen()) {
        stop.wait().await;
        store.handle().end_soon();
    }
    pending().await
}

impl World {
    /// How a command ends that has sent nothing, and why.
    pub(super) fn unsent(&self, outcome: Outcome, words: String) -> CommandReport {
        CommandReport::unsent(outcome, Some(&self.network), None, words)
    }

    /// Asks the network.
    ///
    /// # Errors
    /// When there is no answer.
    pub(super) async fn ask<Q: Question<Answer: Clone>>(
        &self,
        question: &Q,
    ) -> Result<Q::Answer, Unanswered> {
        self.respond(question.ask()).await.read(Q::read)
    }

    /// Asks the network; retries are announced.
    pub(super) async fn respond(&self, ask: impl Into<Ask>) -> Response {
        let request = Request::new(&self.network.name, ask);
        let tell = |event| {
            if let Event::Retrying(retrying) = event {
                let Ask::Server(operation) = &retrying.request.ask else { return };
                let who = operation.api().label();
                say(&format!("{who}: {}", retrying.sentence()));
            }
        };
        // What an answer needs on its way is large, and several may be in progress.
        Box::pin(self.clients.ask(&request, Priority::Key, now(), tell)).await
    }
}

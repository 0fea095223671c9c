//! The servers and the streams that a command has to do with.

use super::console::{Colours, say};
use super::{CommandReport, Outcome};
use crate::config::Config;
use crate::message::{Api, Ask, Network, Request, Response, Retrying};
use crate::runtime::{self, Clients, now};
use crate::store::{StoreFault, StoreWorker};

/// What a command talks to.
pub(super) struct World {
    pub(super) clients: Clients,
    pub(super) network: Network,
    pub(super) colours: Colours,
}

/// Why a command could not begin, with the network that it was for.
pub(super) type Unbegun = Box<(Outcome, Network, String)>;

/// Runs what asks servers. The store is open meanwhile if it `records`, and what was learnt is on disk when this
/// returns.
///
/// # Errors
/// Why nothing was asked.
pub(super) fn run<T>(
    config: Config,
    records: bool,
    colours: Colours,
    work: impl AsyncFnOnce(&World, Option<&StoreWorker>) -> T,
) -> Result<T, Unbegun> {
    let clients = Clients::of(&config);
    let recording = runtime::recording::record(&config, &clients, |words| say(&words));
    let world = World { clients, network: config.network, colours };
    let unbegun = |outcome, words| Box::new((outcome, world.network.clone(), words));
    if config.recording.is_some() {
        let words = "nothing is sent while a recording is replayed: leave out --replay";
        return Err(unbegun(Outcome::Usage, words.to_owned()));
    }
    let recording = recording.map_err(|words| unbegun(Outcome::Usage, words))?;
    let runtime = super::runtime()
        .map_err(|words| unbegun(Outcome::NotSent, format!("{words}, so nothing was sent")))?;
    let faulty = |fault: StoreFault| say(&fault.to_string());
    let store = records.then(|| StoreWorker::start(config.data_dir, runtime::READERS, faulty));
    let done = runtime.block_on(work(&world, store.as_ref()));
    drop(store);
    runtime.shutdown_background();
    drop(recording);
    Ok(done)
}

impl World {
    /// How a command ends that has sent nothing, and why.
    pub(super) fn unsent(&self, outcome: Outcome, words: String) -> CommandReport {
        CommandReport::unsent(outcome, Some(&self.network), None, words)
    }

    /// Asks the network; a question that is asked again is said so.
    pub(super) async fn ask(&self, ask: Ask) -> Response {
        let request = Request { network: self.network.name.clone(), ask };
        let progress = |retrying: Retrying| {
            let who = Api::of(&retrying.request.ask).label();
            say(&format!("{who}: {}", retrying.sentence()));
        };
        // What an answer needs on its way is large, and several may be in progress.
        Box::pin(self.clients.ask(&request, now(), progress)).await
    }
}

//! The configured networks, the open one, and the data about each.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::{FoundResult, Network};
use decode::{Snapshot, Subject};
use ledger::Seen;
use verification::Chains;

use crate::app::Start;
use crate::app::knowledge::Knowledge;
use crate::message::{Answer, Response};
use crate::panes::kit::nouns::inner_calls;

#[derive(Debug)]
pub(in crate::app) struct Networks {
    pub(in crate::app) all: Vec<Network>,
    /// The open network.
    pub(in crate::app) here: Network,
    pub(in crate::app) knowledge: Knowledge,
    /// That a recording is replayed, in words.
    pub(in crate::app) replay: Option<String>,
    /// The chains of the verifiers that were asked for them, by the verifier's address.
    chains: BTreeMap<String, Arc<Chains>>,
    /// Outcomes of executions, from single records, by network.
    seen: BTreeMap<String, Seen>,
    /// The empty outcomes of a network without single records.
    unseen: Seen,
}

impl Networks {
    pub(super) fn new(start: &Start) -> Self {
        Self {
            all: start.networks.clone(),
            here: start.network.clone(),
            knowledge: Knowledge::new(start.settings.signatures.clone()),
            replay: start.replay.clone(),
            chains: BTreeMap::new(),
            seen: BTreeMap::new(),
            unseen: Seen::default(),
        }
    }

    fn named(&self, name: &str) -> Option<&Network> {
        self.all.iter().find(|network| network.name == name)
    }

    /// Opens the network with this profile name. `false` if there is no such network.
    pub(in crate::app) fn open(&mut self, name: &str) -> bool {
        let Some(network) = self.named(name).cloned() else { return false };
        self.here = network;
        true
    }

    /// The data about the open network.
    pub(in crate::app) fn known(&self) -> &Snapshot {
        self.knowledge.snapshot(&self.here.name)
    }

    /// The chains of its verifier.
    pub(super) fn chains(&self) -> Option<&Chains> {
        self.chains.get(self.here.verifier.as_ref()?).map(AsRef::as_ref)
    }

    /// Outcomes of executions on it.
    pub(super) fn seen(&self) -> &Seen {
        self.seen.get(&self.here.name).unwrap_or(&self.unseen)
    }

    /// Keeps a verifier's chains: they change so rarely that a session asks once.
    pub(in crate::app) fn keep_chains(&mut self, response: &Response) {
        let verifier = self.named(&response.request.network).and_then(|network| network.verifier.clone());
        if let (Ok(Answer::Server(api::Answer::Chains(chains))), Some(verifier)) =
            (&response.outcome, verifier)
        {
            self.chains.insert(verifier, Arc::clone(chains));
        }
    }

    /// Stores the outcome of executions in the response, and the amounts that they sent below a base unit.
    pub(in crate::app) fn see(&mut self, response: &Response) {
        let network = || response.request.network.clone();
        match &response.outcome {
            Ok(Answer::Server(
                api::Answer::Result(FoundResult { result, .. })
                | api::Answer::Execution(FoundResult { result, .. }),
            )) => {
                let seen = self.seen.entry(network()).or_default();
                seen.result(result, !response.request.ask.is_in_weibar());
                if response.request.ask.is_in_weibar() {
                    seen.in_weibar(result);
                }
            }
            Ok(Answer::Server(
                api::Answer::Transaction(family)
                | api::Answer::TransactionAt(family)
                | api::Answer::TransactionOf(family),
            )) => _ = self.seen.entry(network()).or_default().family(family),
            Ok(Answer::Server(api::Answer::Actions(page))) => {
                self.seen.entry(network()).or_default().trace(&page.rows, inner_calls::is_refused);
            }
            _ => {}
        }
    }

    /// Queues the lookup of a subject, unless it was looked up before.
    pub(in crate::app) fn resolve(&mut self, subject: Subject) {
        let _ = self.knowledge.resolve(subject, &self.here);
    }

    /// Learns from an answer. `true` if more is known now.
    pub(in crate::app) fn learn(&mut self, response: &Response) -> bool {
        let network = self.all.iter().find(|network| network.name == response.request.network);
        network.is_some_and(|network| self.knowledge.on_response(response, network))
    }
}

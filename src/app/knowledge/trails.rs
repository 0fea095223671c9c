//! Looks up what contracts pass their calls on to where the verifier does not say it: in their code and their storage.

use std::collections::HashMap;
use std::sync::Arc;

use api::{Failure, Network, PageOf};
use decode::known::{Behind, MAX_BEHIND, MAX_BEHIND_IN_ALL};
use decode::proxy::{Answered, Trail, Wanted, can_delegate};
use decode::{Analysis, AnalysisInput, AnalysisOutput, Snapshot, Subject};
use ledger::amount::grouped;
use ledger::{Contract, ContractRef, EvmAddress};
use verification::{Grade, Verified};

use super::{Knowledge, take};
use crate::message::{Answer, AnyWork, Ask, Notice, Response, Topic};

/// The ways that are followed.
#[derive(Debug, Default)]
pub(in crate::app) struct Trails {
    /// Those that have no end yet.
    open: Vec<Followed>,
    /// The requests for them, oldest first.
    asked: Vec<(Topic, Wanted)>,
    /// The records that were met of contracts whose code can pass calls on; `None` of others.
    records: HashMap<EvmAddress, Option<Arc<Contract>>>,
}

#[derive(Debug)]
struct Followed {
    contract: EvmAddress,
    /// The contract that led to it by passing its calls on, however far.
    proxy: EvmAddress,
    trail: Trail,
}

/// Whether a contract may pass its calls on to others than the verifier names.
pub(in crate::app) fn may_pass_on(verified: &Verified) -> bool {
    let said = verified.proxy.known();
    let named = said.and_then(|proxy| proxy.implementations.known()).is_some_and(|all| !all.is_empty());
    let denied = said.is_some_and(|proxy| proxy.is_proxy.known() == Some(&false));
    let is_denied_by_sources = denied && verified.grade() != Grade::Not;
    !named && !is_denied_by_sources
}

impl Trails {
    pub(in crate::app) fn is_under_way(&self) -> bool {
        !self.open.is_empty()
    }

    /// The questions that have no answer yet.
    pub(in crate::app) fn open_questions(&self) -> impl Iterator<Item = &Topic> {
        self.asked.iter().map(|(topic, _)| topic)
    }

    /// Applies a contract's record.
    pub(in crate::app) fn meet(&mut self, address: EvmAddress, record: &Arc<Contract>) {
        let delegates = record.runtime_bytecode.known().is_some_and(|code| can_delegate(code.bytes()));
        self.records.insert(address, delegates.then(|| Arc::clone(record)));
    }

    /// Begins at a contract, unless its code cannot pass a call on.
    pub(in crate::app) fn begin(&mut self, contract: EvmAddress, proxy: Option<EvmAddress>) {
        let record = match self.records.get(&contract) {
            Some(None) => return,
            met => met.cloned().flatten(),
        };
        let trail = Trail::new(contract, record);
        self.open.push(Followed { contract, proxy: proxy.unwrap_or(contract), trail });
    }

    fn answer(&mut self, wanted: &Wanted, response: &Response) {
        let answered = answered(&response.outcome);
        for followed in &mut self.open {
            followed.trail.answer(wanted.clone(), answered.clone());
        }
    }
}

impl Knowledge {
    /// Takes an answer to what was asked on a way. `true` if more is known now.
    pub(in crate::app) fn follow_trails(
        &mut self,
        topic: &Topic,
        response: &Response,
        network: &Network,
    ) -> bool {
        let Some(of) = self.networks.get_mut(&network.name) else { return false };
        let mut may_pass = false;
        if let Some(wanted) = take(&mut of.trails.asked, topic) {
            of.trails.answer(&wanted, response);
            may_pass = response.outcome.as_ref().err().is_some_and(Failure::is_passing);
        }
        let mut ended = Vec::new();
        for followed in std::mem::take(&mut of.trails.open) {
            let (found, wanted) = followed.trail.step();
            for wanted in &wanted {
                if !of.trails.asked.iter().any(|(_, asked)| asked == wanted) {
                    of.trails.asked.push((ask(wanted, &of.known).into(), wanted.clone()));
                }
            }
            if wanted.is_empty() {
                if may_pass {
                    of.asked.remove(&Subject::Contract(ContractRef::Address(followed.contract)));
                }
                ended.push((followed, found.targets));
            } else {
                of.trails.open.push(followed);
            }
        }
        ended.retain(|(_, targets)| !targets.is_empty());
        for (followed, targets) in &ended {
            let targets = targets.iter().take(MAX_BEHIND).map(|target| target.address);
            of.known.change(|known| known.add_targets(followed.contract, targets));
        }
        for (followed, _) in &ended {
            self.behind(followed.proxy, network);
        }
        !ended.is_empty()
    }
}

/// What an answer says of where a contract passes its calls on.
pub(crate) fn answered(outcome: &Result<Answer, Failure>) -> Answered {
    match outcome {
        Ok(Answer::Server(api::Answer::Contract(record))) => Answered::Record(Arc::clone(record)),
        Ok(Answer::Server(api::Answer::State(page))) => Answered::Slots(page.clone()),
        Ok(Answer::Analysis(output)) => match output.as_ref() {
            AnalysisOutput::Profile(profile) => Answered::Profile(profile.clone()),
            _ => Answered::Nothing,
        },
        _ => Answered::Nothing,
    }
}

/// The question about what is wanted on a way.
pub(crate) fn ask(wanted: &Wanted, known: &Snapshot) -> Ask {
    match wanted {
        Wanted::Record(query) => Ask::from(query),
        Wanted::Profile(code) => Ask::Here(AnyWork::Analysis(Analysis {
            known: known.clone(),
            input: AnalysisInput::Profile(code.clone()),
        })),
        Wanted::Slots(query) => Ask::from(&PageOf::first(query.clone())),
    }
}

/// The notice about a proxy with more contracts behind it than are looked up.
pub(in crate::app) fn left_out(proxy: EvmAddress, behind: &Behind) -> Notice {
    let (asked, more) = (grouped(&behind.addresses.len()), grouped(&behind.left_out));
    let proxy = proxy.checksummed();
    Notice::warning(format!("behind the proxy {proxy} {asked} contracts are looked up, {more} are left out"))
}

/// The notice about a pane with more proxies than are looked up.
pub(in crate::app) fn left_out_in_all(proxy: EvmAddress) -> Notice {
    let proxy = proxy.checksummed();
    Notice::warning(format!(
        "{MAX_BEHIND_IN_ALL} contracts behind the proxies met here are looked up, more are left out, such as behind \
         {proxy}: open one to look it up"
    ))
}

//! The contract that is typed, as the network and the verifier know it: what is asked, and what came of it.

use std::sync::Arc;

use super::at_verifier::AtVerifier;
use crate::ledger::query::{ContractQuery, Limit, ResultQuery, ResultsQuery};
use crate::ledger::{Contract, ContractRef, ContractResult, Timestamp};
use crate::message::{Answer, Ask, Effect, Failure, FoundResult, Response, Retrying};
use crate::panes::{Context, Remote};
use crate::verification::preflight::{self, Asked, Sent};
use crate::verification::{ChainId, CreationHash};

/// What is known of the contract in the form.
#[derive(Debug, Default)]
pub(super) struct Subject {
    /// Which contract was asked for.
    of: Option<ContractRef>,
    contract: Remote<Arc<Contract>>,
    /// The result that created it, which has the creation hash and perhaps the chain.
    creation: Remote<Arc<ContractResult>>,
    /// The newest of its results, which stands in if its creation does not tell the chain.
    newest: Remote<Option<Arc<ContractResult>>>,
    /// The same with all of its fields.
    sample: Remote<Arc<ContractResult>>,
    /// What the verifier knows of it.
    pub(super) at_verifier: AtVerifier,
    /// The chain that the user has said is meant for this contract, in spite of its results.
    confirmed: Option<(ContractRef, ChainId)>,
}

impl Subject {
    /// Looks a contract up, unless that is under way or done; a look-up that failed is made again.
    pub(super) fn look_up(&mut self, contract: ContractRef, ctx: &Context<'_>) -> Vec<Effect> {
        if self.of == Some(contract) && self.contract.failure().is_none() {
            return Vec::new();
        }
        let mut effects = self.stop_network();
        self.of = Some(contract);
        (self.contract, self.creation) = Default::default();
        (self.newest, self.sample) = Default::default();
        effects.push(self.contract.ask(ctx.request(Ask::Contract(ContractQuery::now(contract))), ctx.now));
        effects
    }

    /// Takes an answer, and asks what it leads to: from the contract to its creation, and from there to another
    /// of its results if the creation does not tell the chain. `None` if the answer was not for this.
    pub(super) fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if self.contract.hear(response, |answer| match answer {
            Answer::Contract(contract) => Some(Arc::clone(contract)),
            _ => None,
        }) {
            return Some(self.after_contract(ctx));
        }
        let result = |answer: &Answer| match answer {
            Answer::Result(FoundResult { result, .. }) => Some(Arc::clone(result)),
            _ => None,
        };
        if self.creation.hear(response, result) {
            let told = self.creation.value().and_then(|creation| preflight::chain_of(creation));
            return Some(if told.is_some() { Vec::new() } else { self.ask_newest(ctx) });
        }
        if self.newest.hear(response, |answer| match answer {
            Answer::Results(page) => Some(page.rows.first().cloned()),
            _ => None,
        }) {
            return Some(self.after_newest(ctx));
        }
        (self.sample.hear(response, result) || self.at_verifier.hear(response)).then(Vec::new)
    }

    fn after_contract(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(record) = self.contract.value() else { return Vec::new() };
        match record.created_timestamp.value() {
            Some(at) => self
                .result_at(at)
                .map_or_else(Vec::new, |ask| vec![self.creation.ask(ctx.request(ask), ctx.now)]),
            None => self.ask_newest(ctx),
        }
    }

    fn ask_newest(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(contract) = self.named() else { return Vec::new() };
        let query = ResultsQuery { limit: Limit::parse("1"), ..ResultsQuery::all(contract) };
        vec![self.newest.ask(ctx.request(Ask::Results(query, None)), ctx.now)]
    }

    /// Rows of the list leave the chain out on most servers; the result itself has it.
    fn after_newest(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let row = self.newest.value().and_then(Option::as_ref);
        let at = row.filter(|row| preflight::chain_of(row).is_none()).and_then(|row| row.timestamp.value());
        let ask = at.and_then(|at| self.result_at(at));
        ask.map_or_else(Vec::new, |ask| vec![self.sample.ask(ctx.request(ask), ctx.now)])
    }

    fn result_at(&self, timestamp: Timestamp) -> Option<Ask> {
        Some(Ask::Result(ResultQuery { contract: self.named()?, timestamp, weibar: false }))
    }

    /// The contract by its id once that is known.
    fn named(&self) -> Option<ContractRef> {
        let id = self.contract.value().and_then(|record| record.contract_id.value());
        id.map(ContractRef::Id).or(self.of)
    }

    pub(super) fn retrying(&mut self, retrying: &Retrying) {
        let _ = self.contract.retrying(retrying)
            || self.creation.retrying(retrying)
            || self.newest.retrying(retrying)
            || self.sample.retrying(retrying)
            || self.at_verifier.retrying(retrying);
    }

    /// Stops asking.
    pub(super) fn stop(&mut self) -> Vec<Effect> {
        self.stop_network().into_iter().chain(self.at_verifier.stop()).collect()
    }

    fn stop_network(&mut self) -> Vec<Effect> {
        let network = [self.contract.stop(), self.creation.stop(), self.newest.stop(), self.sample.stop()];
        network.into_iter().flatten().collect()
    }

    /// The look-up of this contract, for its state.
    pub(super) fn remote(&self) -> &Remote<Arc<Contract>> {
        &self.contract
    }

    /// The record of this contract, or what there is in its place.
    pub(super) fn record(&self, contract: ContractRef) -> Asked<&Contract> {
        if self.of == Some(contract) { asked(&self.contract, AsRef::as_ref) } else { Asked::Not }
    }

    /// The hash of the creating transaction, or what there is in its place.
    pub(super) fn creation(&self, contract: ContractRef) -> Asked<CreationHash> {
        if self.of != Some(contract) {
            return Asked::Not;
        }
        match asked(&self.creation, |result| preflight::creation_hash(result)) {
            Asked::Known(Some(hash)) => Asked::Known(hash),
            Asked::Known(None) | Asked::Missing => Asked::Missing,
            Asked::Not => Asked::Not,
            Asked::Asking => Asked::Asking,
            Asked::Failed(words) => Asked::Failed(words),
        }
    }

    /// The chain that its results tell of, or what there is in its place.
    pub(super) fn own_chain(&self, contract: ContractRef) -> Asked<Option<ChainId>> {
        if self.of != Some(contract) {
            return Asked::Not;
        }
        let row = self.newest.value().and_then(Option::as_ref);
        let results = [self.creation.value(), self.sample.value(), row];
        if let Some(chain) = results.into_iter().flatten().find_map(|result| preflight::chain_of(result)) {
            return Asked::Known(Some(chain));
        }
        if self.creation.asked().is_some() || self.newest.asked().is_some() || self.sample.asked().is_some() {
            return Asked::Asking;
        }
        if matches!(self.newest.value(), Some(None)) {
            return Asked::Missing;
        }
        let last =
            if self.sample.failure().is_some() { self.sample.failure() } else { self.newest.failure() };
        last.map_or_else(|| self.sample.value().map_or(Asked::Not, |_| Asked::Known(None)), failed)
    }

    /// Takes down that this chain is meant for this contract.
    pub(super) fn confirm(&mut self, contract: ContractRef, chain: ChainId) {
        self.confirmed = Some((contract, chain));
    }

    /// Whether the user has said so.
    pub(super) fn is_confirmed(&self, contract: ContractRef, chain: &ChainId) -> bool {
        self.confirmed.as_ref().is_some_and(|(of, meant)| *of == contract && meant == chain)
    }

    /// The address to send for this contract. `here`: whether the chain typed is this network's, which alone
    /// the network can tell about.
    ///
    /// # Errors
    /// Says why there is none yet.
    pub(super) fn address(
        &self,
        contract: ContractRef,
        here: bool,
        ctx: &Context<'_>,
    ) -> Result<Sent, String> {
        let record = match self.record(contract) {
            Asked::Known(record) if here => Some(record),
            _ => None,
        };
        preflight::sent(contract, record).ok_or_else(|| {
            format!("{contract} is being looked up on {} for its EVM address", ctx.network.name)
        })
    }
}

/// The state of a remote thing, with what `read` makes of its value.
pub(super) fn asked<'a, T, U>(remote: &'a Remote<T>, read: impl FnOnce(&'a T) -> U) -> Asked<U> {
    match (remote.value(), remote.failure()) {
        (Some(value), _) => Asked::Known(read(value)),
        (None, Some(failure)) => failed(failure),
        (None, None) if remote.asked().is_some() => Asked::Asking,
        (None, None) => Asked::Not,
    }
}

fn failed<T>(failure: &Failure) -> Asked<T> {
    match failure {
        Failure::NotFound { code: None, .. } => Asked::Missing,
        failure => {
            let code = failure.code().map(|code| code.shown().replace('_', " "));
            Asked::Failed(code.unwrap_or_else(|| failure.sentence().trim_end_matches('.').to_owned()))
        }
    }
}

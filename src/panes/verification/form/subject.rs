//! The contract in the form, as the network and the verifier know it, and the verifier's chains.

use std::sync::Arc;

use api::{ChainsQuery, Extent, Failure, FoundResult, PageOf, VerifiedQuery};
use ledger::query::{ContractQuery, Limit, ResultQuery, ResultsQuery};
use ledger::{Contract, ContractRef, ContractResult, EvmAddress, HexBytes, Page, Timestamp};
use verification::preflight::{Asked, Sent};
use verification::{ChainId, Chains, CreationHash, Job, Verified, preflight};

use crate::panes::Context;
use crate::panes::kit::{Fetched, Wants};

/// The contract in the form, looked up once its field has lost the focus.
#[derive(Debug, Default)]
pub(super) struct Subject {
    /// The contract to look up on the network.
    of: Option<ContractRef>,
    /// When to repeat a failed lookup.
    again_at: Option<Timestamp>,
    /// The contract to look up at the verifier, and its chain.
    pub(super) looked_up: Option<(ChainId, ContractRef)>,
    /// The chain that the user confirmed for the contract, although its results show another one.
    confirmed: Option<(ContractRef, ChainId)>,
}

impl Subject {
    /// Looks up a contract on a chain; `here` if that is the network's chain. Repeats a failed lookup.
    pub(super) fn lookup(&mut self, chain: ChainId, contract: ContractRef, here: bool, ctx: &Context<'_>) {
        self.looked_up = Some((chain, contract));
        if here {
            let failed = self.of == Some(contract) && self.found(ctx).and_then(Fetched::failure).is_some();
            self.again_at = failed.then_some(ctx.now);
            self.of = Some(contract);
        }
    }

    /// Adds the requests that determine the contract's chain: its record, its creation, and another result if the
    /// creation has no chain.
    pub(super) fn want(&self, ctx: &Context<'_>, wants: &mut Wants) {
        if let Some(of) = self.of {
            let record = ContractQuery::now(of);
            wants.add_optional(&record);
            if let Some(at) = self.again_at {
                wants.ask_again_at(&record, at);
            }
        }
        if let Some(creation) = self.creation_query(ctx) {
            wants.add_optional(&creation);
        }
        if let Some(newest) = self.newest_query(ctx) {
            wants.add_optional(&newest);
        }
        if let Some(sample) = self.sample_query(ctx) {
            wants.add_optional(&sample);
        }
        self.want_of_verifier(ctx, wants);
    }

    /// The record of the looked up contract.
    pub(super) fn found<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, Arc<Contract>>> {
        self.of.map(|of| ctx.get(&ContractQuery::now(of)))
    }

    fn known<'a>(&self, ctx: &Context<'a>) -> Option<&'a Arc<Contract>> {
        self.found(ctx)?.value()
    }

    /// The result that created the contract; it has the creation hash and perhaps the chain.
    fn creation_query(&self, ctx: &Context<'_>) -> Option<ResultQuery> {
        self.result_at(self.known(ctx)?.created_timestamp.value()?, ctx)
    }

    fn created<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, FoundResult>> {
        self.creation_query(ctx).map(|query| ctx.get(&query))
    }

    /// The contract's newest result, used if the creation has no chain.
    fn newest_query(&self, ctx: &Context<'_>) -> Option<PageOf<ResultsQuery>> {
        self.known(ctx)?;
        let created = self.created(ctx);
        let reported = created.and_then(Fetched::value).and_then(|found| preflight::chain_of(&found.result));
        if reported.is_some() || created.is_some_and(|created| created.ended_at().is_none()) {
            return None;
        }
        let query = ResultsQuery { limit: Limit::parse("1"), ..ResultsQuery::all(self.named(ctx)?) };
        Some(PageOf { query, link: None })
    }

    fn newest<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, Page<ContractResult>>> {
        self.newest_query(ctx).map(|query| ctx.get(&query))
    }

    /// The newest result in full: most servers omit the chain in lists.
    fn sample_query(&self, ctx: &Context<'_>) -> Option<ResultQuery> {
        let row = self.newest(ctx)?.value()?.rows.first();
        let row = row.filter(|row| preflight::chain_of(row).is_none())?;
        self.result_at(row.timestamp.value()?, ctx)
    }

    fn result_at(&self, timestamp: Timestamp, ctx: &Context<'_>) -> Option<ResultQuery> {
        Some(ResultQuery { contract: self.named(ctx)?, timestamp, weibar: false })
    }

    /// The contract, by its id once that is known.
    fn named(&self, ctx: &Context<'_>) -> Option<ContractRef> {
        let id = self.known(ctx).and_then(|record| record.contract_id.value());
        id.map(ContractRef::Id).or(self.of)
    }

    /// The record of this contract, or the state of its request.
    pub(super) fn record<'a>(&self, contract: ContractRef, ctx: &Context<'a>) -> Asked<&'a Contract> {
        let found = self.found(ctx).filter(|_| self.of == Some(contract));
        found.map_or(Asked::Not, |found| asked(found, AsRef::as_ref))
    }

    /// The runtime code of this contract, or the state of its request.
    pub(super) fn code<'a>(&self, contract: ContractRef, ctx: &Context<'a>) -> Asked<&'a HexBytes> {
        match self.record(contract, ctx) {
            Asked::Known(record) => {
                let code = record.runtime_bytecode.known().filter(|code| !code.bytes().is_empty());
                code.map_or(Asked::Missing, Asked::Known)
            }
            Asked::Missing => Asked::Missing,
            Asked::Not => Asked::Not,
            Asked::Asking => Asked::Asking,
            Asked::Failed(words) => Asked::Failed(words),
        }
    }

    /// The hash of the creating transaction, or the state of its request.
    pub(super) fn creation(&self, contract: ContractRef, ctx: &Context<'_>) -> Asked<CreationHash> {
        let Some(created) = self.created(ctx).filter(|_| self.of == Some(contract)) else {
            return Asked::Not;
        };
        match asked(created, |found| preflight::creation_hash(&found.result)) {
            Asked::Known(Some(hash)) => Asked::Known(hash),
            Asked::Known(None) | Asked::Missing => Asked::Missing,
            Asked::Not => Asked::Not,
            Asked::Asking => Asked::Asking,
            Asked::Failed(words) => Asked::Failed(words),
        }
    }

    /// The chain of the contract's results, or the state of their requests.
    pub(super) fn own_chain(&self, contract: ContractRef, ctx: &Context<'_>) -> Asked<Option<ChainId>> {
        if self.of != Some(contract) {
            return Asked::Not;
        }
        let (created, newest) = (self.created(ctx), self.newest(ctx));
        let sample = self.sample_query(ctx).map(|query| ctx.get(&query));
        let whole =
            [created, sample].map(|result| result.and_then(Fetched::value).map(|found| &found.result));
        let page = newest.and_then(Fetched::value);
        let mut results = whole.into_iter().flatten().chain(page.and_then(|page| page.rows.first()));
        if let Some(chain) = results.find_map(|result| preflight::chain_of(result)) {
            return Asked::Known(Some(chain));
        }
        let results = [created, sample];
        if results.into_iter().flatten().any(Fetched::is_loading) || newest.is_some_and(Fetched::is_loading) {
            return Asked::Asking;
        }
        if page.is_some_and(|page| page.rows.is_empty()) {
            return Asked::Missing;
        }
        let failure = sample.and_then(Fetched::failure).or(newest.and_then(Fetched::failure));
        let known = sample.and_then(Fetched::value);
        failure.map_or_else(|| known.map_or(Asked::Not, |_| Asked::Known(None)), failed)
    }

    /// Stores that the user meant this chain for this contract.
    pub(super) fn confirm(&mut self, contract: ContractRef, chain: ChainId) {
        self.confirmed = Some((contract, chain));
    }

    /// Whether the user confirmed this chain for this contract.
    pub(super) fn is_confirmed(&self, contract: ContractRef, chain: &ChainId) -> bool {
        self.confirmed.as_ref().is_some_and(|(of, meant)| *of == contract && meant == chain)
    }

    /// The address to send for this contract. `here` if the typed chain is the network's, whose mirror node has the
    /// contract's record.
    ///
    /// # Errors
    /// Says that the address is still being looked up.
    pub(super) fn address(
        &self,
        contract: ContractRef,
        here: bool,
        ctx: &Context<'_>,
    ) -> Result<Sent, String> {
        let record = match self.record(contract, ctx) {
            Asked::Known(record) if here => Some(record),
            _ => None,
        };
        preflight::sent(contract, record).ok_or_else(|| {
            format!("{contract} is being looked up on {} for its EVM address", ctx.network.name)
        })
    }
}

/// The state of a request, with its answer mapped by `read`.
pub(super) fn asked<'a, T, U>(fetched: Fetched<'a, T>, read: impl FnOnce(&'a T) -> U) -> Asked<U> {
    match (fetched.value(), fetched.failure()) {
        (Some(value), _) => Asked::Known(read(value)),
        (None, Some(failure)) => failed(failure),
        (None, None) if fetched.is_loading() => Asked::Asking,
        (None, None) => Asked::Not,
    }
}

fn failed<T>(failure: &Failure) -> Asked<T> {
    match failure {
        Failure::NotFound { code: None, .. } => Asked::Missing,
        failure => {
            let code = failure.code().map(|code| code.escaped().replace('_', " "));
            Asked::Failed(code.unwrap_or_else(|| failure.sentence().trim_end_matches('.').to_owned()))
        }
    }
}

/// Whether the chain is the network's: only then do the network's records describe the contract.
pub(super) fn is_here(chain: &ChainId, ctx: &Context<'_>) -> bool {
    ctx.network.chain.as_ref().is_none_or(|own| own == chain)
}

impl Subject {
    /// Adds the verifier's chains, unless they are loaded, and the contract's verification, once its address is
    /// known.
    fn want_of_verifier(&self, ctx: &Context<'_>, wants: &mut Wants) {
        if ctx.network.verifier.is_none() {
            return;
        }
        if ctx.chains.is_none() {
            wants.add_optional(&ChainsQuery);
        }
        let Some(question) = self.verified_query(ctx) else { return };
        wants.add_optional(&question);
        // A job may have verified the contract since then.
        let job = ctx.jobs.latest_for(&question.chain, question.address).filter(|job| job.state.is_success());
        if let Some(ended) = job.and_then(Job::ended) {
            wants.ask_again_at(&question, ended);
        }
    }

    /// The verification of this contract, or the state of its request.
    pub(super) fn verified<'a>(
        &self,
        chain: &ChainId,
        address: EvmAddress,
        ctx: &Context<'a>,
    ) -> Asked<&'a Verified> {
        let question = self.verified_query(ctx);
        let question = question.filter(|question| question.chain == *chain && question.address == address);
        question.map_or(Asked::Not, |question| asked(ctx.get(&question), AsRef::as_ref))
    }

    /// The question for the contract's verification. `None` while the record is loading, because that may change
    /// the address.
    fn verified_query(&self, ctx: &Context<'_>) -> Option<VerifiedQuery> {
        let (chain, contract) = self.looked_up.clone()?;
        let here = is_here(&chain, ctx);
        if here && self.found(ctx)?.ended_at().is_none() {
            return None;
        }
        let address = self.address(contract, here, ctx).ok()?.address;
        Some(VerifiedQuery { chain, address, extent: Extent::Match })
    }
}

/// The verifier's chains, or the state of their request.
pub(super) fn chains<'a>(ctx: &Context<'a>) -> Asked<&'a Chains> {
    ctx.chains.map_or_else(|| asked(ctx.get(&ChainsQuery), AsRef::as_ref), Asked::Known)
}

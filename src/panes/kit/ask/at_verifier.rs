//! A contract at the verifier of a chain, named by its address, or by an id that the mirror node resolves first.

use std::sync::Arc;

use api::{Extent, Failure, VerifiedQuery};
use ledger::query::ContractQuery;
use ledger::{Contract, ContractRef, EvmAddress};
use verification::{ChainId, Verified, preflight};

use crate::message::{FilesOffer, Place, VerifiedFiles};
use crate::panes::Context;
use crate::panes::kit::{Fetched, Progress, Wants};

/// Shown for a source that differs from the compiled one.
pub const ALTERED: &str = "not as compiled: another hash in the metadata";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtVerifier {
    pub chain: ChainId,
    pub named: ContractRef,
}

impl AtVerifier {
    /// Whether the chain is the network's own, whose records and places are about this contract.
    pub fn is_here(&self, ctx: &Context<'_>) -> bool {
        ctx.network.chain.as_ref().is_none_or(|own| *own == self.chain)
    }

    /// The contract's record, if it is needed for the address at the verifier.
    pub fn record<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, Arc<Contract>>> {
        self.record_query(ctx).map(|query| ctx.get(&query))
    }

    fn record_query(&self, ctx: &Context<'_>) -> Option<ContractQuery> {
        let named_itself = matches!(self.named, ContractRef::Address(at) if at.entity_num().is_none());
        (self.is_here(ctx) && !named_itself).then(|| ContractQuery::now(self.named))
    }

    /// The contract's address at the verifier; `None` while unknown.
    pub fn address(&self, ctx: &Context<'_>) -> Option<EvmAddress> {
        let record = self.record(ctx).and_then(Fetched::value);
        preflight::sent(self.named, record.map(AsRef::as_ref)).map(|sent| sent.address)
    }

    /// The verifier's answer; `None` while it cannot be asked.
    pub fn found<'a>(&self, extent: Extent, ctx: &Context<'a>) -> Option<Fetched<'a, Arc<Verified>>> {
        self.question(extent, ctx).map(|question| ctx.get(&question))
    }

    /// The outcome of the lookup: of the record's request while it decides the address, then of the verifier's.
    /// `None` while pending.
    pub fn outcome<'a>(&self, extent: Extent, ctx: &Context<'a>) -> Option<Result<(), &'a Failure>> {
        match self.found(extent, ctx) {
            Some(found) => found.outcome().map(|outcome| outcome.map(drop)),
            None => self.record(ctx)?.outcome().map(|outcome| outcome.map(drop)),
        }
    }

    /// The progress of the request behind [`AtVerifier::outcome`].
    pub fn progress<'a>(&self, extent: Extent, ctx: &Context<'a>) -> Option<&'a Progress> {
        match self.found(extent, ctx) {
            Some(found) => found.progress(),
            None => self.record(ctx)?.progress(),
        }
    }

    /// Adds the requests: the record first, if it is needed, then the verifier.
    pub fn want(&self, extent: Extent, ctx: &Context<'_>, wants: &mut Wants) {
        if ctx.network.verifier.is_none() {
            return;
        }
        if let Some(record) = self.record_query(ctx) {
            wants.add(&record);
        }
        if let Some(question) = self.question(extent, ctx) {
            wants.add(&question);
        }
    }

    /// The files to export, if it is verified; the directory is named after `place`.
    pub fn files(&self, place: Place, ctx: &Context<'_>) -> Option<FilesOffer> {
        let of = VerifiedFiles {
            network: ctx.network.name.clone(),
            chain: self.chain.clone(),
            address: self.address(ctx)?,
        };
        Some(FilesOffer { place, of, file: None })
    }

    /// The query to the verifier, once its address is known.
    pub fn question(&self, extent: Extent, ctx: &Context<'_>) -> Option<VerifiedQuery> {
        // The first answer decides; a refresh leaves the known address in place.
        let unsettled =
            self.record(ctx).is_some_and(|record| record.value().is_none() && record.failure().is_none());
        let address = self.address(ctx).filter(|_| !unsettled)?;
        Some(VerifiedQuery { chain: self.chain.clone(), address, extent })
    }
}

//! The verifier's record of the contract in the form, and its chains.

use ledger::EvmAddress;
use verification::preflight::Asked;
use verification::{ChainId, Chains, Job, Verified};

use super::subject::{Subject, asked, is_here};
use crate::message::Extent;
use crate::message::operation::{ChainsQuery, VerifiedQuery};
use crate::panes::Context;
use crate::panes::kit::Wants;

impl Subject {
    /// Adds the verifier's chains, unless they are loaded, and the contract's verification, once its address is
    /// known.
    pub(super) fn want_of_verifier(&self, ctx: &Context<'_>, wants: &mut Wants) {
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

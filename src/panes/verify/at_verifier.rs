//! What the verifier knows of the contract that is typed, and of its chain.

use std::sync::Arc;

use super::subject::asked;
use crate::ledger::{EvmAddress, Timestamp};
use crate::message::{Answer, Ask, Effect, Extent, Response, Retrying};
use crate::panes::{Context, Remote};
use crate::verification::preflight::Asked;
use crate::verification::{ChainId, Chains, Job, Verified};

/// The two look-ups at the verifier.
#[derive(Debug, Default)]
pub(super) struct AtVerifier {
    of: Option<(ChainId, EvmAddress)>,
    verified: Remote<Arc<Verified>>,
    /// When the verifier was asked last how the contract is verified.
    since: Timestamp,
    /// The list of chains, on its way: once it has come, the app keeps it.
    chains: Remote<()>,
}

impl AtVerifier {
    /// Asks for the verifier's chains, unless they are known or on their way or could not be had.
    pub(super) fn ask_chains(&mut self, ctx: &Context<'_>) -> Option<Effect> {
        let needed = ctx.network.verifier.is_some() && ctx.chains.is_none();
        let fresh = self.chains.asked().is_none() && self.chains.failure().is_none();
        (needed && fresh).then(|| self.chains.ask(ctx.request(Ask::Chains), ctx.now))
    }

    /// Asks how the contract is verified, unless that is known or on its way. It is asked again if a job has
    /// verified it since.
    pub(super) fn look_up(&mut self, chain: &ChainId, address: EvmAddress, ctx: &Context<'_>) -> Vec<Effect> {
        let of = (chain.clone(), address);
        if ctx.network.verifier.is_none() || (self.of.as_ref() == Some(&of) && !self.is_outdated(ctx)) {
            return Vec::new();
        }
        let stopped = self.verified.stop();
        if self.of.as_ref() != Some(&of) {
            self.verified = Remote::default();
        }
        self.of = Some(of);
        self.since = ctx.now;
        let ask = Ask::Verified(chain.clone(), address, Extent::Match);
        let ask = self.verified.ask(ctx.request(ask), ctx.now);
        stopped.into_iter().chain([ask]).collect()
    }

    /// Whether a job has verified the contract since it was asked for.
    pub(super) fn is_outdated(&self, ctx: &Context<'_>) -> bool {
        let job = self.of.as_ref().and_then(|(chain, address)| ctx.jobs.latest_for(chain, *address));
        let ended = job.filter(|job| job.state.is_success()).and_then(Job::ended);
        ended.is_some_and(|ended| ended > self.since)
    }

    /// Takes an answer. `true` if it was for this.
    pub(super) fn hear(&mut self, response: &Response) -> bool {
        let verified = self.verified.hear(response, |answer| match answer {
            Answer::Verified(verified) => Some(Arc::clone(verified)),
            _ => None,
        });
        verified || self.chains.hear(response, |answer| matches!(answer, Answer::Chains(_)).then_some(()))
    }

    pub(super) fn retrying(&mut self, retrying: &Retrying) -> bool {
        self.verified.retrying(retrying) || self.chains.retrying(retrying)
    }

    /// Stops asking.
    pub(super) fn stop(&mut self) -> Vec<Effect> {
        self.verified.stop().into_iter().chain(self.chains.stop()).collect()
    }

    /// What the verifier has of this contract, or what there is in its place.
    pub(super) fn verified(&self, chain: &ChainId, address: EvmAddress) -> Asked<&Verified> {
        let same = self.of.as_ref().is_some_and(|(of, at)| of == chain && *at == address);
        if same { asked(&self.verified, AsRef::as_ref) } else { Asked::Not }
    }

    /// The verifier's chains, or what there is in their place.
    pub(super) fn chains<'a>(&self, ctx: &Context<'a>) -> Asked<&'a Chains> {
        match (ctx.chains, asked(&self.chains, |()| ())) {
            (Some(chains), _) => Asked::Known(chains),
            (None, Asked::Asking) => Asked::Asking,
            (None, Asked::Failed(words)) => Asked::Failed(words),
            (None, Asked::Missing) => Asked::Missing,
            (None, Asked::Not | Asked::Known(())) => Asked::Not,
        }
    }
}

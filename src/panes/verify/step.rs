//! What the findings call for: the step that a key takes, and the look that is due when something has changed.

use super::fields::{ADDRESS, CHAIN};
use super::{VerifyPane, checks, plan};
use crate::ledger::{ContractRef, EvmAddress};
use crate::message::{Effect, Place};
use crate::panes::{Context, on_job};
use crate::verification::preflight::{self, Asked, Step};
use crate::verification::{Mode, reading};

impl VerifyPane {
    /// The step that matters most now.
    pub(super) fn next_step(&self, ctx: &Context<'_>) -> Option<Step> {
        preflight::next_step(&checks::findings(&self.fields, &self.subject, ctx))
    }

    /// Takes it. What was typed stays: a proxy's target stands in the same form, with the mode, the chain and
    /// the key that were meant for the proxy.
    pub(super) fn step(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(step) = self.next_step(ctx) else { return Vec::new() };
        let (chain, contract) = (reading::chain(self.fields.text(CHAIN)).ok(), self.place.contract);
        match (step, chain, contract) {
            (Step::Target(target), ..) => {
                self.fields.set(ADDRESS, &target.to_string());
                let mut effects = self.edited(ctx);
                effects.extend(self.look_up(ctx));
                effects
            }
            (Step::Similarity, ..) => {
                self.fields.set_mode(Mode::Similarity);
                self.edited(ctx)
            }
            (Step::Job(key), ..) => {
                ctx.jobs.get(key).map(|job| Effect::Go(on_job::place(job))).into_iter().collect()
            }
            (Step::ConfirmChain, Some(chain), Some(contract)) => {
                self.subject.confirm(contract, chain);
                Vec::new()
            }
            (Step::Verified, Some(chain), Some(contract)) => {
                let address = self.subject.address(contract, plan::is_here(&chain, ctx), ctx).ok();
                let named = address.map_or(contract, |sent| ContractRef::Address(sent.address));
                vec![Effect::Go(Place::Verified(chain, named))]
            }
            (Step::ConfirmChain | Step::Verified, ..) => Vec::new(),
        }
    }

    /// Asks the verifier how the contract is verified, once its address is known.
    pub(super) fn ask_verifier(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Ok(chain) = reading::chain(self.fields.text(CHAIN)) else { return Vec::new() };
        let here = plan::is_here(&chain, ctx);
        let sent = self.place.contract.and_then(|contract| self.settled(contract, here, ctx));
        sent.map_or_else(Vec::new, |address| self.subject.at_verifier.look_up(&chain, address, ctx))
    }

    /// The address that is sent, unless the record that is on its way may tell another.
    fn settled(&self, contract: ContractRef, here: bool, ctx: &Context<'_>) -> Option<EvmAddress> {
        let coming = here && matches!(self.subject.record(contract), Asked::Asking);
        let sent = self.subject.address(contract, here, ctx).ok().filter(|_| !coming);
        sent.map(|sent| sent.address)
    }

    /// What is asked again without a key: how the contract is verified, after a job has verified it.
    pub(super) fn due_look(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if self.subject.at_verifier.is_outdated(ctx) { self.ask_verifier(ctx) } else { Vec::new() }
    }
}

//! The next step that the findings suggest.

use ledger::ContractRef;
use verification::preflight::{self, Step};
use verification::{Mode, submission_text};

use super::field_names::{ADDRESS, CHAIN};
use super::{VerifyPane, checks, subject};
use crate::message::{Effect, Place};
use crate::panes::Context;
use crate::panes::verification::job_leads;

impl VerifyPane {
    /// The most important step.
    pub(super) fn next_step(&self, ctx: &Context<'_>) -> Option<Step> {
        preflight::next_step(&checks::findings(&self.fields, &self.subject, ctx))
    }

    /// Takes the step. A proxy's target goes into the same form; mode, chain and key stay as typed.
    pub(super) fn step(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(step) = self.next_step(ctx) else { return Vec::new() };
        let (chain, contract) = (submission_text::chain(self.fields.text(CHAIN)).ok(), self.place.contract);
        match (step, chain, contract) {
            (Step::Target(target), ..) => {
                self.fields.set(ADDRESS, &target.to_string());
                let effects = self.edited(ctx);
                self.lookup(ctx);
                effects
            }
            (Step::Similarity, ..) => {
                self.fields.set_mode(Mode::Similarity);
                self.edited(ctx)
            }
            (Step::Job(key), ..) => Effect::go(ctx.jobs.get(key).map(job_leads::place)),
            (Step::ConfirmChain, Some(chain), Some(contract)) => {
                self.subject.confirm(contract, chain);
                Vec::new()
            }
            (Step::Verified, Some(chain), Some(contract)) => {
                let address = self.subject.address(contract, subject::is_here(&chain, ctx), ctx).ok();
                let named = address.map_or(contract, |sent| ContractRef::Address(sent.address));
                vec![Effect::Go(Place::Verified(chain, named))]
            }
            (Step::ConfirmChain | Step::Verified, ..) => Vec::new(),
        }
    }
}

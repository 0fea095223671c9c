//! Handles input to the form, and updates what depends on it.

use verification::submission_text;

use super::field_names::{ADDRESS, CHAIN, FILE, HASH};
use super::{VerifyPane, review};
use crate::message::place::VerifyPlace;
use crate::message::{Effect, Input, MouseButton, Persist};
use crate::panes::Context;
use crate::panes::kit::form::folder;
use crate::widgets::form::Typed;

impl VerifyPane {
    pub(super) fn typed(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if review::scroll(self, input, ctx) {
            return Some(Vec::new());
        }
        if let Input::Mouse(click) = input {
            if click.button == MouseButton::Press {
                let area = self.fields.area(ctx.body);
                self.fields.form_mut().click(click.row, area);
                self.picks.pick(&self.fields, &self.source, ctx);
            }
            self.lookup(ctx);
            return Some(Vec::new());
        }
        if let Some(action) = folder::arrow(input)
            && self.picks.go(action, &self.fields, &self.source)
        {
            return Some(Vec::new());
        }
        match self.fields.input(input) {
            Typed::Ignored => None,
            Typed::Apply if self.picks.take(&mut self.fields, &mut self.source, ctx) => {
                Some(self.edited(ctx))
            }
            Typed::Apply => Some(self.apply(ctx)),
            Typed::Leave if self.confirming => {
                self.confirming = false;
                Some(Vec::new())
            }
            Typed::Leave => Some(vec![Effect::Back]),
            Typed::Moved => {
                self.confirming = false;
                self.picks.pick(&self.fields, &self.source, ctx);
                if self.fields.form().focused() != ADDRESS {
                    self.lookup(ctx);
                }
                Some(Vec::new())
            }
            Typed::Edited => {
                match self.fields.form().focused() {
                    HASH => self.hash.typed(),
                    FILE => self.source.typed(),
                    _ => {}
                }
                let effects = self.edited(ctx);
                if matches!(input, Input::Paste(_)) {
                    self.lookup(ctx);
                    self.source.read_again(&self.fields, ctx);
                }
                Some(effects)
            }
        }
    }

    /// Stores the form after a change, and ends the review.
    pub(super) fn edited(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.confirming = false;
        self.changed = false;
        self.touched = true;
        self.picks.pick(&self.fields, &self.source, ctx);
        let contract = self.place.contract;
        self.update_place(ctx);
        if self.place.contract != contract {
            self.hash_follows(ctx);
        }
        vec![Effect::Persist(Persist::Draft(self.fields.draft()))]
    }

    /// Updates the place from the fields; values that do not parse are left out.
    pub(super) fn update_place(&mut self, ctx: &Context<'_>) {
        let chain = submission_text::chain(self.fields.text(CHAIN)).ok();
        self.place = VerifyPlace {
            chain: chain.filter(|chain| Some(chain) != self.own_chain.as_ref()),
            contract: submission_text::contract(self.fields.text(ADDRESS), ctx.network.naming()).ok(),
            mode: Some(self.fields.mode()),
            creation_hash: submission_text::creation_hash(self.fields.text(HASH)).ok().flatten(),
        };
    }
}

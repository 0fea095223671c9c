//! Handles input to the form, and updates the fields that depend on it. The creation hash follows the contract.

use ledger::ContractRef;
use verification::preflight::Asked;
use verification::{CreationHash, submission_text};

use super::contents::{ADDRESS, CHAIN, FILE, HASH};
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

/// The contract that the hash in the field belongs to. A typed hash belongs to none.
#[derive(Debug, Default)]
pub(super) struct HashOf {
    /// The contract of the hash, and the hash.
    owned: Option<(ContractRef, CreationHash)>,
    /// The hash that was in the field before the contract was edited.
    left: Option<(ContractRef, CreationHash)>,
    /// Whether the user typed in the field; it is not filled in then.
    typed: bool,
}

impl HashOf {
    /// The hash with which the form was opened.
    pub(super) fn opened(contract: Option<ContractRef>, hash: Option<CreationHash>) -> Self {
        Self { owned: contract.zip(hash), ..Self::default() }
    }

    /// Marks the field as typed by the user.
    pub(super) fn typed(&mut self) {
        *self = Self { typed: true, ..Self::default() };
    }
}

impl VerifyPane {
    /// Fills in the creation hash that was found, unless the field has a value.
    pub(super) fn fill_hash(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(contract) = self.place.contract else { return Vec::new() };
        let Asked::Known(hash) = self.subject.creation(contract, ctx) else { return Vec::new() };
        if self.hash.typed || !self.fields.text(HASH).is_empty() {
            return Vec::new();
        }
        let shown = self.submission(ctx).ok().filter(|_| self.confirming);
        self.put_hash(contract, hash);
        let effects = self.edited(ctx);
        // The review continues if the request does not depend on the hash.
        self.confirming = shown.is_some() && self.submission(ctx).ok() == shown;
        effects
    }

    /// Removes the hash when the contract changes, and restores it when the contract is typed again.
    fn hash_follows(&mut self, ctx: &Context<'_>) {
        let in_field = submission_text::creation_hash(self.fields.text(HASH)).ok().flatten();
        if let Some(owned) = self.hash.owned.take().filter(|(_, hash)| in_field == Some(*hash)) {
            self.hash.left = Some(owned);
            self.fields.set(HASH, "");
        }
        let left = self.hash.left.filter(|(of, _)| Some(*of) == self.place.contract);
        if let Some((contract, hash)) = left.filter(|_| self.fields.text(HASH).is_empty()) {
            self.put_hash(contract, hash);
        }
        self.update_place(ctx);
    }

    fn put_hash(&mut self, contract: ContractRef, hash: CreationHash) {
        self.fields.set(HASH, &hash.to_string());
        self.hash.owned = Some((contract, hash));
    }
}

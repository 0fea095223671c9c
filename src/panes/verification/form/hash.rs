//! The creation hash in the form, which is found for a contract and follows it when the contract's field changes.

use ledger::ContractRef;
use verification::preflight::Asked;
use verification::{CreationHash, submission_text};

use super::VerifyPane;
use super::field_names::HASH;
use crate::message::Effect;
use crate::panes::Context;

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
    pub(super) fn hash_follows(&mut self, ctx: &Context<'_>) {
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

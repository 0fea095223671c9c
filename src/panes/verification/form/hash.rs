//! The creation hash in the form: it belongs to a contract, is found for it, leaves with it and comes back with it.

use ledger::ContractRef;
use verification::preflight::Asked;
use verification::{CreationHash, submission_text};

use super::VerifyPane;
use super::field_names::HASH;
use crate::message::Effect;
use crate::panes::Context;

/// Whose the hash in the field is. What is typed there belongs to no contract in particular.
#[derive(Debug, Default)]
pub(super) struct HashOf {
    /// The contract that the hash in the field belongs to.
    owned: Option<(ContractRef, CreationHash)>,
    /// What was in the field when its contract was edited.
    left: Option<(ContractRef, CreationHash)>,
    /// Whether the user has typed in the field, so that nothing is put there.
    typed: bool,
}

impl HashOf {
    /// The hash that the form was opened with.
    pub(super) fn opened(contract: Option<ContractRef>, hash: Option<CreationHash>) -> Self {
        Self { owned: contract.zip(hash), ..Self::default() }
    }

    /// Notes that the user has typed in the field.
    pub(super) fn typed(&mut self) {
        *self = Self { typed: true, ..Self::default() };
    }
}

impl VerifyPane {
    /// Puts the creation hash that was found into its field, unless something is in it.
    pub(super) fn fill_hash(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(contract) = self.place.contract else { return Vec::new() };
        let Asked::Known(hash) = self.subject.creation(contract, ctx) else { return Vec::new() };
        if self.hash.typed || !self.fields.text(HASH).is_empty() {
            return Vec::new();
        }
        let shown = self.submission(ctx).ok().filter(|_| self.confirming);
        self.put_hash(contract, hash);
        let effects = self.edited(ctx);
        // A request under review stays if it does not depend on the hash.
        self.confirming = shown.is_some() && self.submission(ctx).ok() == shown;
        effects
    }

    /// After the contract in the form has become another one: its hash leaves with it, and is back when it is.
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

//! The transactions of one id as a document.

use serde_json::Value as Json;

use super::TransactionPane;
use crate::decode::member::Member;
use crate::decode::money::Trail;
use crate::ledger::document::{Document, document, joined};

impl TransactionPane {
    /// The members in the order of the tree, each with its place in it, and the money trail; `None` before they are
    /// loaded.
    pub(super) fn tree_document(&self) -> Option<Json> {
        self.shown.as_ref()?;
        let member =
            |member: &Member| joined(member.transaction.document(), document! { "depth": member.depth });
        let trail = Trail::new(self.family.transactions().collect::<Vec<_>>());
        Some(document! {
            "transaction_id": self.query.id,
            "transactions": self.family.members.iter().map(member).collect::<Vec<_>>(),
            "named": self.query.at.and_then(|at| self.family.index_at(at)),
            "first_failure": self.family.blame.first,
            "flows": trail,
        })
    }
}

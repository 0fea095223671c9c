//! Who an account is to a transaction: its payer, its node, a system account, or just an account.

use super::kind::{self, EntityKind};
use crate::ledger::{ContractRef, EntityId, SystemEntity, Transaction};
use crate::message::Place;

/// The part that an account plays.
pub(super) fn role(transaction: &Transaction, account: EntityId) -> String {
    if transaction.transaction_id.value().is_some_and(|id| id.payer == account) {
        return "payer".to_owned();
    }
    if transaction.node.value() == Some(account) {
        return "node".to_owned();
    }
    if is_contract(transaction, account) {
        return "contract".to_owned();
    }
    SystemEntity::by_id(account).map_or_else(|| "account".to_owned(), |entity| entity.name.to_lowercase())
}

/// Where an account leads: only contracts can be looked at.
pub(super) fn place(transaction: &Transaction, account: EntityId) -> Option<Place> {
    is_contract(transaction, account).then(|| Place::contract(ContractRef::Id(account)))
}

fn is_contract(transaction: &Transaction, account: EntityId) -> bool {
    kind::entity(transaction) == EntityKind::Contract && transaction.entity_id.value() == Some(account)
}

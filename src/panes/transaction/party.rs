//! Who an account is to transactions: a payer, a node, a contract, a system account, or just an account.

use super::kind::{self, EntityKind};
use crate::ledger::{ContractRef, EntityId, SystemEntity, Transaction};
use crate::message::Place;

/// The part that an account plays in these transactions; the first part that fits.
pub(super) fn role(transactions: &[&Transaction], account: EntityId) -> String {
    let any = |fits: &dyn Fn(&Transaction) -> bool| transactions.iter().any(|it| fits(it));
    if any(&|it| it.transaction_id.value().is_some_and(|id| id.payer == account)) {
        "payer".to_owned()
    } else if any(&|it| it.node.value() == Some(account)) {
        "node".to_owned()
    } else if place(transactions, account).is_some() {
        "contract".to_owned()
    } else {
        system_name(account).unwrap_or_else(|| "account".to_owned())
    }
}

/// Where an account leads: only contracts can be looked at.
pub(super) fn place(transactions: &[&Transaction], account: EntityId) -> Option<Place> {
    let is_contract =
        |it: &&Transaction| kind::entity(it) == EntityKind::Contract && it.entity_id.value() == Some(account);
    transactions.iter().any(is_contract).then(|| Place::contract(ContractRef::Id(account)))
}

/// What a system account is called, in short.
pub(super) fn system_name(account: EntityId) -> Option<String> {
    let name = SystemEntity::by_id(account)?.name;
    Some(name.split(',').next().unwrap_or(name).to_lowercase())
}

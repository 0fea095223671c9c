//! What an account is: a payer, a node, a contract, a system account, or just an account.

use std::collections::HashSet;

use super::kind::{self, EntityKind};
use crate::ledger::{ContractRef, EntityId, SystemEntity, Transaction};
use crate::message::Place;

/// Who is who to some transactions.
#[derive(Debug, Default)]
pub(super) struct Parties {
    payers: HashSet<EntityId>,
    nodes: HashSet<EntityId>,
    contracts: HashSet<EntityId>,
}

impl Parties {
    pub(super) fn new(transactions: &[&Transaction]) -> Self {
        let mut parties = Self::default();
        for it in transactions {
            parties.payers.extend(it.transaction_id.value().map(|id| id.payer));
            parties.nodes.extend(it.node.value());
            let is_contract = kind::entity(it) == EntityKind::Contract;
            parties.contracts.extend(it.entity_id.value().filter(|_| is_contract));
        }
        parties
    }

    /// The part that an account plays; the first part that fits.
    pub(super) fn role(&self, account: EntityId) -> String {
        if self.payers.contains(&account) {
            "payer".to_owned()
        } else if self.nodes.contains(&account) {
            "node".to_owned()
        } else if self.contracts.contains(&account) {
            "contract".to_owned()
        } else {
            system_name(account).unwrap_or_else(|| "account".to_owned())
        }
    }

    /// Where an account leads: to the contract that it is of, else to itself.
    pub(super) fn place(&self, account: EntityId) -> Place {
        if self.contracts.contains(&account) {
            Place::contract(ContractRef::Id(account))
        } else {
            Place::Account(account.into())
        }
    }
}

/// What a system account is called, in short.
pub(super) fn system_name(account: EntityId) -> Option<String> {
    let name = SystemEntity::by_id(account)?.name;
    Some(name.split(',').next().unwrap_or(name).to_lowercase())
}

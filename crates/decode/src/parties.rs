//! An account's role in some transactions: payer, node, contract, system account, or plain account.

use std::collections::HashSet;

use ledger::{EntityId, SystemEntity, Text, Transaction};

/// The roles of accounts in some transactions.
#[derive(Debug, Default)]
pub struct Parties {
    payers: HashSet<EntityId>,
    nodes: HashSet<EntityId>,
    contracts: HashSet<EntityId>,
}

impl Parties {
    /// Collects the transactions' payers, their nodes, and the contracts that they act on.
    pub fn new(transactions: &[&Transaction]) -> Self {
        let mut parties = Self::default();
        for it in transactions {
            parties.payers.extend(it.transaction_id.value().map(|id| id.payer));
            parties.nodes.extend(it.node.value());
            let is_contract = it.name.known().is_some_and(acts_on_contract);
            parties.contracts.extend(it.entity_id.value().filter(|_| is_contract));
        }
        parties
    }

    /// The role of an account; the first that fits.
    pub fn role(&self, account: EntityId) -> String {
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

    /// Whether it is the contract that one of the transactions acted on.
    pub fn is_contract(&self, account: EntityId) -> bool {
        self.contracts.contains(&account)
    }
}

/// Whether transactions of this type act on a contract.
fn acts_on_contract(name: &Text) -> bool {
    name.raw().starts_with(b"CONTRACT") || name.is("ETHEREUMTRANSACTION")
}

/// The short name of a system account.
pub fn system_name(account: EntityId) -> Option<String> {
    let name = SystemEntity::by_id(account)?.name;
    Some(name.split(',').next().unwrap_or(name).to_lowercase())
}

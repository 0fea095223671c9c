//! Where the accounts of some transactions lead.

use decode::Parties;
use ledger::{ContractRef, EntityId};

use crate::message::Place;

/// Where an account leads: to the contract that it is of, else to itself.
pub(super) fn place(parties: &Parties, account: EntityId) -> Place {
    if parties.is_contract(account) {
        Place::contract(ContractRef::Id(account))
    } else {
        Place::Account(account.into())
    }
}

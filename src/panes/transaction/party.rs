//! The places of the accounts in some transactions.

use decode::Parties;
use ledger::{ContractRef, EntityId};

use crate::message::Place;

/// The place of an account: its contract if it belongs to one, otherwise the account.
pub(super) fn place(parties: &Parties, account: EntityId) -> Place {
    if parties.is_contract(account) {
        Place::contract(ContractRef::Id(account))
    } else {
        Place::Account(account.into())
    }
}

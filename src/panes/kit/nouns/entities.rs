//! Where the name of an entity leads, by what is known of it.

use ledger::{ContractRef, SystemEntity, SystemKind};

use crate::message::Place;
use crate::panes::Context;

/// Where an id or an address leads that may be a contract's or an account's: to the token or the account
/// that it is known to be, else to the contract, whose page finds out what it is if there is none.
pub fn place(ctx: &Context<'_>, entity: ContractRef) -> Place {
    let known = match entity {
        ContractRef::Id(_) => entity.entity_id(ctx.network.home),
        ContractRef::Address(address) => {
            ctx.known.account_at(address).or_else(|| entity.entity_id(ctx.network.home))
        }
    };
    if let Some(token) = known.filter(|id| ctx.known.token(*id).is_some()) {
        return Place::Token(token);
    }
    let is_account = match SystemEntity::named(entity) {
        Some(system) => system.kind == SystemKind::Account,
        None => known.is_some_and(|id| ctx.known.account(id).is_some() && !ctx.known.is_contract(id)),
    };
    match known.filter(|_| is_account) {
        Some(id) => Place::Account(id.into()),
        None => Place::contract(entity),
    }
}

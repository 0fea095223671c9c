//! The place of an entity, by its known kind.

use ledger::{ContractRef, SystemEntity, SystemKind};

use crate::message::Place;
use crate::panes::Context;

/// The place of an id or address: the token or account that it is known to be, else the contract's page, which
/// finds out the kind.
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

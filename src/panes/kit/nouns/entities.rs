//! The place and the name of an entity, as far as they are known. A contract is called by its label, a system
//! contract's name, its verified name or a token's symbol.

use ledger::{ContractRef, SystemEntity, SystemKind, Text};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::{labels, tokens};
use crate::widgets::line::{cut, cut_middle};

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

/// The most columns of a name: it is a stranger's text of any length.
const MAX_NAME_COLUMNS: u16 = 32;
/// Maximum columns of an address that replaces a name.
const MAX_ADDRESS_COLUMNS: u16 = 16;

/// The name of a contract, else its id, or its address in short.
pub fn name_or_ref(ctx: &Context<'_>, contract: ContractRef) -> String {
    name(ctx, contract).unwrap_or_else(|| match contract.entity_id(ctx.network.home) {
        Some(id) => id.to_string(),
        None => cut_middle(&contract.to_string(), MAX_ADDRESS_COLUMNS, ctx.theme.glyphs.cut).into_owned(),
    })
}

/// The name of a contract, safe to print; `None` if none is known.
pub fn name(ctx: &Context<'_>, contract: ContractRef) -> Option<String> {
    if let Some(label) = labels::of(ctx, contract) {
        return Some(label);
    }
    let id = contract.entity_id(ctx.network.home);
    let system = id.and_then(SystemEntity::by_id).or(match contract {
        ContractRef::Address(address) => SystemEntity::by_address(address),
        ContractRef::Id(_) => None,
    });
    if let Some(system) = system {
        return Some(system.name.to_owned());
    }
    let verified = ctx.known.codes(contract).find_map(|code| code.name.as_ref()).map(Text::escaped);
    let verified = verified.filter(|name| !name.is_empty());
    let verified = verified.map(|name| cut(&name, MAX_NAME_COLUMNS, ctx.theme.glyphs.cut).into_owned());
    verified.or_else(|| tokens::symbol(ctx, id?))
}

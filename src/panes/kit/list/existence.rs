//! Whether the contract of an empty list exists: servers return an empty list for unknown ids, so the contract
//! itself is requested.

use ledger::ContractRef;
use ledger::query::ContractQuery;

use super::{Listed, PagedList, Pages};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// Adds the contract if its list ended without a row.
pub fn wants<Q: Listed, P: Pages<Q>>(list: &PagedList<Q, P>, contract: ContractRef, wants: &mut Wants) {
    if list.feed().is_some_and(|feed| feed.is_empty() && feed.more().is_none()) {
        wants.add_optional(&ContractQuery::now(contract));
    }
}

/// Whether the contract is known to exist.
pub fn is_certain(contract: ContractRef, ctx: &Context<'_>) -> bool {
    ctx.get(&ContractQuery::now(contract)).value().is_some()
}

/// The empty state for a contract that does not exist.
pub fn denial(contract: ContractRef, ctx: &Context<'_>) -> Option<[Cell; 2]> {
    ctx.get(&ContractQuery::now(contract)).is_missing().then(|| {
        let head = format!("No contract {contract} on {}.", ctx.network.name);
        let why = "The server answers with an empty list for ids that it does not know.";
        [(head, Role::Heading), (why.to_owned(), Role::Plain)]
    })
}

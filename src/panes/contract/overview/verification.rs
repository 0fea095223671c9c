//! Whether the contract is verified: asked of the verifier beside the page, which never waits for it.

use crate::ledger::query::ContractQuery;
use crate::ledger::{Contract, ContractRef};
use crate::message::question::VerifiedQuery;
use crate::message::{Extent, Place};
use crate::panes::Context;
use crate::verification::Grade;
use crate::widgets::{Role, Value};

/// The question to the verifier. `None` for a past version, or without a verifier.
pub(super) fn lookup(contract: &Contract, query: &ContractQuery, ctx: &Context<'_>) -> Option<VerifiedQuery> {
    let applies = ctx.network.verifier.is_some() && query.timestamp.is_empty();
    let chain = ctx.network.chain.clone().filter(|_| applies)?;
    Some(VerifiedQuery { chain, address: contract.evm_address.value()?, extent: Extent::Match })
}

/// The value of its row. `None` if there is nothing to show: for a past version.
pub(super) fn value(contract: &Contract, query: &ContractQuery, ctx: &Context<'_>) -> Option<Value> {
    if !query.timestamp.is_empty() {
        return None;
    }
    let Some(place) = place(query.contract, ctx) else {
        return Some(Value::none("not asked on this network"));
    };
    let found = ctx.get(&lookup(contract, query, ctx)?);
    if let Some(found) = found.value() {
        return Some(match found.grade() {
            Grade::Not => Value::plain("no").link(place),
            Grade::Exact | Grade::Raisable => Value::styled(Role::Success, found.label()).link(place),
        });
    }
    found.is_loading().then(|| Value::none(ctx.theme.glyphs.cut))
}

/// Its page, if this network has a verifier.
pub(super) fn place(contract: ContractRef, ctx: &Context<'_>) -> Option<Place> {
    let chain = ctx.network.verifier.as_ref().and(ctx.network.chain.clone());
    chain.map(|chain| Place::Verified(chain, contract))
}

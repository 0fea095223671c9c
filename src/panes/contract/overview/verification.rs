//! Whether the contract is verified. The lookup at the verifier never delays the page.

use api::{Extent, VerifiedQuery};
use ledger::query::ContractQuery;
use ledger::{Contract, ContractRef};
use verification::{Grade, Verified};

use crate::message::Place;
use crate::panes::Context;
use crate::widgets::{Role, Value};

/// The verifier's answer about a contract.
pub(super) enum Standing<'a> {
    /// Not asked: a past version, or a network without a verifier.
    NotAsked,
    Asked,
    /// The lookup failed.
    Unknown,
    Known(&'a Verified),
}

/// The lookup; `None` for a past version, or without a verifier.
pub(super) fn lookup(contract: &Contract, query: &ContractQuery, ctx: &Context<'_>) -> Option<VerifiedQuery> {
    let applies = ctx.network.verifier.is_some() && query.timestamp.is_empty();
    let chain = ctx.network.chain.clone().filter(|_| applies)?;
    Some(VerifiedQuery { chain, address: contract.evm_address.value()?, extent: Extent::Match })
}

/// The verifier's answer so far.
pub(super) fn standing<'a>(contract: &Contract, query: &ContractQuery, ctx: &Context<'a>) -> Standing<'a> {
    let Some(lookup) = lookup(contract, query, ctx) else { return Standing::NotAsked };
    let found = ctx.get(&lookup);
    match found.value() {
        Some(found) => Standing::Known(found),
        None if found.failure().is_some() => Standing::Unknown,
        None => Standing::Asked,
    }
}

/// Whether the lookup has ended or is not possible.
pub(super) fn is_looked_up(contract: &Contract, query: &ContractQuery, ctx: &Context<'_>) -> bool {
    match standing(contract, query, ctx) {
        Standing::NotAsked | Standing::Unknown => true,
        Standing::Asked => false,
        Standing::Known(found) => {
            found.grade() == Grade::Not || ctx.known.codes(query.contract).next().is_some()
        }
    }
}

/// The value of the verification row. `None` for a past version.
pub(super) fn value(contract: &Contract, query: &ContractQuery, ctx: &Context<'_>) -> Option<Value> {
    if !query.timestamp.is_empty() {
        return None;
    }
    let Some(place) = place(query.contract, ctx) else {
        return Some(Value::none("not asked on this network"));
    };
    match standing(contract, query, ctx) {
        Standing::Known(found) => Some(match found.grade() {
            Grade::Not => Value::plain("no").link(place),
            Grade::Exact | Grade::Raisable => Value::styled(Role::Success, found.label()).link(place),
        }),
        Standing::Asked => Some(Value::none(ctx.theme.glyphs.cut)),
        Standing::NotAsked | Standing::Unknown => None,
    }
}

/// The verification page; `None` without a verifier.
pub(super) fn place(contract: ContractRef, ctx: &Context<'_>) -> Option<Place> {
    let chain = ctx.network.verifier.as_ref().and(ctx.network.chain.clone());
    chain.map(|chain| Place::Verified(chain, contract))
}

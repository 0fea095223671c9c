//! Other chains on which a contract with the same address is verified.

use ledger::amount::grouped;
use ledger::{ContractRef, EvmAddress, Text};
use verification::{ChainId, Grade, JobContract};

use crate::message::Place;
use crate::message::operation::{AllChainsQuery, ChainsQuery};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::nouns::values;
use crate::widgets::{Role, Sheet, Value};

/// The most chains to list; the verifier's raw answer has all.
const MAX_CHAINS: usize = 100;

const OTHER_CHAINS: &str = "Other chains";

/// Adds the lookup, and the names of chains once there are any.
pub(super) fn want(address: EvmAddress, chain: &ChainId, ctx: &Context<'_>, wants: &mut Wants) {
    let question = AllChainsQuery(address);
    wants.add_optional(&question);
    let has_others = ctx.get(&question).value().is_some_and(|all| others(&all.0, chain).next().is_some());
    if has_others && ctx.chains.is_none() {
        wants.add_optional(&ChainsQuery);
    }
}

/// Adds the section: a fact per chain, linked to the contract there.
pub(super) fn on_sheet(sheet: Sheet, address: EvmAddress, chain: &ChainId, ctx: &Context<'_>) -> Sheet {
    let found = ctx.get(&AllChainsQuery(address));
    let mut sheet = sheet.heading(OTHER_CHAINS);
    let Some(all) = found.value() else {
        let words = found.failure().map_or_else(
            || ctx.theme.glyphs.cut.to_owned(),
            |failure| format!("not known: {}", failure.sentence()),
        );
        return sheet.fact("verified on", Value::none(words));
    };
    let count = others(&all.0, chain).count();
    if count == 0 {
        return sheet.fact("verified on", Value::none("no other chain"));
    }
    for one in others(&all.0, chain).take(MAX_CHAINS) {
        let id = chain_of(one);
        let name = match &id {
            Some(id) => format!("chain {id}"),
            None => "a chain without a readable id".to_owned(),
        };
        sheet = sheet.fact(name, value(one, id, address, ctx));
    }
    match count.saturating_sub(MAX_CHAINS) {
        0 => sheet,
        more => sheet.fact("and more", Value::none(format!("{} other chains", grouped(&more)))),
    }
}

/// The match on that chain, the chain's name, and the date.
fn value(one: &JobContract, id: Option<ChainId>, address: EvmAddress, ctx: &Context<'_>) -> Value {
    let role = if one.grade() == Grade::Not { Role::Plain } else { Role::Success };
    let mut value = Value::styled(role, one.label());
    let chains = ctx.chains.or_else(|| ctx.get(&ChainsQuery).value().map(AsRef::as_ref));
    if let Some(name) = id.as_ref().and_then(|id| chains?.find(id)?.called()) {
        value = value.and(Role::Plain, name.escaped());
    }
    if let Some(at) = one.verified_at.known() {
        value = value.note(values::written_time(ctx, at).line());
    }
    match id {
        Some(id) => value.link(Place::Verified(id, ContractRef::Address(address))),
        None => value,
    }
}

/// The records on other chains.
fn others<'a>(all: &'a [JobContract], chain: &'a ChainId) -> impl Iterator<Item = &'a JobContract> {
    all.iter().filter(move |one| chain_of(one).as_ref() != Some(chain))
}

fn chain_of(one: &JobContract) -> Option<ChainId> {
    one.chain_id.known().map(Text::escaped).and_then(|id| ChainId::parse(id.trim()))
}

//! The chips below the title: verification, proxy targets and the detected token.

use ::verification::Grade;
use decode::code::CodeProfile;
use decode::proxy::ProxyKind;
use ledger::amount::counted;
use ledger::query::ContractQuery;
use ledger::{Contract, ContractRef, EvmAddress};

use super::targets::{Target, Targets};
use super::verification::{self, Standing};
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::entities;
use crate::widgets::line::cut_middle;
use crate::widgets::{Role, Value};

/// Maximum columns of an address that replaces an id.
const MAX_ADDRESS_COLUMNS: u16 = 16;

/// The chips of a contract; unknown facts have none.
pub(super) fn chips(
    contract: &Contract,
    query: &ContractQuery,
    targets: &Targets<'_>,
    ctx: &Context<'_>,
) -> Vec<Value> {
    let own = query.contract;
    let verified = verified(&verification::standing(contract, query, ctx), own, ctx);
    let behind = targets.behind().and_then(CodeProfile::token);
    let token = targets.profile.and_then(CodeProfile::token).or(behind).map(|token| {
        let words = if token.is_whole() { "looks like" } else { "looks in part like" };
        let place = Place::Interfaces(own);
        Value { place: Some(place), ..Value::plain(format!("{words} {}", token.name)) }
    });
    [verified, passing(targets, own, ctx), token].into_iter().flatten().collect()
}

fn verified(standing: &Standing<'_>, own: ContractRef, ctx: &Context<'_>) -> Option<Value> {
    let place = verification::place(own, ctx);
    let glyphs = &ctx.theme.glyphs;
    let value = match standing {
        Standing::NotAsked => return None,
        Standing::Asked => Value::none(format!("verified {}", glyphs.cut)),
        Standing::Unknown => Value::none("verified: not known"),
        Standing::Known(found) if found.grade() != Grade::Not => {
            let label = found.label();
            let mut pieces = vec![
                (format!("{} VERIFIED", glyphs.success), Role::Success),
                (format!(" {label}"), Role::Plain),
            ];
            let name = entities::name(ctx, own);
            pieces.extend(name.map(|name| (format!("  {name}"), Role::Heading)));
            Value { pieces, copied: label.into(), place: None }
        }
        Standing::Known(_) => Value::styled(Role::Attention, "NOT VERIFIED"),
    };
    Some(Value { place, ..value })
}

fn passing(targets: &Targets<'_>, own: ContractRef, ctx: &Context<'_>) -> Option<Value> {
    let is_diamond = targets.proxy()?.kind == ProxyKind::Diamond;
    let (label, one) = if is_diamond { ("DIAMOND", "facet") } else { ("PROXY", "contract") };
    let glyphs = &ctx.theme.glyphs;
    let chip = |to: (String, Role), copied: String, place| {
        let pieces =
            vec![(label.to_owned(), Role::Attention), (format!(" {} ", glyphs.arrow), Role::Dim), to];
        Some(Value { pieces, copied: copied.into(), place: Some(place) })
    };
    match targets.found.as_slice() {
        [] if targets.waits => chip((glyphs.cut.to_owned(), Role::Dim), String::new(), Place::Code(own)),
        [] => chip(("not known".to_owned(), Role::Dim), String::new(), Place::Code(own)),
        [only] => {
            let name = name(*only, targets, ctx);
            let place = Place::contract(reference(*only, targets));
            chip((name, Role::Link), only.address.checksummed(), place)
        }
        many => chip((counted(many.len(), one), Role::Link), String::new(), Place::Interfaces(own)),
    }
}

/// A target by its id if known, else by its address.
pub(super) fn reference(target: Target, targets: &Targets<'_>) -> ContractRef {
    let record = targets.only.filter(|_| matches!(targets.found.as_slice(), [only] if *only == target));
    let id = record.and_then(|(record, _)| record.contract_id.value());
    id.map_or(ContractRef::Address(target.address), ContractRef::Id)
}

/// A target's id, else its name, else its shortened address.
fn name(target: Target, targets: &Targets<'_>, ctx: &Context<'_>) -> String {
    match reference(target, targets) {
        ContractRef::Id(id) => id.to_string(),
        contract @ ContractRef::Address(address) => {
            entities::name(ctx, contract).unwrap_or_else(|| short(address, ctx))
        }
    }
}

fn short(address: EvmAddress, ctx: &Context<'_>) -> String {
    cut_middle(&address.checksummed(), MAX_ADDRESS_COLUMNS, ctx.theme.glyphs.cut).into_owned()
}

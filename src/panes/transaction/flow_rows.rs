//! The flows of a money trail, one per row: from, to, amount.

use super::amounts::{aligned, digits, padded, unit};
use super::tree;
use crate::decode::family::Family;
use crate::decode::money::{Asset, Flow, Kind, Leg, Trail};
use crate::ledger::EntityId;
use crate::panes::Context;
use crate::panes::kit::tokens;
use crate::widgets::{Role, Sheet, Value};

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FlowRow {
    /// Which member of the family it belongs to.
    pub(super) member: usize,
    /// What it was for.
    pub(super) kind: Kind,
    /// What moved.
    pub(super) asset: Asset,
    /// Who gave; an account, or words.
    pub(super) from: String,
    /// Who took; an account, or words.
    pub(super) to: String,
    /// How much, in the smallest unit.
    pub(super) amount: i128,
    /// The serial number of a unique token.
    pub(super) serial: Option<i64>,
}

/// The rows of a trail. Where several gave and several took, nobody knows who gave to whom: each side has rows.
pub(super) fn rows(trail: &Trail) -> Vec<FlowRow> {
    trail.flows.iter().flat_map(pairs).collect()
}

fn pairs(flow: &Flow) -> Vec<FlowRow> {
    let row = |from: String, to: String, amount| {
        let Flow { member, kind, asset, serial, .. } = *flow;
        FlowRow { member, kind, asset, from, to, amount, serial }
    };
    let id = |id: EntityId| id.to_string();
    let many = |legs: &[Leg]| match legs.len() {
        0 => "nobody".to_owned(),
        count => format!("{count} accounts"),
    };
    match (flow.from.as_slice(), flow.to.as_slice()) {
        ([one], []) => vec![row(id(one.account), many(&[]), one.amount)],
        ([one], takers) => {
            takers.iter().map(|leg| row(id(one.account), id(leg.account), leg.amount)).collect()
        }
        (givers, [one]) if !givers.is_empty() => {
            givers.iter().map(|leg| row(id(leg.account), id(one.account), leg.amount)).collect()
        }
        (givers, takers) => {
            let given = givers.iter().map(|leg| row(id(leg.account), many(takers), leg.amount));
            let taken = takers.iter().map(|leg| row(many(givers), id(leg.account), leg.amount));
            given.chain(taken).collect()
        }
    }
}

/// Adds a fact for each row: its kind, who gave and took, the amount, and of a family the member.
pub(super) fn add(sheet: Sheet, trail: &Trail, family: Option<&Family>, ctx: &Context<'_>) -> Sheet {
    let rows = rows(trail);
    let sheet = sheet.heading("Flows");
    if rows.is_empty() {
        return sheet.note(Value::none("Nothing moved."));
    }
    let arrow = ctx.theme.glyphs.arrow;
    let from = padded(&rows.iter().map(|row| row.from.clone()).collect::<Vec<_>>());
    let to = padded(&rows.iter().map(|row| row.to.clone()).collect::<Vec<_>>());
    let amounts: Vec<String> = rows.iter().map(|row| amount(row, ctx)).collect();
    let amounts = aligned(amounts.iter().map(String::as_str));
    rows.iter().zip(from).zip(to).zip(amounts).fold(sheet, |sheet, (((row, from), to), amount)| {
        let mut value = Value::plain(format!("{from} {arrow} {to}")).and(role(row.kind), amount);
        value.pieces.push((format!(" {}", flow_text(row, ctx)), Role::Dim));
        value.copied = format!("{} -> {}: {}", row.from, row.to, row.amount);
        if let Some(member) = family.and_then(|family| family.members.get(row.member)) {
            value = value.note(tree::name(member));
        }
        sheet.fact(row.kind.label(), value)
    })
}

/// The amount in the unit of the moment, or in whole tokens.
pub(super) fn amount(row: &FlowRow, ctx: &Context<'_>) -> String {
    digits(ctx, row.amount, row.asset)
}

/// What the amount is counted in.
pub(super) fn flow_text(row: &FlowRow, ctx: &Context<'_>) -> String {
    match (row.asset, row.serial) {
        (Asset::Unique(token), Some(serial)) => {
            format!("NFT of {}, serial {serial}", tokens::name(ctx, token))
        }
        (asset, _) => unit(ctx, asset),
    }
}

fn role(kind: Kind) -> Role {
    match kind {
        Kind::Unbalanced => Role::Failure,
        Kind::Minted | Kind::Burned => Role::Attention,
        _ => Role::Plain,
    }
}

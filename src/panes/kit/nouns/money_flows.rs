//! Movements of value on screen, one per row: sender, receiver and amount.

use decode::money::{Asset, Flow, Kind, Leg, Trail};
use ledger::amount::grouped;
use ledger::{EntityId, Unit};

use crate::panes::Context;
use crate::panes::kit::nouns::tokens;
use crate::widgets::{Role, Value};

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowRow {
    /// The member of the transaction family that it belongs to.
    pub member: usize,
    /// The kind of movement.
    pub kind: Kind,
    pub asset: Asset,
    /// The sender: an account, or words.
    pub from: String,
    /// The receiver: an account, or words.
    pub to: String,
    /// The amount in the smallest unit.
    pub amount: i128,
    /// The serial number of a unique token.
    pub serial: Option<i64>,
}

/// The rows of a trail. With several senders and receivers the pairs are unknown: each side has its own rows.
pub fn rows(trail: &Trail) -> Vec<FlowRow> {
    trail.flows.iter().flat_map(pairs).collect()
}

/// The rows without the transaction's own fees.
pub fn moved(trail: &Trail) -> Vec<FlowRow> {
    let is_fee = |kind| matches!(kind, Kind::NodeFee | Kind::NetworkFee | Kind::Refund);
    rows(trail).into_iter().filter(|row| !is_fee(row.kind)).collect()
}

/// A row in a line: `0.0.1043 → 0.0.5001  50 ℏ`.
pub fn line(row: &FlowRow, ctx: &Context<'_>) -> Value {
    let unit = flow_text(row, ctx);
    let amount = match row.serial {
        Some(_) => unit,
        None => format!("{} {unit}", amount(row, ctx)),
    };
    let value = Value::plain(format!("{} {} {}", row.from, ctx.theme.glyphs.arrow, row.to));
    let value = value.and(Role::Heading, amount);
    let value = if row.kind == Kind::Transfer { value } else { value.note(row.kind.label()) };
    value.copied(format!("{} -> {}: {}", row.from, row.to, row.amount))
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

/// The amount in the unit of the moment, or in whole tokens.
pub fn amount(row: &FlowRow, ctx: &Context<'_>) -> String {
    digits(ctx, row.amount, row.asset)
}

/// The unit of the amount.
pub fn flow_text(row: &FlowRow, ctx: &Context<'_>) -> String {
    match (row.asset, row.serial) {
        (Asset::Unique(token), Some(serial)) => {
            format!("NFT of {}, serial {serial}", tokens::name(ctx, token))
        }
        (asset, _) => unit(ctx, asset),
    }
}

/// The role of a row of this kind.
pub fn role(kind: Kind) -> Role {
    match kind {
        Kind::Unbalanced => Role::Failure,
        Kind::Minted | Kind::Burned => Role::Attention,
        _ => Role::Plain,
    }
}

/// The digits of an amount: of the coin in the unit of the moment, of a token in whole ones if its decimals are known.
pub fn digits(ctx: &Context<'_>, amount: i128, asset: Asset) -> String {
    match asset {
        Asset::Coin => ctx.theme.amount(&amount, Unit::Base),
        Asset::Token(token) => tokens::digits(ctx, token, amount),
        Asset::Unique(_) => grouped(&amount),
    }
}

/// The unit of an asset's amounts.
pub fn unit(ctx: &Context<'_>, asset: Asset) -> String {
    match asset {
        Asset::Coin => ctx.theme.unit_name().to_owned(),
        Asset::Token(token) => tokens::unit(ctx, token),
        Asset::Unique(token) => format!("NFT of {}", tokens::name(ctx, token)),
    }
}

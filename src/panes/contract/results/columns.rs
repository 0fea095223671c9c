//! The columns of the results list: what the list really carries, and what every row of it says.

use std::sync::Arc;

use super::readings::RowReading;
use crate::decode::revert::Revert;
use crate::ledger::Success;
use crate::ledger::amount::grouped;
use crate::ledger::{ContractResult, EntityId, EvmAddress, Field, HexBytes, Text, Unit};
use crate::panes::Context;
use crate::panes::kit::values;
use crate::widgets::Role;
use crate::widgets::line::cut_middle;
use crate::widgets::table::{Cell, Column};

/// The columns of the terminal that an outcome has at least, so that the beginning of a code can be read, and those
/// that are left to it where the screen is narrower than [`MIN_ROOM_COLUMNS`].
const MIN_OUTCOME_COLUMNS: (u16, u16) = (16, 8);
/// The narrowest screen on which an outcome does not take the room of the method.
const MIN_ROOM_COLUMNS: u16 = 76;

/// What a column tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Success,
    Time,
    Method,
    From,
    Amount,
    GasLimit,
    GasUsed,
    Outcome,
    GasConsumed,
    Block,
    Index,
    Type,
    Created,
    Hash,
}

/// Every column, in the order of the table.
const FACTS: [Fact; 14] = [
    Fact::Success,
    Fact::Time,
    Fact::Method,
    Fact::From,
    Fact::Amount,
    Fact::GasLimit,
    Fact::GasUsed,
    Fact::Outcome,
    Fact::GasConsumed,
    Fact::Block,
    Fact::Index,
    Fact::Type,
    Fact::Created,
    Fact::Hash,
];

/// The columns for which these rows have data, besides those that are shown already: servers leave fields out
/// of the list.
pub(super) fn facts(known: &[Fact], rows: &[Arc<ContractResult>]) -> Vec<Fact> {
    let any = |is: fn(&ContractResult) -> bool| rows.iter().any(|row| is(row));
    let has = |fact: &Fact| match fact {
        Fact::GasConsumed => any(|row| row.gas_consumed.known().is_some()),
        Fact::Block => any(|row| row.block_number.known().is_some()),
        Fact::Index => any(|row| row.transaction_index.known().is_some()),
        Fact::Type => any(|row| row.r#type.known().is_some()),
        Fact::Created => any(|row| row.created_contract_ids.known().is_some_and(|ids| !ids.is_empty())),
        _ => true,
    };
    FACTS.into_iter().filter(|fact| known.contains(fact) || has(fact)).collect()
}

/// The table's columns for these facts; the higher the rank, the earlier a narrow screen gives it up.
pub(super) fn columns(facts: &[Fact], ctx: &Context<'_>) -> Vec<Column> {
    facts.iter().map(|fact| column(*fact, ctx)).collect()
}

fn outcome_columns(ctx: &Context<'_>) -> u16 {
    let (wide, narrow) = MIN_OUTCOME_COLUMNS;
    if ctx.body.width < MIN_ROOM_COLUMNS { narrow } else { wide }
}

fn column(fact: Fact, ctx: &Context<'_>) -> Column {
    match fact {
        Fact::Success => Column::text("", 1),
        Fact::Time => values::time_column(ctx, "consensus time"),
        Fact::Method => Column::text("method", 12).grows(4).up_to(28),
        Fact::From => Column::text("from", 11).grows(1).rank(1),
        Fact::Amount => Column::number(format!("amount {}", ctx.look.unit_name()), 14).rank(4),
        Fact::GasLimit => Column::number("gas limit", 10).rank(5),
        Fact::GasUsed => Column::text("used", 5).rank(3),
        Fact::Outcome => Column::text("outcome", outcome_columns(ctx)).grows(8),
        Fact::GasConsumed => Column::number("consumed", 10).rank(7),
        Fact::Block => Column::number("block", 12).rank(8),
        Fact::Index => Column::number("index", 5).rank(10),
        Fact::Type => Column::number("type", 4).rank(11),
        Fact::Created => Column::text("created", 11).rank(9),
        Fact::Hash => Column::text("transaction hash", 18).rank(6),
    }
}

/// A row, and what is known of it.
#[derive(Clone, Copy)]
pub(super) struct Told<'a> {
    /// The row.
    pub(super) row: &'a ContractResult,
    /// What its call says.
    pub(super) reading: Option<&'a RowReading>,
    /// Whether it succeeded.
    pub(super) success: Success,
}

/// The cells of a row for these facts.
pub(super) fn cells(told: Told<'_>, facts: &[Fact], ctx: &Context<'_>) -> Vec<Cell> {
    facts.iter().map(|fact| cell(told, *fact, ctx)).collect()
}

fn cell(told: Told<'_>, fact: Fact, ctx: &Context<'_>) -> Cell {
    let Told { row, reading, success } = told;
    let glyphs = &ctx.look.glyphs;
    let number = |field: &Field<i64>| field.value().map(|number| grouped(&number)).unwrap_or_default();
    let text = match fact {
        Fact::Success => return glyph(success, ctx),
        Fact::Outcome => return outcome(told, ctx),
        Fact::Method => return method(row, reading),
        Fact::GasUsed => return (gauge(row, ctx), Role::Dim),
        Fact::Hash => {
            let hash = row.hash.known().map(HexBytes::to_hex).unwrap_or_default();
            return (cut_middle(&hash, 18, glyphs.cut).into_owned(), Role::Dim);
        }
        Fact::Amount => match row.amount.value() {
            Some(0) => match ctx.seen.dust(row) {
                Some(weibar) => ctx.look.amount(&weibar, Unit::Weibar),
                None => return (glyphs.dot.to_owned(), Role::Dim),
            },
            Some(amount) => ctx.look.amount(&amount, Unit::Base),
            None => String::new(),
        },
        Fact::Time => match row.timestamp.value() {
            Some(at) => ctx.look.time(at, ctx.now),
            None => "no time".to_owned(),
        },
        Fact::From => row.from.known().map(|from| party(from, ctx)).unwrap_or_default(),
        Fact::GasLimit => number(&row.gas_limit),
        Fact::GasConsumed => number(&row.gas_consumed),
        Fact::Block => number(&row.block_number),
        Fact::Index => number(&row.transaction_index),
        Fact::Type => number(&row.r#type),
        Fact::Created => {
            let ids = row.created_contract_ids.known().and_then(|ids| ids.iter().find_map(Field::value));
            ids.map(|id| id.to_string()).unwrap_or_default()
        }
    };
    (text, Role::Plain)
}

/// The sign of success or failure; a neutral one where nothing tells.
fn glyph(success: Success, ctx: &Context<'_>) -> Cell {
    let glyphs = &ctx.look.glyphs;
    let (glyph, role) = match success {
        Success::Yes => (glyphs.success, Role::Success),
        Success::No => (glyphs.failure, Role::Failure),
        Success::Unknown => (glyphs.unknown, Role::Dim),
    };
    (glyph.to_owned(), role)
}

/// A long-zero address as the entity it names, another address shortened by the table.
pub(super) fn party(address: &EvmAddress, ctx: &Context<'_>) -> String {
    match address.entity_num() {
        Some(num) => EntityId { num, ..ctx.network.home }.to_string(),
        None => address.checksummed(),
    }
}

fn method(row: &ContractResult, reading: Option<&RowReading>) -> Cell {
    if let Some(read) = reading.filter(|read| !read.method.is_empty()) {
        return (read.method.clone(), Role::Plain);
    }
    let data = row.call_data();
    let data = data.as_deref().map(HexBytes::bytes).unwrap_or_default();
    let creates = row.created_contract_ids.known().is_some_and(|ids| !ids.is_empty());
    match data.get(..4) {
        Some(selector) if !creates || data.len() < 512 => {
            (alloy_primitives::hex::encode_prefixed(selector), Role::Plain)
        }
        Some(_) => ("creation".to_owned(), Role::Dim),
        None if data.is_empty() => ("transfer".to_owned(), Role::Dim),
        None => (alloy_primitives::hex::encode_prefixed(data), Role::Plain),
    }
}

/// How much of the gas limit was charged.
fn gauge(row: &ContractResult, ctx: &Context<'_>) -> String {
    let (full, empty) = ctx.look.glyphs.gauge;
    let (Some(used), Some(limit)) = (row.gas_used.value(), row.gas_limit.value()) else {
        return String::new();
    };
    let cells = used.saturating_mul(5).checked_div(limit).unwrap_or(0).clamp(0, 5);
    let cells = usize::try_from(cells).unwrap_or(0);
    format!("{}{}", full.repeat(cells), empty.repeat(5 - cells))
}

/// Why it failed, in words, or what the server called its success.
pub(super) fn outcome(told: Told<'_>, ctx: &Context<'_>) -> Cell {
    let Told { row, reading, success } = told;
    let role = if success == Success::No { Role::Failure } else { Role::Attention };
    if let Some(failure) = reading.and_then(|read| read.failure.clone()) {
        return (failure, role);
    }
    if let Some(revert) = Revert::of(&row.error_message).filter(|it| *it != Revert::NoReason) {
        return (revert.words(), role);
    }
    let seen = ctx.seen.ending(row).and_then(|ending| ending.result.known());
    let named = seen.or(row.result.known()).map(Text::shown).filter(|name| name != "SUCCESS");
    match (success, named) {
        (Success::No, Some(name)) => (name, Role::Failure),
        (Success::No, None) => (Revert::NoReason.words(), Role::Failure),
        (Success::Yes, named) => (named.unwrap_or_default(), Role::Plain),
        (Success::Unknown, _) => ("unknown".to_owned(), Role::Dim),
    }
}

//! The record's main facts and related places, below the summary.

use decode::{ResponseCode, Revert};
use ledger::query::{BlockNumber, BlockQuery, Op, Order, ResultsQuery, TimestampFilter};
use ledger::{ContractRef, EvmAddress, HexBytes, Success, SystemEntity, Text};

use super::super::shown::{Shown, of_sender};
use super::super::{calls, outcome};
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::{entities, values};
use crate::widgets::{Role, Sheet, Value};

pub(super) fn sheet(shown: &Shown<'_>) -> Sheet {
    let (result, ctx) = (shown.result, shown.ctx);
    let mut sheet = Sheet::default()
        .heading("Outcome")
        .fact("result", values::field(ctx, &result.result, |name| outcome(shown, name)))
        .fact("status", values::field(ctx, &result.status, status));
    if result.success() == Success::No {
        let reason = outcome::reason(shown).unwrap_or_default();
        sheet = sheet.fact("reason", Value::styled(Role::Failure, reason));
    }
    sheet = sheet.fact("error message", values::field(ctx, &result.error_message, error));
    sheet = sheet
        .heading("Parties")
        .fact("contract", values::field(ctx, &result.contract_id, values::contract))
        .fact("EVM address", values::field(ctx, &result.address, values::contract_address))
        .fact("from", values::field(ctx, &result.from, |from| sender(shown, *from)))
        .fact("to", values::field(ctx, &result.to, |to| receiver(ctx, *to)))
        .fact("amount sent", shown.money.amount(ctx, &shown.money.record.amount));
    sheet = calls::created(sheet, shown, "created contract");
    sheet = sheet
        .heading("When and where")
        .fact("consensus time", values::field(ctx, &result.timestamp, |at| values::time(ctx, at)))
        .fact("transaction hash", values::field(ctx, &result.hash, |hash| bytes_or_none(ctx, hash)))
        .fact("sent as", Value::plain(outcome::way(result)))
        .fact("block", values::field(ctx, &result.block_number, block))
        .fact("index in the block", values::field(ctx, &result.transaction_index, values::ordinal))
        .fact("block hash", values::field(ctx, &result.block_hash, |hash| bytes_or_none(ctx, hash)));
    onwards(sheet, shown)
}

/// The response code; after a failure also its usual cause, unless the reason already says it.
fn outcome(shown: &Shown<'_>, name: &Text) -> Value {
    let (_, role) = outcome::sign(shown.result, shown.ctx);
    let value = Value::text(name);
    let value = Value { pieces: value.pieces.into_iter().map(|(text, _)| (text, role)).collect(), ..value };
    let reported = outcome::reason(shown).is_some_and(|reason| reason.starts_with(&name.escaped()));
    match ResponseCode::by_name(name) {
        Some(code) if !reported && code.name != "SUCCESS" => value.note(code.cause),
        _ => value,
    }
}

fn status(status: &Text) -> Value {
    let value = Value::text(status);
    match status {
        status if status.is("0x1") => value.note("it succeeded"),
        status if status.is("0x0") => value.note("it failed"),
        _ => value,
    }
}

/// The field as received; the reason above explains it.
fn error(text: &Text) -> Value {
    match Revert::parse(text) {
        Revert::NoReason if text.is_empty() => Value::none("empty"),
        Revert::NoReason => Value::text(text).note("no revert data"),
        Revert::Reason(_) => named(text, "Error(string)"),
        Revert::Panic(_) => named(text, "Panic(uint256)"),
        _ => Value::text(text),
    }
}

/// Revert data, after the name of the error that it encodes.
fn named(data: &Text, name: &str) -> Value {
    let value = Value::text(data);
    Value { pieces: [(format!("{name}  "), Role::Dim)].into_iter().chain(value.pieces).collect(), ..value }
}

/// The sender, linked to its account.
pub(super) fn sender(shown: &Shown<'_>, from: EvmAddress) -> Value {
    party(shown.ctx, from).link(Place::Account(values::sender(from, shown.ctx).into()))
}

/// The receiver, linked to its contract, or to its account if it is known to be one.
fn receiver(ctx: &Context<'_>, to: EvmAddress) -> Value {
    party(ctx, to).link(entities::place(ctx, ContractRef::Address(to)))
}

/// A participant, with its name if it is a system entity.
fn party(ctx: &Context<'_>, address: EvmAddress) -> Value {
    let value = values::party(ctx, &address);
    match SystemEntity::by_address(address) {
        Some(system) => value.note(system.summary()),
        None => value,
    }
}

/// The height of a block, linked to it.
fn block(number: &i64) -> Value {
    match u64::try_from(*number) {
        Ok(height) => values::ordinal(number).link(Place::Block(BlockQuery::Number(BlockNumber(height)))),
        Err(_) => values::ordinal(number),
    }
}

/// Bytes; some servers send an empty value as `0x`.
fn bytes_or_none(ctx: &Context<'_>, bytes: &HexBytes) -> Value {
    if bytes.is_empty() {
        Value::none(format!("{} none (0x)", ctx.theme.glyphs.none)).copied("0x")
    } else {
        Value::plain(bytes.to_hex())
    }
}

/// Links to lists that contain this result.
fn onwards(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    if shown.result.is_failed_creation() {
        return sheet;
    }
    let contract = shown.best_ref();
    let all = || ResultsQuery::all(contract);
    let at = |op| vec![TimestampFilter { op, at: shown.at }];
    let leads = |words: String, query| {
        let place = Place::Results(query);
        Value::plain(words).copied(place.to_string()).link(place)
    };
    let mut sheet = sheet.heading("Related");
    if let Some(number) = shown.result.block_number.value().and_then(|number| u64::try_from(number).ok()) {
        let query = ResultsQuery { block_number: Some(BlockNumber(number)), ..all() };
        sheet = sheet.fact("same block", leads(format!("results of {contract} in block {number}"), query));
    }
    if let Some(from) = shown.result.from.value() {
        let query = of_sender(contract, from, shown.ctx);
        let name = query.from.map(|from| from.to_string()).unwrap_or_default();
        sheet = sheet.fact("same sender", leads(format!("results of {contract} from {name}"), query));
    }
    let before = ResultsQuery { timestamp: at(Op::Lt), ..all() };
    let after = ResultsQuery { timestamp: at(Op::Gt), order: Some(Order::Asc), ..all() };
    sheet
        .fact("before", leads(format!("results of {contract} before this one, newest first"), before))
        .fact("after", leads(format!("results of {contract} after this one, oldest first"), after))
}

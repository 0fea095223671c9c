//! The first tab: the call, its effects and its cost, then the record's main facts and related places.

mod effects;
mod fault;
mod record;

use alloy_primitives::U256;
use decode::CallData;
use decode::money::Rest;
use decode::reading::Candidate;
use ledger::amount::{counted, grouped};
use ledger::{ContractRef, Field, HexBytes, Success, Unit};

use super::shown::{Shown, called};
use super::{gas, outcome, words};
use crate::message::{CopyText, Place};
use crate::panes::kit::nouns::decoded::phrase;
use crate::panes::kit::nouns::decoded::phrase::Room;
use crate::panes::kit::nouns::{decoded, entities, values, values as shared};
use crate::widgets::pieces::firm;
use crate::widgets::table::Cell;
use crate::widgets::{Role, Sheet, Value};

/// The fixed width of the labels: values keep their column when more labels arrive.
const LABEL_COLUMNS: u16 = 8;

pub(super) fn sheet(shown: &Shown<'_>) -> Sheet {
    let columns = shown.ctx.body.width.saturating_sub(2);
    let headline = outcome::headline(shown, columns);
    let sheet = headline.into_iter().fold(Sheet::with_labels(LABEL_COLUMNS), Sheet::note);
    let sheet = fault::add(sheet, shown);
    let sheet = returned(sender(call(sheet, shown), shown), shown);
    let sheet = effects::add(sheet, shown);
    let sheet = fee(gas(sheet, shown), shown);
    sheet.below(record::sheet(shown))
}

/// The space for a value.
fn room(shown: &Shown<'_>, lines: usize) -> Room {
    Room { columns: shown.ctx.body.width.saturating_sub(LABEL_COLUMNS + 4), lines }
}

/// Lines as values; copying the first one yields the full text.
fn values(lines: Vec<Vec<Cell>>, copied: impl Into<CopyText>) -> Vec<Value> {
    let mut values: Vec<Value> =
        lines.into_iter().map(|pieces| Value { pieces, ..Value::default() }).collect();
    if let Some(first) = values.first_mut() {
        first.copied = copied.into();
    }
    values
}

/// The most lines for a call, and for its returned values; the second tab has them in full.
const MAX_CALL_LINES: usize = 4;
const MAX_RETURNED_LINES: usize = 2;

/// `Router.swap(amountIn: 5, …)`, linked to the contract.
fn call(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    let creates = shown.result.is_creation();
    let write = |length| {
        let mut pieces = callee(shown);
        pieces.extend(if creates { constructor(shown, length) } else { function(shown, length) });
        pieces
    };
    let whole: String = write(u16::MAX).iter().map(|(text, _)| text.replace('\u{a0}', " ")).collect();
    let mut lines = values(phrase::fitted(shown.ctx, room(shown, MAX_CALL_LINES), write), whole);
    if !shown.result.is_failed_creation()
        && let Some(first) = lines.first_mut()
    {
        first.place = Some(Place::contract(shown.best_ref()));
    }
    sheet.lines(if creates { "creation" } else { "call" }, lines)
}

/// The called contract by its name, else by its id or address.
fn callee(shown: &Shown<'_>) -> Vec<Cell> {
    let Some(contract) = called(shown.result) else {
        return if shown.result.is_failed_creation() {
            Vec::new()
        } else {
            vec![(shown.contract.to_string(), Role::Link)]
        };
    };
    let name = entities::name_or_ref(shown.ctx, contract);
    vec![(firm(&name), Role::Link)]
}

/// A function, after its contract.
fn function(shown: &Shown<'_>, length: u16) -> Vec<Cell> {
    let (ctx, dim) = (shown.ctx, |words: String| (format!("  {words}"), Role::Dim));
    let named = shown.readings.call().and_then(|call| call.input.best());
    if let Some(named) = named {
        return member(phrase::named(ctx, called(shown.result), named, length));
    }
    let Some(data) = shown.result.call_data() else {
        let data = &shown.result.function_parameters;
        let words = shared::field(ctx, data, |_| Value::default()).line();
        return vec![dim(format!("call data: {words}"))];
    };
    let call = CallData::of_call(data.bytes());
    match call.selector() {
        None if data.is_empty() => vec![dim("without call data".to_owned())],
        None => vec![dim(counted(data.len(), "byte")), dim("too short for a selector".to_owned())],
        Some(selector) => {
            let words = match (shown.readings.call(), data.len().saturating_sub(4)) {
                (None, _) => "decoding".to_owned(),
                (Some(_), 0) => "no arguments, unknown signature".to_owned(),
                (Some(_), bytes) => format!("{}, unknown signature", counted(bytes, "byte")),
            };
            vec![(format!(".{selector}"), Role::Heading), dim(words)]
        }
    }
}

/// The constructor with its arguments, or the size of the code if they are unknown.
fn constructor(shown: &Shown<'_>, length: u16) -> Vec<Cell> {
    let read = shown.readings.call().and_then(|call| call.creation.as_ref());
    if let Some(named) = read.and_then(|read| read.constructor.best()) {
        return member(phrase::named(shown.ctx, None, named, length));
    }
    let size = match &shown.result.function_parameters {
        Field::Known(data) if data.is_empty() => "neither code nor arguments are in the record".to_owned(),
        Field::Known(data) => {
            let bytes = |count| counted(count, "byte");
            match read.and_then(|read| read.end).map(|end| (end, data.len().saturating_sub(end))) {
                Some((code, 0)) => format!("{} of code, no constructor arguments", bytes(code)),
                Some((code, more)) => {
                    format!("{} of code, {} of arguments not decoded", bytes(code), bytes(more))
                }
                None => format!("{} of code and constructor arguments", bytes(data.len())),
            }
        }
        other => shared::field(shown.ctx, other, |_| Value::default()).line(),
    };
    vec![(format!("  {size}"), Role::Dim)]
}

/// Prefixes a function with a dot, to follow its contract.
fn member(mut pieces: Vec<Cell>) -> Vec<Cell> {
    if let Some((name, _)) = pieces.first_mut() {
        name.insert(0, '.');
    }
    pieces
}

/// The sender and the coins sent, linked to the sender's other results.
fn sender(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    let value = match &shown.result.from {
        Field::Known(from) => record::sender(shown, *from),
        other => shared::field(shown.ctx, other, |_| Value::default()),
    };
    let short = Value { pieces: value.pieces.into_iter().take(1).collect(), ..value };
    let value = match sent(shown) {
        Some(sent) => short.and(Role::Heading, sent),
        None => short,
    };
    let sheet = sheet.fact("from", value);
    let Some(record) = shown.transaction.record().filter(|it| it.own.scheduled.value() == Some(true)) else {
        return sheet;
    };
    sheet.fact(
        "schedule",
        match record.schedule {
            Some(id) => Value::plain(id.to_string()).link(Place::Schedule(id)).note("executed this call"),
            None => Value::plain("executed this call").note("its id is not in the transactions of this id"),
        },
    )
}

fn sent(shown: &Shown<'_>) -> Option<String> {
    let amount = shown.money.record.amount.value().filter(|amount| *amount != 0)?;
    let theme = shown.ctx.theme;
    let amount = format!("{} {}", theme.amount(&amount, shown.money.unit), theme.unit_name());
    let least = if shown.money.is_truncated(shown.ctx) { "at least " } else { "" };
    Some(format!("{least}{amount} sent"))
}

/// The returned values of a call that did not fail; nothing if it returned none.
fn returned(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    let result = shown.result;
    let data = result.call_result.known().filter(|data| !data.is_empty());
    let Some(data) = data.filter(|_| result.success() != Success::No && !result.is_creation()) else {
        return sheet;
    };
    let call = shown.readings.call();
    let read = call.and_then(|call| call.output.as_ref()?.best()).filter(|read| read.is_exact());
    let is_code_alone = read.is_none_or(|read| read.arguments.len() < 2);
    if let Some(response) = call.and_then(|call| call.response)
        && (is_code_alone || !response.is_success())
    {
        return sheet.fact("returned", decoded::response_code(response));
    }
    match read {
        Some(read) if read.arguments.is_empty() => sheet,
        Some(read) => {
            let write = |length| vec![(returns(shown, read, length), Role::Plain)];
            let whole = returns(shown, read, u16::MAX).replace('\u{a0}', " ");
            let lines = phrase::fitted(shown.ctx, room(shown, MAX_RETURNED_LINES), write);
            sheet.lines("returned", values(lines, whole))
        }
        None => sheet.fact("returned", raw(shown, data)),
    }
}

fn returns(shown: &Shown<'_>, read: &Candidate, length: u16) -> String {
    phrase::arguments(shown.ctx, called(shown.result), read, length)
}

/// Data of unknown type: a single word as its most likely meaning, otherwise the size.
fn raw(shown: &Shown<'_>, data: &HexBytes) -> Value {
    let call = CallData::of_words(data.bytes());
    if let Some(word) = call.word(0).filter(|_| call.len() == 1 && call.trailing() == 0) {
        return words::value(shown.ctx, word.bytes);
    }
    let size = counted(data.len(), "byte");
    Value::plain(size).copied(data).note("not decoded: its type is not known")
}

/// The gas used of the limit, and the cost of unused gas.
fn gas(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    let (result, ctx) = (shown.result, shown.ctx);
    let (consumed, charged) = (result.gas_consumed.value(), result.gas_used.value());
    let limit = result.gas_limit.value().map(|limit| format!(" of {}", grouped(&limit))).unwrap_or_default();
    let value = match (consumed, charged) {
        (Some(consumed), Some(_)) => {
            let value = Value::plain(format!("{}{limit} used", grouped(&consumed)));
            match gas::overcharge(shown) {
                Some(over) => {
                    let cost = shown.money.cost_of(over).map(|(cost, unit)| values::amount(ctx, &cost, unit));
                    let paid = cost.map(|cost| cost.line().replace("  ", " "));
                    let paid = paid.map_or_else(|| "yet charged".to_owned(), |paid| format!("paid {paid}"));
                    value.and(Role::Attention, format!("{} unused, {paid}", grouped(&over)))
                }
                None => value,
            }
        }
        (Some(consumed), None) => Value::plain(format!("{}{limit} used", grouped(&consumed))),
        (None, Some(charged)) => Value::plain(format!("{} charged{limit}", grouped(&charged))),
        (None, None) => match &result.gas_used {
            field @ Field::Odd(_) => values::field(ctx, field, |_| Value::default()),
            _ => Value::none("unknown: not in the record"),
        },
    };
    sheet.fact("gas", value)
}

/// The transaction's fee, its share for gas, and the payer if it is not the sender; only the gas until the
/// transaction is loaded.
fn fee(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    let ctx = shown.ctx;
    let coin = |amount: &dyn ToString| {
        values::amount(ctx, &amount.to_string(), Unit::Base).line().replace("  ", " ")
    };
    let Some(record) = shown.transaction.record() else {
        let cost = shown.result.gas_used.value().and_then(|used| shown.money.cost_of(used));
        let cost = cost.map(|(cost, unit)| values::amount(ctx, &cost, unit).note("for gas"));
        let why = match shown.transaction.failure(ctx) {
            Some(_) => "the rest is not available here",
            None => "loading the whole fee",
        };
        return sheet.fact("fee", cost.map_or_else(|| Value::none(why), |cost| cost.note(why)));
    };
    let charged = &record.own.charged_tx_fee;
    let dollars = |fee: i64| shown.rate()?.dollars(U256::try_from(fee).ok()?, Unit::Base);
    let value = values::field(ctx, charged, |fee| {
        let value = Value::plain(coin(fee)).copied(fee.to_string());
        dollars(*fee).map_or(value.clone(), |dollars| value.note(dollars))
    });
    if charged.value() == Some(0) && record.own.nonce.value().is_some_and(|nonce| nonce > 0) {
        return sheet.fact("fee", value.note("paid with the transaction that caused this one"));
    }
    let Some(bill) = record.bill(shown.money.base) else { return sheet.fact("fee", value) };
    let value = match bill.rest {
        Rest::Left { cost, .. } => value.note(format!("{} of it for gas", coin(&cost))),
        Rest::NoPrice | Rest::Above { .. } => value,
    };
    let sender = shown.result.from.value().map(|from| values::sender(from, ctx));
    let payers: Vec<String> = bill
        .payers
        .iter()
        .filter(|payer| Some(ContractRef::Id(payer.account)) != sender)
        .map(|payer| payer.account.to_string())
        .collect();
    sheet.fact(
        "fee",
        if payers.is_empty() { value } else { value.note(format!("paid by {}", payers.join(", "))) },
    )
}

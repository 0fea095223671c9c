//! The one-sentence summary of a result.

use std::borrow::Cow;

use super::readings::called;
use super::shown::Shown;
use crate::decode::reading::ErrorReading;
use crate::decode::{CallData, ResponseCode, Revert};
use crate::ledger::Success;
use crate::ledger::amount::grouped;
use crate::ledger::{ContractResult, EntityId, EvmAddress, Field, HexBytes, SystemEntity, Text};
use crate::panes::Context;
use crate::panes::kit::decoded;
use crate::widgets::line::cut_middle;
use crate::widgets::pieces::{cut_words, firm, wrap_pieces};
use crate::widgets::{Role, Value};

/// A piece of the sentence and how it is meant.
type Piece = (String, Role);

/// The response code that says only that the contract reverted.
const REVERTED: &str = "CONTRACT_REVERT_EXECUTED";
/// The longest reason in the sentence, columns; the facts have all of it.
const MAX_REASON_COLUMNS: u16 = 160;
/// The longest call in the sentence, columns; the second tab has all arguments.
const MAX_CALL_COLUMNS: u16 = 120;

/// The sentence, in lines of at most this many columns.
pub(super) fn lines(shown: &Shown<'_>, columns: u16) -> Vec<Value> {
    let lines = wrap_pieces(&sentence(shown), columns, usize::MAX, shown.ctx.theme.glyphs.cut);
    lines.into_iter().map(|pieces| Value { pieces, ..Value::default() }).collect()
}

fn sentence(shown: &Shown<'_>) -> Vec<Piece> {
    let (result, ctx) = (shown.result, shown.ctx);
    let plain = |text: &str| (text.to_owned(), Role::Plain);
    let (sign, role) = sign(result, ctx);
    let mut pieces = vec![(format!("{sign} "), role)];
    pieces.extend(verb_phrase(shown));
    if let Some(from) = result.from.value() {
        pieces.push(plain(&format!(" by {}", party(ctx, from))));
    }
    if !is_creation(result) {
        pieces.push(plain(&format!(" on {}", receiver(shown))));
    }
    pieces.extend([plain(" "), (outcome(result).to_owned(), role)]);
    if let Some(refused) = refused(shown) {
        pieces.extend([plain(", but the system contract answered "), (refused, Role::Failure)]);
    }
    if let Some(hidden) = shown.hidden.filter(|_| result.success() == Success::Yes) {
        let hidden = cut_words(hidden, MAX_REASON_COLUMNS, ctx.theme.glyphs.cut);
        pieces.extend([plain(", but a call within it failed: "), (hidden, Role::Failure)]);
    }
    if let Some(reason) = reason(shown) {
        let reason = cut_words(&reason, MAX_REASON_COLUMNS, ctx.theme.glyphs.cut);
        pieces.extend([plain(": "), (reason, Role::Heading)]);
    }
    let tail: Vec<String> = gas(result).into_iter().chain(sent(shown)).collect();
    if !tail.is_empty() {
        // After a reason, a colon would begin another one.
        let reasoned = result.success() == Success::No || shown.hidden.is_some();
        let sign = if reasoned { ';' } else { ':' };
        pieces.push(plain(&format!("{sign} {}", tail.join(", "))));
    }
    pieces
}

/// The sign of the outcome, and how it is meant.
pub(super) fn sign(result: &ContractResult, ctx: &Context<'_>) -> (&'static str, Role) {
    match result.success() {
        Success::Yes => (ctx.theme.glyphs.success, Role::Success),
        Success::No => (ctx.theme.glyphs.failure, Role::Failure),
        Success::Unknown => (ctx.theme.glyphs.unknown, Role::Attention),
    }
}

/// What was done.
fn verb_phrase(shown: &Shown<'_>) -> Vec<Piece> {
    let result = shown.result;
    let strong = |text: String| (text, Role::Heading);
    let plain = |text: &str| vec![(text.to_owned(), Role::Plain)];
    let and = |words: &str, strong| -> Vec<Piece> { plain(words).into_iter().chain([strong]).collect() };
    if is_creation(result) {
        return match result.contract_id.value() {
            Some(id) => and("Creation of ", strong(id.to_string())),
            None => plain("Creation of a contract"),
        };
    }
    if let Some(read) = shown.readings.call().and_then(|call| call.input.best()) {
        let words = if read.arguments.is_empty() && !read.is_exact() {
            read.short_name()
        } else {
            decoded::line(shown.ctx, called(shown.result), read)
        };
        let words = cut_words(&words, MAX_CALL_COLUMNS, shown.ctx.theme.glyphs.cut);
        let doubt = read.fault.map(|fault| (format!(" ({fault})"), Role::Attention));
        return and("Call of ", strong(words)).into_iter().chain(doubt).collect();
    }
    let data = result.call_data();
    let data = data.as_deref().map(HexBytes::bytes).unwrap_or_default();
    match (CallData::of_call(data).selector(), data.is_empty()) {
        (Some(selector), _) => and("Call of ", strong(selector)),
        (None, true) if result.function_parameters.known().is_some() => plain("Call without data"),
        (None, _) => plain("Call"),
    }
}

/// Who was called.
fn receiver(shown: &Shown<'_>) -> String {
    match (shown.result.contract_id.value(), shown.result.to.value()) {
        (Some(id), _) => entity(id),
        (None, Some(to)) => party(shown.ctx, to),
        (None, None) => shown.contract.to_string(),
    }
}

/// Whether the result is of a constructor: it names the contract that it made, or failed before there was one.
pub(super) fn is_creation(result: &ContractResult) -> bool {
    let made = result.created_contract_ids.known().is_some_and(|created| {
        let id = result.contract_id.value();
        id.is_some() && created.iter().any(|made| made.value() == id)
    });
    made || is_failed_creation(result)
}

/// Whether the result is of a constructor that failed: there is no contract that it could be a result of.
pub(super) fn is_failed_creation(result: &ContractResult) -> bool {
    result.contract_id == Field::Null && result.to == Field::Null
}

fn outcome(result: &ContractResult) -> &'static str {
    let reverted = match result.result.known() {
        Some(name) => name.is(REVERTED),
        None => !matches!(Revert::from_field(&result.error_message), Some(Revert::Status(_))),
    };
    match result.success() {
        Success::Yes => "succeeded",
        Success::No if reverted => "reverted",
        Success::No => "failed",
        Success::Unknown => "ended; the record does not say how",
    }
}

/// What a system contract answered within a call that succeeded, if that is no success.
fn refused(shown: &Shown<'_>) -> Option<String> {
    let response = shown.readings.call()?.response.filter(|response| !response.is_success())?;
    (shown.result.success() == Success::Yes).then(|| response.explanation())
}

/// Why it failed: by its error message, else by the name of its response code.
pub(super) fn reason(shown: &Shown<'_>) -> Option<String> {
    let result = shown.result;
    if result.success() != Success::No {
        return None;
    }
    let says_nothing = |name: &Text| name.is(REVERTED);
    match Revert::from_field(&result.error_message) {
        None | Some(Revert::NoReason) => match result.result.known() {
            Some(name) if !says_nothing(name) => Some(ResponseCode::explanation(name)),
            _ => Some(Revert::NoReason.summary()),
        },
        Some(Revert::Status(name)) if says_nothing(&name) => Some(Revert::NoReason.summary()),
        Some(Revert::Reason(text)) if !text.is_empty() => Some(format!("\"{}\"", text.escaped())),
        Some(revert) => {
            let read = shown.readings.call().and_then(|call| call.error.as_ref());
            Some(read.map_or_else(|| revert.summary(), ErrorReading::summary))
        }
    }
}

fn gas(result: &ContractResult) -> Option<String> {
    let known = |field: &Field<i64>| field.value().map(|gas| firm(&grouped(&gas)));
    let (used, consumed) = (known(&result.gas_used), known(&result.gas_consumed));
    let limit = known(&result.gas_limit).map(|limit| format!(" of {limit}")).unwrap_or_default();
    match (consumed, used) {
        (Some(consumed), Some(used)) => Some(format!("{consumed} gas{limit} (charged {used})")),
        (Some(consumed), None) => Some(format!("{consumed} gas{limit}")),
        (None, Some(used)) => Some(format!("charged {used} gas{limit}")),
        (None, None) => None,
    }
}

fn sent(shown: &Shown<'_>) -> Option<String> {
    let amount = shown.money.record.amount.value().filter(|amount| *amount != 0)?;
    let theme = shown.ctx.theme;
    let amount = format!("{} {}", theme.amount(&amount, shown.money.unit), theme.unit_name());
    let least = if shown.money.is_truncated(shown.ctx) { "at least " } else { "" };
    Some(format!("{least}{} sent", firm(&amount)))
}

/// A party, as short as possible: a long-zero address as its entity id.
fn party(ctx: &Context<'_>, address: EvmAddress) -> String {
    match address.entity_num() {
        Some(num) => entity(EntityId { num, ..ctx.network.home }),
        None => cut_middle(&address.checksummed(), 18, ctx.theme.glyphs.cut).into_owned(),
    }
}

fn entity(id: EntityId) -> String {
    SystemEntity::by_id(id).map_or_else(|| id.to_string(), |system| format!("{id} {}", system.name))
}

/// How the transaction came, in a few words.
pub(super) fn way(result: &ContractResult) -> Cow<'static, str> {
    match result.r#type.value().filter(|_| result.is_wrapped()) {
        Some(kind) => format!("an Ethereum transaction of type {kind}").into(),
        None if result.is_wrapped() => "an Ethereum transaction".into(),
        None => "a native transaction".into(),
    }
}

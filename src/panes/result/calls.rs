//! The tab *Call*: input and output, created contracts, and the code and arguments of a creation.

use std::borrow::Cow;

use decode::{CallData, ResponseCode, Revert};
use ledger::amount::grouped;
use ledger::{Field, HexBytes, Success, SystemEntity, SystemKind};

use super::shown::{Shown, called};
use super::{outcome, words};
use crate::panes::Context;
use crate::panes::kit::nouns::decoded::Head;
use crate::panes::kit::nouns::{decoded, execution, values};
use crate::widgets::{Role, Sheet, Value};

pub(super) fn sheet(shown: &Shown<'_>) -> Sheet {
    let (result, ctx) = (shown.result, shown.ctx);
    let mut sheet = Sheet::default().heading("Call data");
    sheet = match &result.function_parameters {
        Field::Known(sent) => {
            let data = result.call_data().unwrap_or(Cow::Borrowed(sent));
            let sheet = if *data == *sent { sheet } else { spelled(sheet, ctx, sent) };
            if !data.is_empty() && result.is_creation() {
                rows(sheet, shown, &data)
            } else {
                asked(sheet.fact("size", words::size(ctx, &data)), shown, &data)
            }
        }
        other => sheet.fact("size", values::field(ctx, other, |_| Value::default())),
    };
    sheet = match result.success() {
        Success::No => revert(sheet.heading("Revert data"), shown),
        _ => returned(sheet.heading("Returned"), shown),
    };
    sheet = sheet.heading("Created");
    if result.created_contract_ids.known().is_some_and(|created| !created.is_empty()) {
        sheet = created(sheet, shown, "created contract");
    } else {
        sheet = sheet.fact(
            "contracts",
            values::field(ctx, &result.created_contract_ids, |_| {
                Value::none(format!("{} none", ctx.theme.glyphs.none))
            }),
        );
    }
    sheet.fact("failed init code", failed_code(shown))
}

/// Call data sent as text: its kind, and the text as received.
fn spelled(sheet: Sheet, ctx: &Context<'_>, sent: &HexBytes) -> Sheet {
    let words = format!("{} hex digits as text, as from a file: decoded here", ctx.theme.glyphs.attention);
    let text = values::bytes(ctx, sent);
    sheet.fact("received as", Value::styled(Role::Attention, words)).inner(1, "as received", text)
}

/// The created contracts, each linked to its page.
pub(super) fn created(mut sheet: Sheet, shown: &Shown<'_>, label: &str) -> Sheet {
    for id in shown.result.created_contract_ids.known().into_iter().flatten().take(Sheet::MAX_ROWS + 1) {
        let value = match id {
            Field::Null => Value::none("null: the server does not know which contract"),
            id => values::field(shown.ctx, id, values::contract),
        };
        sheet = sheet.fact(label, value);
    }
    sheet
}

/// The call data: decoded by a signature, or raw if no signature matches or the user chose raw bytes.
fn asked(sheet: Sheet, shown: &Shown<'_>, data: &HexBytes) -> Sheet {
    let (turn, reading) = (shown.turn(), shown.readings.call().map(|call| &call.input));
    match reading.and_then(|reading| Some((reading, decoded::chosen(reading, turn.at, turn.of)?))) {
        Some((reading, chosen)) => {
            let sheet = decoded::rows(sheet, shown.ctx, head("function", shown), reading, chosen);
            // A function without arguments says less than the bytes.
            if chosen.1.arguments.is_empty() && !chosen.1.is_exact() {
                with_selector(sheet, shown, data)
            } else {
                sheet
            }
        }
        None => with_selector(sheet, shown, data),
    }
}

fn head<'a>(label: &'a str, shown: &Shown<'_>) -> Head<'a> {
    Head { label, indent: 0, own: called(shown.result) }
}

fn with_selector(sheet: Sheet, shown: &Shown<'_>, data: &HexBytes) -> Sheet {
    let call = CallData::of_call(data.bytes());
    match call.selector() {
        Some(selector) => {
            words::rows(sheet.fact("selector", Value::styled(Role::Heading, selector)), shown.ctx, call)
        }
        None if data.is_empty() => sheet,
        None => sheet.fact("bytes", Value::plain(data.to_hex()).note("too short for a selector")),
    }
}

fn returned(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    let (result, ctx) = (shown.result, shown.ctx);
    let Field::Known(data) = &result.call_result else {
        return sheet.fact("size", values::field(ctx, &result.call_result, |_| Value::default()));
    };
    let sheet = sheet.fact("size", words::size(ctx, data));
    if result.is_creation() {
        let code = values::code(ctx, data).note("the code that was deployed");
        return if data.is_empty() { sheet } else { sheet.fact("code", code) };
    }
    let sheet = match response_code(shown, data) {
        Some(value) => sheet.fact("response code", value),
        None => sheet,
    };
    let (turn, reading) = (shown.turn(), shown.readings.call().and_then(|call| call.output.as_ref()));
    match reading.and_then(|reading| decoded::chosen(reading, turn.at, turn.of)) {
        Some((_, candidate)) if candidate.is_exact() => {
            decoded::arguments(sheet, ctx, 0, called(shown.result), candidate)
        }
        _ => words::rows(sheet, ctx, CallData::of_words(data.bytes())),
    }
}

/// The response code that system contracts return first: the call can succeed although the service refused.
fn response_code(shown: &Shown<'_>, data: &HexBytes) -> Option<Value> {
    if let Some(response) = shown.readings.call().and_then(|call| call.response) {
        return Some(decoded::response_code(response));
    }
    let result = shown.result;
    let by_id = result.contract_id.value().and_then(SystemEntity::by_id);
    let system = by_id.or_else(|| result.to.value().and_then(SystemEntity::by_address))?;
    let number = CallData::of_words(data.bytes()).word(0)?.number()?;
    let number = u64::try_from(number).ok()?;
    let code = ResponseCode::by_number(number).filter(|_| system.kind == SystemKind::Contract)?;
    let role = if code.name == "SUCCESS" { Role::Success } else { Role::Failure };
    Some(Value::styled(role, code.name).note(code.cause))
}

fn revert(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    let (result, ctx) = (shown.result, shown.ctx);
    let revert = execution::revert(result);
    let mut sheet =
        sheet.fact("reason", Value::styled(Role::Failure, outcome::reason(shown).unwrap_or_default()));
    let turn = shown.turn();
    let custom = shown.error().and_then(|error| error.custom.as_ref());
    let read = custom.and_then(|custom| Some((custom, decoded::chosen(custom, turn.at, turn.of)?)));
    if let Some((custom, chosen)) = read {
        sheet = decoded::rows(sheet, ctx, head("error", shown), custom, chosen);
    } else if let Some(Revert::Custom { selector, arguments }) = &revert {
        let selector = HexBytes::from(selector.to_vec()).to_hex();
        sheet = sheet
            .fact("selector", Value::styled(Role::Heading, selector).note("a custom error of the contract"));
        sheet = words::rows(sheet, ctx, CallData::of_words(arguments.bytes()));
    }
    let value = match &result.call_result {
        Field::Known(data) if !data.is_empty() && is_error(shown, data) => {
            words::size(ctx, data).note("the same as the error message")
        }
        call_result => values::field(ctx, call_result, |data| values::bytes(ctx, data)),
    };
    sheet.fact("call result", value)
}

/// Whether the bytes encode the error message.
fn is_error(shown: &Shown<'_>, data: &HexBytes) -> bool {
    shown.result.error_message.known().is_some_and(|message| message.is(&data.to_hex()))
}

/// The failed init code. Servers repeat the call data here for every failed Ethereum transaction, constructor or
/// not.
fn failed_code(shown: &Shown<'_>) -> Value {
    let (result, ctx) = (shown.result, shown.ctx);
    match &result.failed_initcode {
        Field::Known(code) if result.function_parameters.known() == Some(code) && !code.is_empty() => {
            words::size(ctx, code).note("the call data again: this server repeats it for failed calls")
        }
        code => values::field(ctx, code, |code| values::bytes(ctx, code)),
    }
}

/// The rows for creation data.
pub(super) fn rows(sheet: Sheet, shown: &Shown<'_>, data: &HexBytes) -> Sheet {
    let (ctx, turn) = (shown.ctx, shown.turn());
    let size = words::size(ctx, data);
    let read = shown.readings.call().and_then(|call| call.creation.as_ref());
    let Some((read, end)) = read.and_then(|read| Some((read, read.end?))) else {
        let size = size.note("creation code with constructor arguments");
        return sheet.fact("size", size).fact("code", values::code(ctx, data));
    };
    let (code, behind) = data.bytes().split_at_checked(end).unwrap_or((data.bytes(), &[]));
    let mut sheet = match code.len() {
        0 => sheet.fact("size", size.note("constructor arguments; the code came another way")),
        length => {
            let code = HexBytes::from(code.to_vec());
            let parts = format!("code of {}, then {} of arguments", grouped(&length), grouped(&behind.len()));
            sheet.fact("size", size.note(parts)).fact("code", values::code(ctx, &code))
        }
    };
    if let Some(compiler) = &read.compiler {
        sheet =
            sheet.fact("compiler", Value::plain(compiler.to_string()).note("from the metadata in the code"));
    }
    let reading = &read.constructor;
    if let Some(chosen) = decoded::chosen(reading, turn.at, turn.of) {
        return decoded::rows(
            sheet,
            ctx,
            Head { label: "constructor", indent: 0, own: None },
            reading,
            chosen,
        );
    }
    if behind.is_empty() {
        let none = format!("{} none: nothing follows the code", ctx.theme.glyphs.none);
        return sheet.fact("arguments", Value::none(none));
    }
    let size = words::size(ctx, &HexBytes::from(behind.to_vec()));
    let size = match reading.raw {
        Some(raw) => size.and(Role::Dim, format!("{}: add its ABI, or verify it", raw.reason())),
        None => size,
    };
    words::rows(sheet.fact("arguments", size), ctx, CallData::of_words(behind))
}

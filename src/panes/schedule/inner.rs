//! What the schedule does: the inner transaction, read as far as its kind is known, and its bytes.

use crate::decode::calldata::{CallData, Meaning, Word};
use crate::decode::schedule_body::{Detail, ScheduledBody};
use crate::ledger::amount::grouped;
use crate::ledger::{ContractRef, HexBytes, Schedule, Text, Unit};
use crate::message::Place;
use crate::panes::{Context, values};
use crate::widgets::{Role, Sheet, Value};

/// The most words of call data that get a line each; the bytes are shown whole besides.
const WORDS: usize = 64;

/// The contract that a schedule calls.
pub(super) fn called(schedule: &Schedule) -> Option<ContractRef> {
    match ScheduledBody::read(schedule.transaction_body.known()?.bytes()).detail {
        Some(Detail::Call { contract, .. }) => contract,
        _ => None,
    }
}

/// Adds the inner transaction to a sheet.
pub(super) fn add(sheet: Sheet, schedule: &Schedule, ctx: &Context<'_>) -> Sheet {
    let sheet = sheet.heading("Inner transaction");
    let bytes = values::field(ctx, &schedule.transaction_body, |bytes| values::bytes(ctx, bytes));
    let Some(body) = schedule.transaction_body.known() else { return sheet.fact("body", bytes) };
    let body = ScheduledBody::read(body.bytes());
    let name = match body.field {
        Some(number) => Value::plain(body.name.clone()).note(format!("field {number} of the body")),
        None => Value::none(body.name.clone()),
    };
    let mut sheet = sheet.fact("does", name);
    sheet = match &body.detail {
        Some(Detail::Call { contract, gas, amount, parameters }) => {
            let leads =
                |contract: &ContractRef| Value::plain(contract.to_string()).link(Place::contract(*contract));
            let sheet =
                sheet.fact("contract", contract.as_ref().map_or_else(|| Value::none("none named"), leads));
            let sheet = sheet.fact("gas limit", values::gas(gas));
            call_data(sheet.fact("amount", values::amount(ctx, amount, Unit::Base)), parameters, ctx)
        }
        Some(Detail::Transfers(transfers)) => transfers.iter().fold(sheet, |sheet, (account, amount)| {
            let account = account.map_or_else(|| "account".to_owned(), |account| account.to_string());
            sheet.inner(1, account, values::amount(ctx, amount, Unit::Base))
        }),
        None => body.lines.iter().fold(sheet, |sheet, line| {
            let depth = u16::try_from(line.depth).unwrap_or(u16::MAX).min(8) + 1;
            let value =
                if line.words.is_empty() { Value::none("message") } else { Value::plain(&*line.words) };
            sheet.inner(depth, format!("field {}", line.number), value)
        }),
    };
    if let Some(at) = body.broken_at {
        let words = format!("{} the bytes cannot be read from byte {at} on", ctx.look.glyphs.attention);
        sheet = sheet.fact("stopped", Value::of(Role::Attention, words));
    }
    let fee = body.fee.map_or_else(|| Value::none("none given"), |fee| values::amount(ctx, &fee, Unit::Base));
    let memo = body.memo.filter(|memo| !memo.is_empty());
    let memo = memo.as_ref().map_or_else(|| Value::none("empty"), |memo: &Text| Value::text(memo));
    sheet.fact("fee limit", fee).fact("inner memo", memo).fact("body", bytes)
}

fn call_data(sheet: Sheet, bytes: &HexBytes, ctx: &Context<'_>) -> Sheet {
    let sheet = sheet.fact("call data", values::bytes(ctx, bytes));
    let data = CallData::of_call(bytes.bytes());
    let sheet = match data.selector() {
        Some(selector) => sheet.inner(1, "selector", Value::plain(selector)),
        None => sheet,
    };
    let words = data.words().take(WORDS).enumerate();
    words.fold(sheet, |sheet, (at, word)| sheet.inner(1, format!("word {at}"), word_of(&word)))
}

/// A word whole, and what it most likely is.
fn word_of(word: &Word<'_>) -> Value {
    let value = Value::plain(word.hex());
    match word.meaning() {
        Meaning::Number(number) => value.note(format!("= {}", grouped(&number))),
        Meaning::Negative(number) => value.note(format!("= -{}", grouped(&number))),
        Meaning::Address(address) => value.note(format!("= {}", address.checksummed())),
        Meaning::Text(text) => value.note(format!("= \"{}\"", text.shown())),
        Meaning::Bytes => value,
    }
}

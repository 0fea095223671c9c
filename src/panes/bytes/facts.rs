//! The sheet of bytes: each possible meaning with its values, then the bytes word by word.

use decode::CallData;
use decode::abi::WORD;
use decode::reading::bytes::{BytesReading, BytesRole, Meaning, SELECTOR_BYTES};
use ledger::HexBytes;

use crate::message::place::BytesPlace;
use crate::panes::Context;
use crate::panes::kit::nouns::decoded::{self, Head, words};
use crate::widgets::{Role, Sheet, Value};

pub(super) fn sheet(
    read: &BytesReading,
    place: &BytesPlace,
    fault: Option<String>,
    ctx: &Context<'_>,
) -> Sheet {
    let mut sheet = Sheet::default();
    if let Some(with) = &place.with {
        let refused = read.refused.first().map(|(_, refusal)| refusal.to_string());
        let fault = fault.or(refused);
        sheet = sheet.heading("Decoded with").fact("interface", Value::plain(with.text()));
        sheet = match fault {
            Some(fault) => sheet.fact("not loaded", Value::styled(Role::Failure, fault)),
            None => sheet,
        };
    }
    if let Some(revert) = &read.revert {
        let reason = Value::styled(Role::Failure, revert.summary());
        sheet = sheet.heading("Revert data").fact("reason", reason);
    }
    let is_event = |meaning: &&Meaning| matches!(meaning.role, BytesRole::Event | BytesRole::Topics);
    let events = read.meanings.iter().filter(is_event).count();
    for Meaning { role, reading } in &read.meanings {
        let Some(best) = reading.best() else { continue };
        let (heading, label) = match role {
            BytesRole::Event if events > 1 => ("Event, if the last word is its data", "event"),
            BytesRole::Topics if events > 1 => ("Event, if every word is a topic", "event"),
            role => words_of(*role, read.data.len()),
        };
        let head = Head { label, indent: 0, own: place.contract() };
        sheet = decoded::rows(sheet.heading(heading), ctx, head, reading, (0, best));
    }
    if read.meanings.is_empty() && read.revert.is_none() {
        let words = "No signature matches. Press f to name a contract, ABI file or signature.";
        sheet = sheet.heading("Not decoded").note(Value::styled(Role::Attention, words));
    }
    in_words(sheet, place, &read.data, ctx)
}

/// The heading of a meaning, and the label of its signature.
fn words_of(role: BytesRole, bytes: usize) -> (&'static str, &'static str) {
    match role {
        BytesRole::Call if bytes == SELECTOR_BYTES => ("Selector of a function", "function"),
        BytesRole::Call => ("Call data", "function"),
        BytesRole::Error if bytes == SELECTOR_BYTES => ("Selector of an error", "error"),
        BytesRole::Error => ("Revert data", "error"),
        BytesRole::Topics if bytes == WORD => ("Topic of an event", "event"),
        BytesRole::Event | BytesRole::Topics => ("Event", "event"),
        BytesRole::Returned => ("Return data", "returned by"),
        BytesRole::Arguments => ("Arguments", "function"),
    }
}

/// The raw bytes: the parts of an event unchanged, otherwise the selector and the words.
fn in_words(sheet: Sheet, place: &BytesPlace, data: &HexBytes, ctx: &Context<'_>) -> Sheet {
    let sheet = sheet.heading("Bytes").fact("data", words::size(ctx, data));
    if let [topics @ .., last] = place.parts.as_slice()
        && !topics.is_empty()
    {
        let topic = |sheet: Sheet, (at, topic): (usize, &HexBytes)| {
            sheet.inner(1, format!("topic {at}"), words::value(ctx, topic.bytes()))
        };
        let sheet = topics.iter().enumerate().fold(sheet, topic);
        return words::rows(sheet, ctx, CallData::of_words(last.bytes()));
    }
    let call = CallData::of_call(data.bytes());
    match call.selector().filter(|_| data.len() % WORD == SELECTOR_BYTES) {
        Some(selector) => {
            words::rows(sheet.fact("selector", Value::styled(Role::Heading, selector)), ctx, call)
        }
        None => words::rows(sheet, ctx, CallData::of_words(data.bytes())),
    }
}

//! The sheet: pinned calls, then every function with the result of its last call.

use api::Failure;
use decode::functions::Callable;
use decode::interface::Parameter;
use decode::reading::{Argument, CallReading, Candidate, ErrorReading, Reading, Value as Read, summary};
use ledger::amount::grouped;
use ledger::{CallOutcome, ContractRef, Unit};

use super::form;
use super::functions::{Call, Calls};
use crate::panes::Context;
use crate::panes::kit::Progress;
use crate::panes::kit::nouns::decoded;
use crate::widgets::{Role, Sheet, Value};

/// The owner of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Function(usize),
    Call(usize),
}

/// The content of the sheet.
pub(super) struct Facts<'a> {
    pub(super) contract: ContractRef,
    pub(super) functions: &'a [Callable],
    pub(super) calls: &'a Calls,
    /// Why functions are missing.
    pub(super) notes: Vec<Value>,
}

/// Builds the sheet, and the end row of each owner.
pub(super) fn sheet(facts: &Facts<'_>, ctx: &Context<'_>) -> (Sheet, Vec<(usize, Owner)>) {
    let (mut sheet, mut owners) = (Sheet::default(), Vec::new());
    sheet = sheet.note(Value::none("Queries only: nothing is signed, and nothing is sent to a ledger."));
    let pinned = || facts.calls.all().iter().enumerate().filter(|(_, call)| call.is_pinned);
    if pinned().next().is_some() {
        sheet = sheet.heading("Pinned, refreshed together");
    }
    for (at, call) in pinned() {
        sheet = sheet.fact(call.function.entry.name.escaped(), asked(facts.contract, call, ctx));
        sheet = outcome(sheet, facts.contract, call, ctx);
        owners.push((sheet.len(), Owner::Call(at)));
    }
    sheet = sheet.heading("Functions");
    sheet = facts.notes.iter().cloned().fold(sheet, Sheet::note);
    for (at, function) in facts.functions.iter().enumerate() {
        sheet = sheet.fact(function.entry.name.escaped(), signature(function));
        owners.push((sheet.len(), Owner::Function(at)));
        if let Some((of, call)) = facts.calls.last(function) {
            if has_more(call) {
                sheet = sheet.inner(1, "asked", asked(facts.contract, call, ctx));
            }
            sheet = outcome(sheet, facts.contract, call, ctx);
            owners.push((sheet.len(), Owner::Call(of)));
        }
    }
    (sheet, owners)
}

/// The parameters, the return types and the source of the signature.
fn signature(function: &Callable) -> Value {
    let entry = &function.entry;
    let returns = match &entry.outputs {
        Some(outputs) if !outputs.is_empty() => format!(" returns ({})", parameters(outputs)),
        _ => String::new(),
    };
    let words = format!("({}){returns}", parameters(&entry.inputs));
    let value = Value::plain(words).copied(entry.signature.escaped());
    value.and(decoded::chip(function.provenance), function.provenance.label())
}

fn parameters(list: &[Parameter]) -> String {
    let one =
        |one: &Parameter| format!("{} {}", one.kind.escaped(), one.name.escaped()).trim_end().to_owned();
    list.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Whether the call has arguments or options.
fn has_more(call: &Call) -> bool {
    let query = &call.query;
    !call.function.entry.inputs.is_empty() || query.block.is_some() || query.from.is_some() || query.value > 0
}

/// The arguments and options of a call.
fn asked(contract: ContractRef, call: &Call, ctx: &Context<'_>) -> Value {
    let reading = call.reading(contract, ctx).and_then(|reading| reading.input.exact());
    // Entities are shown as the user typed them.
    let named =
        |at: usize, value: &Read| call.typed(form::argument(at)?).filter(|_| value.address().is_some());
    let words = reading.map(|asked| summary::list_with(&asked.arguments, named)).unwrap_or_default();
    let mut value = Value::plain(format!("({words})")).copied(&call.query.data);
    if let Some(block) = &call.query.block {
        value = value.note(format!("at block {block}"));
    }
    if let Some(from) = call.query.from {
        let sender = call.typed(form::SENDER).unwrap_or_else(|| decoded::shown::party(ctx, from).line());
        value = value.note(format!("by {sender}"));
    }
    if call.query.value > 0 {
        value = value.note(format!("with {}", ctx.theme.amount(&call.query.value, Unit::Base)));
    }
    value
}

/// The result of a call.
fn outcome(sheet: Sheet, contract: ContractRef, call: &Call, ctx: &Context<'_>) -> Sheet {
    let fetched = call.outcome(ctx);
    let Some(outcome) = fetched.value() else {
        let value = match fetched.failure() {
            Some(failure) => failed(failure),
            None => match fetched.progress().and_then(Progress::trouble) {
                Some(waits) => Value::styled(Role::Attention, waits),
                None => Value::none("is asked"),
            },
        };
        return sheet.inner(1, "answer", value);
    };
    let sheet = match fetched.failure() {
        Some(failure) => sheet.inner(1, "refresh", failed(failure)),
        None => sheet,
    };
    let reading = call.reading(contract, ctx);
    match &**outcome {
        CallOutcome::Estimated(gas) => {
            sheet.inner(1, "gas", Value::plain(grouped(gas)).copied(gas.to_string()).note("estimated"))
        }
        CallOutcome::Returned(data) if data.is_empty() => {
            sheet.inner(1, "returned", Value::none("nothing: there may be no code, or no such function"))
        }
        CallOutcome::Returned(data) => {
            let sheet = response(sheet, reading);
            match reading.and_then(|reading| reading.output.as_ref()).and_then(Reading::exact) {
                Some(exact) => returned(sheet, contract, exact, ctx),
                None => sheet.inner(1, "returned", Value::plain(data.to_hex())),
            }
        }
        CallOutcome::Reverted { .. } => reverted(sheet, contract, reading, ctx),
        CallOutcome::Halted { status, detail } => {
            let words = reading.and_then(|reading| reading.error.as_ref()).map(ErrorReading::summary);
            let value = Value::styled(Role::Failure, words.unwrap_or_else(|| status.escaped()));
            let value = if detail.is_empty() { value } else { value.note(detail.escaped()) };
            sheet.inner(1, "failed", value.copied(status.escaped()))
        }
    }
}

/// A single value is on the label's row; several values have a row each.
fn returned(sheet: Sheet, contract: ContractRef, exact: &Candidate, ctx: &Context<'_>) -> Sheet {
    decoded::arguments(sheet, ctx, 1, Some(contract), &renamed(exact))
}

/// Names a single unnamed return value `returned`.
fn renamed(exact: &Candidate) -> Candidate {
    let mut candidate = exact.clone();
    if let [only] = candidate.arguments.as_mut_slice()
        && only.name.is_empty()
    {
        *only = Argument { name: "returned".into(), ..only.clone() };
    }
    candidate
}

fn response(sheet: Sheet, reading: Option<&CallReading>) -> Sheet {
    match reading.and_then(|reading| reading.response) {
        Some(response) => sheet.inner(1, "response code", decoded::response_code(response)),
        None => sheet,
    }
}

fn reverted(sheet: Sheet, contract: ContractRef, reading: Option<&CallReading>, ctx: &Context<'_>) -> Sheet {
    let Some(error) = reading.and_then(|reading| reading.error.as_ref()) else {
        return sheet.inner(1, "reverted", Value::none("is read"));
    };
    let custom = error.custom.as_ref().and_then(Reading::exact);
    let sheet = sheet.inner(1, "reverted", Value::styled(Role::Failure, error.summary()));
    match custom {
        Some(custom) => decoded::arguments(sheet, ctx, 2, Some(contract), custom),
        None => sheet,
    }
}

fn failed(failure: &Failure) -> Value {
    match failure {
        Failure::NotOffered { .. } => Value::none("this mirror node executes no calls"),
        failure => {
            let said = failure.joined_messages().map(|words| words.escaped()).unwrap_or_default();
            Value::styled(Role::Failure, failure.sentence()).note(said)
        }
    }
}

//! The inner calls as a tree of JSON documents.

use decode::reading::{CallReading, ErrorReading, Reading};
use ledger::action::CallEnd;
use ledger::document::{amount, document};
use ledger::{CallAction, Unit};
use serde_json::Value as Json;

use super::{Trace, words};
use crate::panes::Context;

/// The member of a call that holds its inner calls.
const CALLS: &str = "calls";

impl Trace {
    /// The calls, each with its inner calls; null if the server has no trace.
    pub(in crate::panes::result) fn document(&self, ctx: &Context<'_>) -> Json {
        let mut open: Vec<(usize, Json)> = Vec::new();
        let mut roots = Vec::new();
        for (at, (frame, reading)) in self.readings(ctx).enumerate() {
            let depth = self.frames.depth(at);
            while open.last().is_some_and(|(above, _)| *above >= depth) {
                close(&mut open, &mut roots);
            }
            open.push((depth, call(frame, reading)));
        }
        while !open.is_empty() {
            close(&mut open, &mut roots);
        }
        if roots.is_empty() { Json::Null } else { roots.into() }
    }

    /// The first failed call below the root, and its reason.
    pub(in crate::panes::result) fn failure_document(&self, ctx: &Context<'_>) -> Option<Json> {
        let at = self.hidden_failure(ctx)?;
        let (frame, reading) = (self.frames.all().get(at)?, self.reading(at, ctx));
        Some(failure(Some(frame), reading, reason(frame, reading).as_deref()))
    }
}

/// The failure of a call as JSON; members are null if its frame or decoding is missing.
pub(in crate::panes::result) fn failure(
    frame: Option<&CallAction>,
    reading: Option<&CallReading>,
    reason: Option<&str>,
) -> Json {
    document! {
        "call": frame.map(|frame| &frame.index),
        "recipient": frame.map(|frame| &frame.recipient),
        "code": frame.and_then(|frame| code(frame, reading)),
        "reason": reason,
        "error": reading.and_then(|reading| reading.error.as_ref()),
    }
}

/// The response code of a failed call: of the system contract, or of the exceptional halt.
fn code(frame: &CallAction, reading: Option<&CallReading>) -> Option<String> {
    let answered = reading.and_then(|reading| reading.response).filter(|response| !response.is_success());
    let halted = (frame.end() == CallEnd::Halted).then(|| words::halt(frame));
    answered.and_then(|response| response.known).map(|code| code.name.to_owned()).or(halted)
}

/// The reason of a failed call, with every value in full.
fn reason(frame: &CallAction, reading: Option<&CallReading>) -> Option<String> {
    let error = reading.and_then(|reading| reading.error.as_ref()).filter(|error| error.custom.is_some());
    error.map(ErrorReading::whole).or_else(|| words::failure(frame, reading))
}

/// Closes the innermost open call, and adds it to the call around it.
fn close(open: &mut Vec<(usize, Json)>, roots: &mut Vec<Json>) {
    let Some((_, call)) = open.pop() else { return };
    match open.last_mut().and_then(|(_, around)| around.get_mut(CALLS)?.as_array_mut()) {
        Some(calls) => calls.push(call),
        None => roots.push(call),
    }
}

fn call(frame: &CallAction, reading: Option<&CallReading>) -> Json {
    let input = reading.map(|reading| &reading.input).filter(|_| !words::is_built_in(frame));
    let ok = match frame.end() {
        CallEnd::Returned => Some(true),
        CallEnd::Reverted | CallEnd::Halted => Some(false),
        CallEnd::Unknown => None,
    };
    let error = reading.and_then(|reading| reading.error.as_ref());
    let returned = reading.and_then(|reading| reading.output.as_ref()).and_then(Reading::best);
    document! {
        "index": frame.index,
        "operation": frame.call_operation_type,
        "type": frame.call_type,
        "from": frame.from,
        "caller": frame.caller,
        "to": frame.to,
        "recipient": frame.recipient,
        "amount": amount(&frame.value, Unit::Base),
        "gas": document! { "limit": frame.gas, "charged": frame.gas_used },
        "input": frame.input,
        "function": input,
        "outcome": document! {
            "ok": ok,
            "code": code(frame, reading),
            "reason": reason(frame, reading),
            "error": error,
        },
        "result_data": frame.result_data,
        "returned": returned.map(|best| &best.arguments),
        "calls": Vec::<Json>::new(),
    }
}

//! A replay in words, for a terminal or a file.

use std::fmt::Write as _;

use evm::Use;
use ledger::amount::{counted, grouped};
use replay::{Agreement, Replay, Replayed, taken_for};

use super::Readings;
use super::reexecution::{self, Compared};
use crate::message::place::change_pairs;
use crate::panes::kit::nouns::replay_document::{CallWords, name};

/// The verdict with all that it rests on, and the calls if they are wanted.
pub(super) fn text(
    replayed: &Replayed,
    readings: &Readings,
    server: Option<&Compared>,
    trace: bool,
) -> String {
    let changes = change_pairs(&replayed.gathered.changes);
    let changes: Vec<String> = changes.iter().map(|(name, text)| format!("{name}={text}")).collect();
    let marked = if changes.is_empty() {
        String::new()
    } else {
        format!("Not what happened: {}\n", changes.join(" "))
    };
    let mut text = format!("{marked}{}", replayed.sentence());
    let Ok(replay) = &replayed.outcome else { return text };
    for (point, agreement) in replay.comparison.points() {
        let words = match (agreement, replay.hangs_on(*point)) {
            (Agreement::Differs(difference), Some(_)) => format!("undetermined {difference}"),
            (agreement, _) => agreement.to_string(),
        };
        let _ = write!(text, "\n  {:<7} {words}", point.name());
    }
    if let Some(server) = server {
        let _ = write!(text, "\n\n{}", reexecution::text(server));
    }
    let execution = &replay.execution;
    let steps = usize::try_from(execution.steps.count()).unwrap_or(usize::MAX);
    let (calls, steps) = (counted(execution.calls.len(), "call"), counted(steps, "step"));
    let _ = write!(text, "\n\n{steps}, {calls}, {} gas", grouped(&execution.gas_used));
    let cuts = replayed.cuts();
    if !cuts.is_empty() {
        text.push_str("\n\nBeyond the bounds");
    }
    for cut in cuts {
        let _ = write!(text, "\n  {cut}");
    }
    assumptions(&mut text, replay);
    failure(&mut text, replayed, replay, readings);
    if trace {
        calls_of(&mut text, replayed, replay, readings);
    }
    text
}

fn assumptions(text: &mut String, replay: &Replay) {
    if !replay.execution.uses.is_empty() {
        text.push_str("\n\nAssumed");
    }
    for used in &replay.execution.uses {
        let Use { assumed, step } = used;
        let _ = write!(text, "\n  {assumed}, from step {step} on: {}", taken_for(*assumed));
    }
    let answered: Vec<_> =
        replay.execution.calls.iter().enumerate().filter(|(_, call)| call.is_answered).collect();
    if !answered.is_empty() {
        text.push_str("\n\nAnswered from the record");
    }
    for (at, call) in answered {
        let _ = write!(text, "\n  call {at} of {}", name(replay, call.code_of));
    }
}

/// The line at fault, and the path of calls to it.
fn failure(text: &mut String, replayed: &Replayed, replay: &Replay, readings: &Readings) {
    if replayed.failed.is_empty() {
        return;
    }
    text.push_str("\n\nFailed");
    for failed in &replayed.failed {
        let Some(call) = replay.execution.calls.get(failed.call) else { continue };
        let place = match &failed.place {
            Some(place) => format!("{place}  {}", place.excerpt.escaped()),
            None => replayed.no_line(call.code_of, true).to_owned(),
        };
        let _ = write!(text, "\n  call {} of {}: {place}", failed.call, name(replay, call.code_of));
    }
    let last = replayed.failed.last();
    if let Some(error) = last.and_then(|failed| readings.error(replayed, failed.call)) {
        let _ = write!(text, "\n  {error}");
    }
}

/// The calls as a tree, each with the line that makes it.
fn calls_of(text: &mut String, replayed: &Replayed, replay: &Replay, readings: &Readings) {
    text.push_str("\n\nCalls");
    for (at, call) in replay.execution.calls.iter().enumerate() {
        let reading = readings.call(call);
        let method = reading.method();
        let failure = readings.error(replayed, at).or_else(|| reading.failure());
        let end = match (&call.end, failure) {
            (Some(end), None) if end.is_success() => "returned".to_owned(),
            (_, Some(failure)) => failure,
            _ => "failed".to_owned(),
        };
        let indent = "  ".repeat(call.depth);
        let of = name(replay, call.code_of);
        let gas = grouped(&call.gas_used);
        let made = replayed.made_at(at).map(|place| format!("  {place}")).unwrap_or_default();
        let _ = write!(text, "\n  {at:>3} {indent}{} {of}", call.operation.name());
        let method = if method.is_empty() { String::new() } else { format!(" {method}") };
        let _ = write!(text, "{method}: {end}, {gas} gas{made}");
    }
}

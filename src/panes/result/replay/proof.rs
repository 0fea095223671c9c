//! The verdict as a sheet: each point, each assumption with where it was used, and the values taken from the
//! record.

use api::Failure;
use decode::reading::CallReading;
use evm::Use;
use ledger::amount::{counted, grouped};
use replay::{Agreement, Point, Reexecution, Replayed, Verdict, taken_for};

use super::shown::Shown;
use crate::message::place::{ReplayPlace, ReplayPoint, change_pairs};
use crate::message::{Place, ReplayQuery, Role};
use crate::widgets::{Glyphs, Sheet, Value};

/// The most assumptions, and the most recorded calls, to list.
const MAX_LISTED: usize = 1_000;

/// The role of a verdict.
pub(super) fn role(replayed: &Replayed) -> Role {
    match replayed.outcome.as_ref().map(|replay| &replay.verdict) {
        Ok(Verdict::Agrees | Verdict::Assumed(_)) => Role::Success,
        Ok(Verdict::Differs(_)) => Role::Failure,
        Ok(Verdict::Undetermined(_)) | Err(_) => Role::Attention,
    }
}

/// A link to a step.
fn step(words: String, at: u64, query: &ReplayQuery) -> Value {
    let place = ReplayPlace { query: query.clone(), at: Some(ReplayPoint::Step(at)) };
    Value::plain(words).copied(at.to_string()).link(Place::Replay(Box::new(place)))
}

pub(super) fn sheet(shown: &Shown<'_>, query: &ReplayQuery) -> Sheet {
    let (replayed, execution) = (shown.replayed, shown.execution());
    let sentence = replayed.sentence();
    let verdict = Value::styled(role(replayed), sentence.clone()).copied(sentence);
    let mut sheet = Sheet::default();
    if !query.changes.is_none() {
        sheet = sheet.heading("Not what happened");
        for (name, text) in change_pairs(&query.changes) {
            sheet = sheet.fact(name, Value::styled(Role::Attention, text.clone()).copied(text));
        }
    }
    sheet = sheet.heading("Verdict").fact("replay", verdict);
    for (point, agreement) in shown.replay.comparison.points() {
        sheet = sheet.fact(point.name(), agreement_value(*point, agreement, shown, query));
    }
    sheet = reexecuted(sheet, shown, query);
    sheet = failed(sheet, shown, query);
    sheet = assumed(sheet, shown, query);
    let answered: Vec<_> = execution.calls.iter().enumerate().filter(|(_, call)| call.is_answered).collect();
    if !answered.is_empty() {
        sheet = sheet.heading("Answered from the record");
        let more = answered.len().saturating_sub(MAX_LISTED);
        for (at, call) in answered.into_iter().take(MAX_LISTED) {
            let words = format!("{}  its code is not known", shown.call_words(at, call));
            sheet = sheet.fact(format!("call {at}"), step(words, super::steps::call_step(call), query));
        }
        sheet = not_listed(sheet, more);
    }
    let cuts = replayed.cuts();
    if !cuts.is_empty() {
        sheet = sheet.heading("Beyond the bounds");
        for cut in cuts {
            sheet = sheet.note(Value::styled(Role::Attention, cut.to_string()));
        }
    }
    let steps = usize::try_from(execution.steps.count()).unwrap_or(usize::MAX);
    sheet = sheet
        .heading("Execution")
        .fact("steps", Value::plain(grouped(&steps)).copied(steps.to_string()))
        .fact("calls", Value::plain(counted(execution.calls.len(), "call")))
        .fact("gas", Value::plain(grouped(&execution.gas_used)).copied(execution.gas_used.to_string()))
        .heading("Related")
        .fact("record", Value::plain("the result as it was recorded").link(query.of.place()));
    if !query.changes.is_none() {
        let place = Place::Replay(Box::new(ReplayPlace::new(query.of.clone())));
        sheet = sheet.fact("replay", Value::plain("as it was recorded, nothing changed").link(place));
    }
    sheet
}

fn sign(glyphs: &Glyphs, agreement: &Agreement) -> (&'static str, Role) {
    match agreement {
        Agreement::Agrees => (glyphs.success, Role::Success),
        Agreement::Differs(_) => (glyphs.failure, Role::Failure),
        Agreement::Unknown(_) => (glyphs.unknown, Role::Dim),
    }
}

fn agreement_value(point: Point, agreement: &Agreement, shown: &Shown<'_>, query: &ReplayQuery) -> Value {
    let hanging = shown.replay.hangs_on(point);
    let (sign, role) = sign(&shown.ctx.theme.glyphs, agreement);
    let words = agreement.to_string();
    let value = match agreement {
        // Gas is not decisive, because the gas schedule may differ.
        Agreement::Differs(_) if point == Point::Gas => {
            Value::styled(Role::Dim, format!("{} {words}", shown.ctx.theme.glyphs.unknown))
                .note("decides nothing: the ledger's gas schedule is slightly another one")
        }
        Agreement::Differs(difference) if hanging.is_some() => {
            let on = hanging.into_iter().flatten().next().map(ToString::to_string).unwrap_or_default();
            let sign = shown.ctx.theme.glyphs.unknown;
            Value::styled(Role::Attention, format!("{sign} undetermined: hangs on {on}"))
                .note(difference.to_string())
        }
        _ => Value::styled(role, format!("{sign} {words}")),
    };
    let value = value.copied(words);
    match agreement {
        Agreement::Differs(difference) => match difference.step {
            Some(at) => {
                let place =
                    ReplayPlace { query: query.clone(), at: Some(ReplayPoint::Step(at.saturating_sub(1))) };
                value.link(Place::Replay(Box::new(place)))
            }
            None => value,
        },
        _ => value,
    }
}

/// The comparison with the server's own execution, if requested. The verdict ignores it, because it is not
/// independent evidence.
fn reexecuted(sheet: Sheet, shown: &Shown<'_>, query: &ReplayQuery) -> Sheet {
    let Some(asked) = &shown.reexecution else { return sheet };
    let fetched = shown.ctx.get(asked);
    let glyphs = &shown.ctx.theme.glyphs;
    let value = match fetched.outcome() {
        None => Value::none("the server is asked …"),
        Some(Err(Failure::NotOffered { .. })) => Value::none("this server does not offer it"),
        Some(Err(failure)) => Value::styled(Role::Attention, failure.sentence()),
        Some(Ok(compared)) => {
            let words = compared.to_string();
            match &**compared {
                Reexecution::Same(_) => Value::styled(Role::Success, format!("{} {words}", glyphs.success)),
                Reexecution::Differs(difference) => {
                    let at = u64::try_from(difference.step).unwrap_or(u64::MAX);
                    step(format!("{} {words}", glyphs.failure), at, query)
                }
            }
        }
    };
    let value = value.note("on its rules of today: no second witness of the ledger");
    sheet.heading("Executed by the server").fact("steps", value)
}

fn failed(sheet: Sheet, shown: &Shown<'_>, query: &ReplayQuery) -> Sheet {
    if shown.replayed.failed.is_empty() {
        return sheet;
    }
    let mut sheet = sheet.heading("Failed");
    for failed in &shown.replayed.failed {
        let Some(call) = shown.execution().calls.get(failed.call) else { continue };
        let place = match &failed.place {
            Some(place) => format!("{place}  {}", place.excerpt.escaped()),
            None => format!("{}: see the opcodes", shown.no_line(call.code_of)),
        };
        let value = step(place, failed.step, query).note(shown.call_words(failed.call, call));
        sheet = sheet.fact(format!("call {}", failed.call), value);
    }
    let last = shown.replayed.failed.last().and_then(|failed| shown.reading(failed.call));
    match last.and_then(CallReading::failure) {
        Some(words) => sheet.fact("error", Value::styled(Role::Failure, words.clone()).copied(words)),
        None => sheet,
    }
}

fn assumed(sheet: Sheet, shown: &Shown<'_>, query: &ReplayQuery) -> Sheet {
    let uses = &shown.execution().uses;
    if uses.is_empty() {
        return sheet.heading("Assumed").note(Value::none("Nothing: all that was needed is in the records."));
    }
    let mut sheet = sheet.heading("Assumed");
    for Use { assumed, step: at } in uses.iter().take(MAX_LISTED) {
        let words = format!("{assumed}: {}", taken_for(*assumed));
        sheet = sheet.fact(format!("step {}", grouped(at)), step(words, *at, query));
    }
    not_listed(sheet, uses.len().saturating_sub(MAX_LISTED))
}

fn not_listed(sheet: Sheet, more: usize) -> Sheet {
    if more == 0 { sheet } else { sheet.note(Value::none(format!("{} more are not listed", grouped(&more)))) }
}

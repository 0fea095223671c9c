//! The fault of a failed result, by its replay: the line, and the path of calls to it.

use decode::Opcode;
use decode::reading::ErrorReading;
use evm::ExecutedCall;
use replay::{FailedCall, Replay};

use crate::message::Place;
use crate::message::place::ReplayPlace;
use crate::panes::Context;
use crate::panes::kit::nouns::entities;
use crate::panes::result::shown::Shown;
use crate::widgets::{Role, Sheet, Value};

pub(super) fn add(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    let Some(query) = shown.replay_query else { return sheet };
    let place = Place::Replay(Box::new(ReplayPlace { query: query.clone(), at: None }));
    if let Some(words) = shown.replay_difference {
        return sheet.fact("replay", Value::styled(Role::Attention, words).copied(words).link(place));
    }
    let Some(replayed) = shown.replayed else { return sheet };
    let (Ok(replay), Some(last)) = (&replayed.outcome, replayed.failed.last()) else { return sheet };
    let at_fault = replayed.line_at_fault().unwrap_or(last);
    let Some(call) = replay.execution.calls.get(at_fault.call) else { return sheet };
    let value = if let Some(found) = &at_fault.place {
        let (line, code) = (found.to_string(), found.excerpt.escaped());
        Value::styled(Role::Heading, line.clone()).and(Role::Plain, format!("  {code}")).copied(line)
    } else {
        let why = replayed.no_line(call.code_of, shown.are_sources_missing);
        Value::plain(instruction(replay, at_fault, call, shown.ctx)).note(why)
    };
    let sheet = sheet.fact("line", value.link(place));
    let another = shown.error_at_fault().filter(|_| replayed.thrower(0) != last.call);
    let sheet = match another.map(ErrorReading::summary) {
        Some(words) => sheet.fact("error", Value::styled(Role::Failure, words.clone()).copied(words)),
        None => sheet,
    };
    if replayed.failed.len() < 2 {
        return sheet;
    }
    let path = replayed.failed.iter().filter_map(|failed| {
        let call = replay.execution.calls.get(failed.call)?;
        let line = failed.place.as_ref().map(|place| format!(" {place}")).unwrap_or_default();
        Some(format!("{}{line}", name(replay, call, shown.ctx)))
    });
    let path = path.collect::<Vec<_>>().join(&format!(" {} ", shown.ctx.theme.glyphs.arrow));
    sheet.fact("through", Value::plain(path.clone()).copied(path))
}

/// The failed instruction, if its source is not available.
fn instruction(replay: &Replay, failed: &FailedCall, call: &ExecutedCall, ctx: &Context<'_>) -> String {
    let step = replay.execution.steps.get(failed.step);
    let words = step.map(|step| {
        let name = Opcode(step.opcode).name().unwrap_or("an undefined instruction");
        format!("{name} at byte {:#x} of ", step.pc)
    });
    format!("{}{}", words.unwrap_or_default(), name(replay, call, ctx))
}

fn name(replay: &Replay, call: &ExecutedCall, ctx: &Context<'_>) -> String {
    entities::name_or_ref(ctx, replay.contract(call.code_of, ctx.network.home))
}

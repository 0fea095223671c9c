//! The replay of a result on its page: the line at fault, and links to its steps.

use std::sync::Arc;

use alloy_primitives::U256;
use decode::reading::{CallQuestion, ErrorReading, Questions};
use decode::{Opcode, Subject};
use evm::ExecutedCall;
use ledger::Success;
use replay::{FailedCall, Replay, Replayed, address_of, question};

use super::tab::Tab;
use super::{ResultPane, Shown};
use crate::message::place::{ReplayPlace, ReplayPoint};
use crate::message::{Effect, Place, ReplayQuery, SameReplay, SourcesQuery};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::nouns::entities;
use crate::widgets::{Role, Sheet, Value};

impl ResultPane {
    /// The replay's question; `None` until the result is loaded.
    pub(super) fn replay_query(&self) -> Option<ReplayQuery> {
        self.answers.result()?;
        Some(ReplayQuery::new(self.answers.named().clone()))
    }

    /// The question that decodes two calls with their own contracts' interfaces: the one that threw the result's
    /// error, and the one at fault.
    pub(super) fn fault_question(&self, ctx: &Context<'_>) -> Option<Questions<CallQuestion>> {
        let told = blamed(self.replayed(ctx)?)?;
        Some(told.map(question).into_iter().collect())
    }

    /// Whether the current tab uses the replay: for the reason of a failure, or for the lines that make calls.
    fn wants_replay(&self) -> bool {
        let failed = self.answers.result().is_some_and(|result| result.success() == Success::No);
        self.tab == Tab::Summary && failed || self.tab == Tab::Trace
    }

    /// The replay, with its sources once loaded; `None` unless it matches the record.
    pub(super) fn replayed<'a>(&self, ctx: &Context<'a>) -> Option<&'a Replayed> {
        let sourced = self.sources_query(ctx).and_then(|query| ctx.get(&query).value());
        Some(sourced.or_else(|| self.executed(ctx))?)
    }

    /// The replay without sources; `None` unless it matches the record, because otherwise it proves nothing about
    /// this result.
    fn executed<'a>(&self, ctx: &Context<'a>) -> Option<&'a Arc<Replayed>> {
        ctx.get(&self.replay_query()?).value().filter(|found| found.agrees())
    }

    /// How the replay differs from the record; `None` if it matches.
    pub(super) fn replay_difference(&self, ctx: &Context<'_>) -> Option<String> {
        let found = ctx.get(&self.replay_query()?).value()?;
        (found.outcome.is_ok() && !found.agrees()).then(|| found.sentence())
    }

    /// Whether the request for the sources failed.
    pub(super) fn are_sources_missing(&self, ctx: &Context<'_>) -> bool {
        self.sources_query(ctx).is_some_and(|query| ctx.get(&query).failure().is_some())
    }

    /// The question for the sources; `None` until the replay is computed.
    fn sources_query(&self, ctx: &Context<'_>) -> Option<SourcesQuery> {
        self.executed(ctx).map(|found| SourcesQuery(SameReplay(Arc::clone(found))))
    }

    /// Adds the replay, if the current tab uses it, and the decoding of the call at fault.
    pub(super) fn want_replay(&self, ctx: &Context<'_>, wants: &mut Wants) {
        // Previews change quickly, so they start no replay.
        let wanted = self.wants_replay() && !ctx.theme.is_passive();
        let is_here = |query: &ReplayQuery| ctx.get(query).value().is_some();
        let Some(query) = self.replay_query().filter(|query| wanted || is_here(query)) else { return };
        wants.add_while_on_screen(&query);
        if let Some(sources) = self.sources_query(ctx) {
            wants.add_while_on_screen(&sources);
        }
        if let Some(replayed) = self.replayed(ctx)
            && let Ok(replay) = &replayed.outcome
            && let Some(blamed) = blamed(replayed)
        {
            for call in blamed {
                wants.resolve(Subject::Contract(replay.contract(call.code_of, ctx.network.home)));
            }
        }
        if let Some(question) = self.fault_question(ctx) {
            wants.add_optional(&question);
        }
    }

    /// Opens the replay at the selected item.
    pub(super) fn go_to_replay(&self) -> Vec<Effect> {
        let Some(query) = self.replay_query() else { return Vec::new() };
        let point = match self.tab {
            Tab::Trace => self.trace.selected_call().map(ReplayPoint::Call),
            Tab::Logs => {
                let count = self.answers.result().and_then(|result| result.logs.known()).map_or(0, Vec::len);
                let sheet = self.sheets.get(self.tab.place());
                sheet.and_then(Sheet::section).filter(|at| *at < count).map(ReplayPoint::Log)
            }
            Tab::State => self.written_slot(),
            _ => None,
        };
        vec![Effect::Go(Place::Replay(Box::new(ReplayPlace { query, at: point })))]
    }

    /// The selected slot, if it was written.
    fn written_slot(&self) -> Option<ReplayPoint> {
        let changes = self.answers.result()?.state_changes.known()?;
        let change = changes.get(self.state.selected()?)?;
        let slot = U256::try_from_be_slice(change.slot.known()?.bytes())?;
        change.value_written.known()?;
        Some(ReplayPoint::Write(address_of(change.address.known()?), slot))
    }
}

/// The call that threw the result's error, and the innermost call that caused it; `None` if nothing failed.
fn blamed(replayed: &Replayed) -> Option<[&ExecutedCall; 2]> {
    let calls = &replayed.outcome.as_ref().ok()?.execution.calls;
    Some([calls.get(replayed.thrower(0))?, calls.get(replayed.failed.last()?.call)?])
}

/// Adds the fault: its line, and the path of calls to it.
pub(super) fn fault(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
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

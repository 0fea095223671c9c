//! The target of each step verb: a line, an instruction, a call, an event, a write, or the failure.

use std::collections::BTreeSet;

use evm::{ExecutedCall, Execution};
use replay::{Line, Replayed};

use crate::message::Action;
use crate::message::place::ReplayPoint;

/// The instructions that a page move steps over.
const SCREEN_STEPS: u64 = 10;

/// The data that step verbs use.
pub(super) struct Ways<'a> {
    pub(super) replayed: &'a Replayed,
    pub(super) execution: &'a Execution,
    pub(super) breakpoints: &'a BTreeSet<Line>,
    /// The steps that match the search.
    pub(super) found: &'a [u64],
}

/// The target step of a verb; `None` if there is no such step.
pub(super) fn target(action: Action, at: u64, ways: &Ways<'_>) -> Option<u64> {
    let Ways { replayed, execution, breakpoints, found } = ways;
    let (lines, last) = (&replayed.lines, last_step(execution));
    let step = match action {
        Action::Down => at.checked_add(1)?,
        Action::Up => at.checked_sub(1)?,
        Action::PageDown | Action::HalfDown => at.saturating_add(SCREEN_STEPS).min(last),
        Action::PageUp | Action::HalfUp => at.saturating_sub(SCREEN_STEPS),
        Action::First => 0,
        Action::Last => last,
        Action::NextLine => lines.over(at)?,
        Action::PreviousLine => lines.back(at)?,
        Action::StepInto => lines.next_into(at)?,
        Action::StepOut => lines.out(at)?,
        Action::NextCall => {
            let from = execution.calls.partition_point(|call| call_step(call) <= at);
            call_step(execution.calls.get(from)?)
        }
        Action::PreviousCall => {
            let to = execution.calls.partition_point(|call| call_step(call) < at);
            call_step(execution.calls.get(to.checked_sub(1)?)?)
        }
        Action::NextWrite => {
            let from = execution.stores.partition_point(|store| store.step <= at);
            execution.stores.get(from)?.step
        }
        Action::PreviousWrite => {
            let to = execution.stores.partition_point(|store| store.step < at);
            execution.stores.get(to.checked_sub(1)?)?.step
        }
        Action::NextLog => {
            let from = execution.logs.partition_point(|log| log.step <= at);
            execution.logs.get(from)?.step
        }
        Action::PreviousLog => {
            let to = execution.logs.partition_point(|log| log.step < at);
            execution.logs.get(to.checked_sub(1)?)?.step
        }
        Action::ToFailure => failure(replayed)?,
        Action::Run => lines.stop(at, breakpoints, false).unwrap_or(last),
        Action::RunBack => lines.stop(at, breakpoints, true).unwrap_or_default(),
        Action::NextFound => *found.get(found.partition_point(|step| *step <= at))?,
        Action::PreviousFound => *found.get(found.partition_point(|step| *step < at).checked_sub(1)?)?,
        _ => return None,
    };
    (step <= last).then_some(step)
}

/// The last stored step.
pub(super) fn last_step(execution: &Execution) -> u64 {
    execution.steps.kept().saturating_sub(1)
}

/// The first step of a call, or the step that made it if nothing was executed in it.
pub(super) fn call_step(call: &ExecutedCall) -> u64 {
    if call.first_step < call.end_step { call.first_step } else { call.first_step.saturating_sub(1) }
}

/// The failed step; `None` if nothing failed.
pub(super) fn failure(replayed: &Replayed) -> Option<u64> {
    let at_line = replayed.line_at_fault().map(|failed| failed.step);
    at_line.or_else(|| replayed.failed.last().map(|failed| failed.step))
}

/// The step of a point; `None` if the point does not exist.
pub(super) fn step_of(point: &ReplayPoint, replayed: &Replayed) -> Option<u64> {
    let execution = &replayed.outcome.as_ref().ok()?.execution;
    let step = match point {
        ReplayPoint::Step(step) => *step,
        ReplayPoint::Call(call) => call_step(execution.calls.get(replayed.executed(*call)?)?),
        ReplayPoint::Log(log) => execution.surviving_logs().nth(*log)?.step,
        ReplayPoint::Write(address, slot) => replayed.writes_of(*address, *slot).last()?.step,
    };
    Some(step.min(last_step(execution)))
}

//! Movement in a replay: the target step of each step verb, and moves by key and mouse.

use std::collections::BTreeSet;
use std::sync::Arc;

use evm::{ExecutedCall, Execution};
use replay::{Line, Replayed};

use super::part::{Part, areas, lines_of};
use super::{ReplayPane, part};
use crate::message::event::{Key, KeyInput, Mods};
use crate::message::keymap::KeyMatch;
use crate::message::place::ReplayPoint;
use crate::message::{Action, Click, Effect, MouseButton, Notice};
use crate::panes::{Context, Pane as _};
use crate::widgets::scroll::SIDEWAYS_STEP_COLUMNS;
use crate::widgets::tabs;

/// The step verbs, which every part has, with their labels.
pub(super) const STEPS: [(Action, &str, &str); 15] = [
    (Action::NextLine, "next line", "there is no next line"),
    (Action::PreviousLine, "line before", "there is no line before"),
    (Action::StepInto, "into the call", "there is no next line"),
    (Action::StepOut, "out of the call", "nothing called this"),
    (Action::NextCall, "next call", "no call follows"),
    (Action::PreviousCall, "call before", "there is no call before"),
    (Action::NextWrite, "next write to storage", "no write to storage follows"),
    (Action::PreviousWrite, "write to storage before", "there is no write to storage before"),
    (Action::NextLog, "next event", "no event follows"),
    (Action::PreviousLog, "event before", "there is no event before"),
    (Action::ToFailure, "to the failure", "nothing failed"),
    (Action::Run, "run to a breakpoint", "there is no breakpoint"),
    (Action::RunBack, "run back to a breakpoint", "there is no breakpoint"),
    (Action::NextFound, "next step found", "no step is found behind this"),
    (Action::PreviousFound, "step found before", "no step is found before this"),
];

/// Why a verb has no step to go to.
fn nowhere(action: Action) -> &'static str {
    match action {
        Action::Down | Action::PageDown | Action::HalfDown => "this is the last step",
        Action::Up | Action::PageUp | Action::HalfUp => "this is the first step",
        _ => STEPS.iter().find(|(step, ..)| *step == action).map_or("there is no such step", |(.., why)| why),
    }
}

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

/// The most columns that the source scrolls sideways.
const MAX_LEFT_COLUMNS: usize = 4_096;
/// The largest repeat count of a step key.
const MAX_COUNT: u32 = 99_999;

impl ReplayPane {
    /// Adds a digit to the repeat count. `None` if the key is not a digit or is bound by the user.
    pub(super) fn take_digit(&mut self, key: KeyInput, ctx: &Context<'_>) -> Option<()> {
        let Key::Char(sign) = key.key() else { return None };
        let digit = sign.to_digit(10).filter(|digit| *digit > 0 || self.count.is_some())?;
        let is_free = key.mods() == Mods::default() && ctx.keymap.lookup(&[key]) == KeyMatch::Nothing;
        let count = self.count.unwrap_or_default();
        is_free.then(|| self.count = Some((count * 10 + digit).min(MAX_COUNT)))
    }

    /// Goes to a step, and selects its call.
    fn go_to(&mut self, step: u64) {
        self.at = step;
        if let Some(call) = self.replay().and_then(|replay| replay.execution.call_at(step)) {
            self.calls.selected = call;
        }
    }

    /// Goes to a step and shows its source line, or its instruction if there is no source.
    pub(super) fn look_at(&mut self, step: u64) {
        self.go_to(step);
        let has_line = self.replayed.as_ref().is_some_and(|of| of.0.lines.line(step).is_some());
        self.part = if has_line { Part::Source } else { Part::Opcodes };
    }

    /// Scrolls the source sideways.
    pub(super) fn pan(&mut self, action: Action) {
        self.source.left = match action {
            Action::Left => self.source.left.saturating_sub(SIDEWAYS_STEP_COLUMNS),
            _ => (self.source.left + SIDEWAYS_STEP_COLUMNS).min(MAX_LEFT_COLUMNS),
        };
    }

    /// Steps by a verb; returns a message if there is no such step.
    pub(super) fn step(&mut self, action: Action, count: u32, ctx: &Context<'_>) -> Vec<Effect> {
        let found = self.found(ctx).map(Arc::clone);
        let Some(replayed) = self.replayed.clone() else { return Vec::new() };
        let Ok(replay) = &replayed.0.outcome else { return Vec::new() };
        let ways = Ways {
            replayed: &replayed.0,
            execution: &replay.execution,
            breakpoints: &self.breakpoints,
            found: found.as_deref().unwrap_or_default(),
        };
        let next = |at: &u64| target(action, *at, &ways);
        let steps = std::iter::successors(Some(self.at), next).take(usize::try_from(count).unwrap_or(1) + 1);
        match steps.skip(1).last() {
            Some(step) => {
                if self.part == Part::Proof {
                    self.look_at(step);
                } else {
                    self.go_to(step);
                }
                self.rebuild_view(ctx);
                Vec::new()
            }
            None => vec![Effect::Notify(Notice::info(nowhere(action)))],
        }
    }

    /// Toggles a breakpoint on the line of the step.
    pub(super) fn switch_breakpoint(&mut self) {
        let line = self.replayed.as_ref().and_then(|of| of.0.lines.line(self.at)).cloned();
        if let Some(line) = line
            && !self.breakpoints.remove(&line)
        {
            self.breakpoints.insert(line);
        }
    }

    /// Follows the link of the selected row.
    pub(super) fn follow(&mut self, ctx: &Context<'_>) -> Option<Effect> {
        match self.part {
            Part::Calls => {
                let call = self.replay().and_then(|replay| replay.execution.calls.get(self.calls.selected));
                self.at = call.map_or(self.at, call_step);
            }
            Part::Gas => {
                if let Some(step) = self.shown(ctx).and_then(|shown| self.gas.step(&shown)) {
                    self.look_at(step);
                }
            }
            Part::Storage => {
                let mut storage = std::mem::take(&mut self.storage);
                let opened = self.shown(ctx).map(|shown| storage.open(&shown));
                self.storage = storage;
                match opened {
                    Some(Err(why)) => return Some(Effect::Notify(Notice::info(why))),
                    Some(Ok(step)) => _ = step.map(|step| self.go_to(step)),
                    None => {}
                }
            }
            _ => {}
        }
        self.rebuild_view(ctx);
        None
    }

    /// Moves in the list or sheet of the current part.
    pub(super) fn go(&mut self, action: Action, ctx: &Context<'_>) {
        let rest = lines_of(self.part, self.part, areas(ctx.body)[2]);
        let len = self.shown(ctx).map_or(0, |shown| self.len(&shown, self.part, rest));
        let _ = match self.part {
            Part::Proof => self.proof.act(action, rest.height),
            Part::Data => self.data.act(action, rest.height),
            Part::Calls => self.calls.act(action, len, rest.height),
            Part::Memory => self.memory.act(action, len, rest.height),
            Part::Storage => self.storage.scroll.act(action, len, rest.height),
            Part::Gas => self.gas.scroll.act(action, len, rest.height),
            Part::Source | Part::Opcodes | Part::Stack => None,
        };
    }

    pub(super) fn turn(&mut self, steps: usize, ctx: &Context<'_>) {
        self.part = self.part.turn(steps);
        self.rebuild_view(ctx);
    }

    /// Selects a part in the bar, or a line in a part.
    pub(super) fn click(&mut self, click: Click, ctx: &Context<'_>) -> Vec<Effect> {
        let [_, bar, rest] = areas(ctx.body);
        if click.row == bar.y && click.button == MouseButton::Press {
            self.part = tabs::tab_at(&part::tab_bar(), click, bar).unwrap_or(self.part);
            self.rebuild_view(ctx);
            return Vec::new();
        }
        let all = part::visible(self.part, rest);
        let at = (click.column, click.row).into();
        let Some((part, _)) = all.iter().copied().find(|(_, area)| area.contains(at)) else {
            return Vec::new();
        };
        let lines = lines_of(part, self.part, rest);
        let len = self.shown(ctx).map_or(0, |shown| self.len(&shown, part, lines));
        let again = match part {
            Part::Calls => self.calls.click(click, lines, len),
            Part::Memory => self.memory.click(click, lines, len),
            Part::Storage => self.storage.scroll.click(click, lines, len),
            Part::Gas => self.gas.scroll.click(click, lines, len),
            Part::Proof => self.proof.click(click, lines).then_some(true),
            Part::Data => self.data.click(click, lines).then_some(true),
            Part::Source | Part::Opcodes | Part::Stack => {
                let turn = click.button.turn();
                turn.map(|action| self.step(action, 1, ctx));
                None
            }
        };
        let mut effects = Vec::new();
        if click.button == MouseButton::Press {
            self.part = part;
            if again == Some(true) {
                effects = self.act(Action::Open, ctx);
            }
        }
        self.rebuild_view(ctx);
        effects
    }
}

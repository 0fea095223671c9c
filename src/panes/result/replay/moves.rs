//! Stepping, movement and the mouse in a replay.

use std::sync::Arc;

use super::part::{self, Part, areas, lines_of};
use super::steps::{Ways, call_step, target};
use super::{ReplayPane, verbs};
use crate::message::event::{Key, KeyInput, Mods};
use crate::message::keymap::KeyMatch;
use crate::message::{Action, Click, Effect, MouseButton, Notice};
use crate::panes::{Context, Pane as _};
use crate::widgets::tabs;

/// The columns that the source scrolls sideways per key, and the most in total.
const SIDEWAYS_STEP_COLUMNS: usize = 16;
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
            None => vec![Effect::Notify(Notice::info(verbs::nowhere(action)))],
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
            self.part = tabs::tab_at(&part::bar(), click, bar).unwrap_or(self.part);
            self.rebuild_view(ctx);
            return Vec::new();
        }
        let all = part::shown(self.part, rest);
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

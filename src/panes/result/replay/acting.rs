//! What the verbs and the mouse do in a replay.

use std::sync::Arc;

use super::part::{self, Part, areas, lines_of};
use super::stepping::{Ways, call_step, target};
use super::what_if::WhatIf;
use super::{ReplayPane, hints};
use crate::message::event::{Key, KeyInput, Mods};
use crate::message::keymap::KeyMatch;
use crate::message::place::{ReplayPlace, ReplayPoint};
use crate::message::{Action, Click, Effect, MouseButton, Notice, Place};
use crate::panes::kit::{Taken, on_sheet};
use crate::panes::{Context, Pane as _};
use crate::widgets::tabs;

/// The columns that a step to the side goes, and the most of them.
const SIDEWAYS_STEP_COLUMNS: usize = 16;
const MAX_LEFT_COLUMNS: usize = 4_096;
/// The largest number before a key that steps.
const MAX_COUNT: u32 = 99_999;

impl ReplayPane {
    /// Takes a digit of the number before a key that steps. `None` if it is none, or a key of the user's own.
    pub(super) fn take_digit(&mut self, key: KeyInput, ctx: &Context<'_>) -> Option<()> {
        let Key::Char(sign) = key.key() else { return None };
        let digit = sign.to_digit(10).filter(|digit| *digit > 0 || self.count.is_some())?;
        let is_free = key.mods() == Mods::default() && ctx.keymap.lookup(&[key]) == KeyMatch::Nothing;
        let count = self.count.unwrap_or_default();
        is_free.then(|| self.count = Some((count * 10 + digit).min(MAX_COUNT)))
    }

    /// Does what a verb means.
    pub(super) fn perform(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let count = self.count.take();
        match action {
            Action::Close if count.is_some() => {}
            Action::Close if self.find.clear() => {}
            Action::Refresh => {
                self.taken = Taken::default();
                return vec![Effect::Refresh];
            }
            Action::NextPart => self.turn(1, ctx),
            Action::PreviousPart => self.turn(Part::ALL.len() - 1, ctx),
            Action::Breakpoint => self.switch_breakpoint(),
            Action::Find => self.find.open(),
            Action::WhatIf => {
                self.what_if = Some(WhatIf::new(&self.query.changes, self.reading(0, ctx), ctx));
            }
            Action::Reexecute => {
                self.is_reexecuted = true;
                self.part = Part::Proof;
                self.rebuild_view(ctx);
            }
            Action::Reset => {
                let place = ReplayPlace::new(self.query.of.clone());
                return vec![Effect::Go(Place::Replay(Box::new(place)))];
            }
            Action::Contract => {
                let called = self.shown(ctx).and_then(|shown| Some(shown.contract(shown.call()?.1.code_of)));
                return Effect::go(called.map(Place::contract));
            }
            Action::Left if self.part == Part::Source => {
                self.source.left = self.source.left.saturating_sub(SIDEWAYS_STEP_COLUMNS);
            }
            Action::Right if self.part == Part::Source => {
                self.source.left = (self.source.left + SIDEWAYS_STEP_COLUMNS).min(MAX_LEFT_COLUMNS);
            }
            Action::CopyMenu if !matches!(self.part, Part::Proof | Part::Data) => {
                return vec![Effect::CopyMenu(self.copies(ctx))];
            }
            Action::Copy if !matches!(self.part, Part::Proof | Part::Data) => {
                return Effect::copy(self.copies(ctx).into_iter().next());
            }
            _ if hints::is_step(action) || self.part.steps() => {
                return self.step(action, count.unwrap_or(1), ctx);
            }
            _ => return self.on_part(action, ctx),
        }
        Vec::new()
    }

    /// Goes to a step. A choice among the calls goes along.
    fn go_to(&mut self, step: u64) {
        self.at = step;
        if let Some(call) = self.replay().and_then(|replay| replay.execution.call_at(step)) {
            self.calls.selected = call;
        }
    }

    /// Goes to a step and shows it: its line, or its instruction where the source is not known.
    pub(super) fn look_at(&mut self, step: u64) {
        self.go_to(step);
        let has_line = self.replayed.as_ref().is_some_and(|of| of.0.lines.line(step).is_some());
        self.part = if has_line { Part::Source } else { Part::Opcodes };
    }

    /// Steps by a verb; says so if there is nothing to step to.
    fn step(&mut self, action: Action, count: u32, ctx: &Context<'_>) -> Vec<Effect> {
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
            None => vec![Effect::Notify(Notice::info(hints::nowhere(action)))],
        }
    }

    /// Sets or clears a breakpoint on the line of the step.
    fn switch_breakpoint(&mut self) {
        let line = self.replayed.as_ref().and_then(|of| of.0.lines.line(self.at)).cloned();
        if let Some(line) = line
            && !self.breakpoints.remove(&line)
        {
            self.breakpoints.insert(line);
        }
    }

    /// Does what a verb means for the list or sheet of the part; the step that it leads to, if any.
    fn on_part(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let rest = lines_of(self.part, self.part, areas(ctx.body)[2]);
        let len = self.shown(ctx).map_or(0, |shown| self.len(&shown, self.part, rest));
        match self.part {
            Part::Proof | Part::Data => {
                let place = self.place();
                let sheet = if self.part == Part::Proof { &mut self.proof } else { &mut self.data };
                if action == Action::Open
                    && let Some(Place::Replay(place)) = sheet.place()
                    && place.query == self.query
                    && let Some(ReplayPoint::Step(step)) = place.at
                {
                    self.look_at(step);
                    self.rebuild_view(ctx);
                    return Vec::new();
                }
                if action == Action::CopyMenu {
                    return on_sheet::copy_menu(sheet, vec![on_sheet::copied_place(&place)]);
                }
                return on_sheet::act(sheet, action, rest.height);
            }
            Part::Calls if action == Action::Open => {
                let call = self.replay().and_then(|replay| replay.execution.calls.get(self.calls.selected));
                if let Some(step) = call.map(call_step) {
                    self.at = step;
                    self.rebuild_view(ctx);
                }
            }
            Part::Gas if action == Action::Open => {
                if let Some(step) = self.shown(ctx).and_then(|shown| self.gas.step(&shown)) {
                    self.look_at(step);
                    self.rebuild_view(ctx);
                }
            }
            Part::Storage if action == Action::Open => {
                let mut storage = std::mem::take(&mut self.storage);
                let opened = self.shown(ctx).map(|shown| storage.open(&shown));
                self.storage = storage;
                match opened {
                    Some(Err(why)) => return vec![Effect::Notify(Notice::info(why))],
                    Some(Ok(step)) => _ = step.map(|step| self.go_to(step)),
                    None => {}
                }
                self.rebuild_view(ctx);
            }
            Part::Calls => _ = self.calls.act(action, len, rest.height),
            Part::Memory => _ = self.memory.act(action, len, rest.height),
            Part::Storage => _ = self.storage.scroll.act(action, len, rest.height),
            Part::Gas => _ = self.gas.scroll.act(action, len, rest.height),
            Part::Source | Part::Opcodes | Part::Stack => {}
        }
        Vec::new()
    }

    fn turn(&mut self, steps: usize, ctx: &Context<'_>) {
        self.part = self.part.turn(steps);
        self.rebuild_view(ctx);
    }

    /// Chooses a part in the bar, or a line in a part.
    pub(super) fn click(&mut self, click: Click, ctx: &Context<'_>) {
        let [_, bar, rest] = areas(ctx.body);
        if click.row == bar.y && click.button == MouseButton::Press {
            self.part = tabs::tab_at(&part::bar(), click, bar).unwrap_or(self.part);
            self.rebuild_view(ctx);
            return;
        }
        let all = part::shown(self.part, rest);
        let at = (click.column, click.row).into();
        let Some((part, _)) = all.iter().copied().find(|(_, area)| area.contains(at)) else { return };
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
        if click.button == MouseButton::Press {
            self.part = part;
            if again == Some(true) {
                let _ = self.on_part(Action::Open, ctx);
            }
        }
        self.rebuild_view(ctx);
    }
}

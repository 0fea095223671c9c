//! Steps from a detail to other rows of the list behind it, which moves along.

use ledger::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::side::Side;
use super::{History, Stack};
use crate::app::shared::Shared;
use crate::message::{Action, Command, Effect, Notice, Place};
use crate::panes::kit::{
    Wants,
    list::StepRows,
    list::step::{self, Stepped, Steps},
};
use crate::panes::{ActionHint, Context};
use crate::widgets::Role;
use crate::widgets::line::{fits, put_right, width};

impl History {
    /// The actions that are available here, steps to other rows included.
    pub(in crate::app) fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        let mut hints = self.top().all_hints(ctx);
        hints.extend(self.step_hints());
        hints
    }

    pub(in crate::app) fn hint(&self, action: Action, ctx: &Context<'_>) -> Option<ActionHint> {
        let step = || self.step_hints().find(|hint| hint.action == action);
        self.top().find_hint(action, ctx).or_else(step)
    }

    fn step_hints(&self) -> impl Iterator<Item = ActionHint> {
        let no_list = || is_detail(&self.top().place()).then(step::no_list);
        self.steps().map(Steps::hints).or_else(no_list).into_iter().flatten()
    }
}

impl Stack {
    /// Draws the position of the shown row on the rule below the header, if the detail was opened from a list and the
    /// banner leaves room. Returns the number of columns used.
    pub(in crate::app) fn view_step(
        &self,
        ctx: &Context<'_>,
        rule: Rect,
        banner: u16,
        buf: &mut Buffer,
    ) -> u16 {
        let Some(steps) = self.history.steps() else { return 0 };
        let room = rule.width.saturating_sub(banner + 6);
        let label = steps.label(ctx, room);
        if !fits(&label, room) {
            return 0;
        }
        let label = format!(" {label} ");
        put_right(
            buf,
            Rect { width: rule.width.saturating_sub(2), ..rule },
            0,
            &label,
            ctx.theme.style(Role::Dim),
        );
        width(&label)
    }

    /// Takes a step; `None` if the action is not a step.
    pub(in crate::app) fn step(
        &mut self,
        action: Action,
        shared: &mut Shared,
        now: Timestamp,
    ) -> Option<Vec<Command>> {
        let forward = match action {
            // A page that was not opened from a list may have steps of its own.
            Action::NextRow | Action::PreviousRow if self.history.steps().is_none() => return None,
            Action::NextRow => true,
            Action::PreviousRow => false,
            Action::StepWithin => {
                if let Some((_, steps, _)) = self.history.stepping() {
                    steps.next_among();
                }
                return Some(Vec::new());
            }
            _ => return None,
        };
        Some(self.step_behind(shared, now, |steps, rows, ctx| Some(steps.step(forward, rows, ctx))))
    }

    /// Takes a step that waited for rows, once they are loaded.
    pub(in crate::app) fn resume_step(&mut self, shared: &mut Shared, now: Timestamp) -> Vec<Command> {
        if !self.history.steps().is_some_and(Steps::waits) {
            return Vec::new();
        }
        self.step_behind(shared, now, Steps::resume)
    }

    /// Finds the shown row in the list behind a detail again when the user returns to the detail.
    pub(super) fn return_to_row(&mut self, shared: &mut Shared, now: Timestamp) {
        let ctx = shared.context(now);
        if let Some((_, steps, pane)) = self.history.stepping()
            && let Some(rows) = pane.step_rows()
        {
            steps.look_again(rows.as_ref(), &ctx);
        }
    }

    /// Takes a step in the list behind the detail, which takes in what has come for it and asks for what it wants by
    /// then.
    fn step_behind(
        &mut self,
        shared: &mut Shared,
        now: Timestamp,
        step: impl FnOnce(&mut Steps, &mut dyn StepRows, &Context<'_>) -> Option<Stepped>,
    ) -> Vec<Command> {
        let Some((list, steps, pane)) = self.history.stepping() else { return Vec::new() };
        shared.asked.pane = list;
        let ctx = if shared.screen.beside.behind {
            shared.side_context(Side::Behind, list, now)
        } else {
            shared.context(now)
        };
        pane.rebuild_view(&ctx);
        let stepped = pane.step_rows().and_then(|mut rows| step(steps, rows.as_mut(), &ctx));
        let mut wants = Wants::default();
        pane.wants(&ctx, &mut wants);
        if matches!(&stepped, Some(Stepped::Waits(effects)) if effects.contains(&Effect::Refresh)) {
            shared.asked.requests.refresh(list);
        }
        let mut commands = shared.want(list, wants, now);
        self.turn_to_top(shared);
        match stepped {
            Some(Stepped::To(place)) => commands.extend(self.show_instead(&place, shared, now)),
            Some(Stepped::Stays(words)) => shared.screen.toasts.push_here(Notice::info(words), now),
            Some(Stepped::Same) => shared.screen.toasts.leave(),
            Some(Stepped::Waits(_)) | None => {}
        }
        commands
    }

    /// Shows another detail instead of this one, with the same tab.
    fn show_instead(&mut self, place: &Place, shared: &mut Shared, now: Timestamp) -> Option<Command> {
        self.history.pass(place, &shared.context(now));
        shared.screen.toasts.leave();
        self.visit(shared, now)
    }
}

/// Whether this is a detail such as lists lead to.
fn is_detail(place: &Place) -> bool {
    matches!(
        place,
        Place::Account(_)
            | Place::Token(_)
            | Place::Result(..)
            | Place::Execution(_)
            | Place::Schedule(_)
            | Place::Transaction(_)
            | Place::TransactionAt(_)
            | Place::TransactionOf(_)
    )
}

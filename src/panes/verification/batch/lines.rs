//! The lines of a running or finished batch, with their states and actions.

use ratatui::layout::Rect;

use super::Turn;
use super::key_form;
use super::line_hints::{copied, rest};
use super::lines_view::{self, height};
use super::row::LineRows;
use super::show::Show;
use crate::ledger::Timestamp;
use crate::ledger::amount::counted;
use crate::message::{Action, BatchOrder, Effect, Input, Notice, Place};
use crate::panes::kit::PopupForm;
use crate::panes::kit::list::{MemoryRows as _, Pressed, RowsInMemory};
use crate::panes::verification::on_job;
use crate::panes::{Context, Status};
use crate::verification::batch::{BatchLine, Pause, Phase, Standing};
use crate::verification::{Batch, BatchId};
use crate::widgets::Role;
use crate::widgets::form::Form;

/// What is selected of a batch.
#[derive(Debug)]
pub(super) struct Lines {
    id: BatchId,
    pub(super) show: Show,
    /// By the numbers of the lines.
    pub(super) local: RowsInMemory<usize>,
    /// The numbers of the lines that are shown, and where each leads.
    pub(super) leads: Vec<(usize, Option<Place>)>,
    /// Whether it was asked once to stop.
    stopping: bool,
    pub(super) key: Option<PopupForm>,
    /// Whether the key is for the lines that failed.
    retries: bool,
}

impl Lines {
    pub(super) fn new(batch: &Batch) -> Self {
        Self {
            id: batch.id,
            show: Show::default(),
            local: RowsInMemory::holding_top(),
            leads: Vec::new(),
            stopping: false,
            key: None,
            retries: false,
        }
    }

    /// The batch; none if it is no longer kept.
    pub(super) fn batch<'a>(&self, ctx: &Context<'a>) -> Option<&'a Batch> {
        ctx.batches.iter().find(|batch| batch.id == self.id)
    }

    /// The lines that stand so that they are shown.
    pub(super) fn rows<'a>(&self, batch: &'a Batch, ctx: &Context<'a>) -> LineRows<'a> {
        let lines = batch.lines.iter().enumerate();
        LineRows {
            project: batch.project.is_some(),
            lines: lines.filter(|(_, line)| self.show.holds(line.standing())).collect(),
            ctx: Context { ..*ctx },
        }
    }

    /// The titles and the rows, below the chips of what chooses.
    pub(super) fn table(&self, ctx: &Context<'_>) -> Rect {
        lines_view::table_area(self.local.within(ctx).body)
    }

    fn ask_key(&mut self, retries: bool) -> Vec<Effect> {
        (self.key, self.retries) = (Some(key_form::form(retries)), retries);
        Vec::new()
    }

    /// The selected line and its place.
    pub(super) fn line<'a>(&self, batch: &'a Batch, ctx: &Context<'a>) -> Option<(usize, &'a BatchLine)> {
        let rows = self.rows(batch, ctx);
        rows.line(self.local.selected(&rows)?)
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> (Turn, Vec<Effect>) {
        let stopping = std::mem::take(&mut self.stopping);
        let Some(batch) = self.batch(ctx) else { return (Turn::Enter(Vec::new()), Vec::new()) };
        let rows = self.rows(batch, ctx);
        if let Some(effects) = self.local.act(action, &rows, self.table(ctx), ctx) {
            self.rebuild_view(ctx);
            return (Turn::Stay, effects);
        }
        let effects = match action {
            Action::Batch => return (Turn::Enter(Vec::new()), Vec::new()),
            Action::Edit => return (Turn::Enter(rest(batch)), Vec::new()),
            Action::Left | Action::Right => {
                if let Some(other) = self.neighbour(action, ctx) {
                    *self = Self { show: self.show, ..Self::new(other) };
                }
                Vec::new()
            }
            Action::Pause if batch.phase == Phase::Running => order(BatchOrder::Pause(self.id)),
            Action::Pause if batch.keyed && batch.phase == Phase::Paused(Pause::Restart) => {
                self.ask_key(false)
            }
            Action::Pause => order(BatchOrder::GoOn(self.id, None)),
            // The key of a batch is let go when it ends, and is not there after a restart.
            Action::Refresh
                if batch.keyed && matches!(batch.phase, Phase::Ended | Phase::Paused(Pause::Restart)) =>
            {
                self.ask_key(true)
            }
            Action::Refresh => order(BatchOrder::Retry(self.id, None)),
            Action::Reset if stopping => order(BatchOrder::Stop(self.id)),
            Action::Reset => {
                self.stopping = true;
                let waiting = batch.progress().waiting;
                let again = ctx.keymap.key_of(Action::Reset);
                vec![Effect::Notify(Notice::warning(format!(
                    "press {again} again to skip all {waiting} waiting lines"
                )))]
            }
            Action::Filter => {
                self.show = self.show.next();
                Vec::new()
            }
            Action::CopyMenu => vec![Effect::CopyMenu(self.copies(batch, ctx))],
            Action::Open | Action::Forget | Action::Copy => self.act_on_line(action, batch, ctx),
            _ => {
                self.local.move_by(action, &rows, height(self.table(ctx)));
                Vec::new()
            }
        };
        (Turn::Stay, effects)
    }

    fn act_on_line(&self, action: Action, batch: &Batch, ctx: &Context<'_>) -> Vec<Effect> {
        let Some((at, line)) = self.line(batch, ctx) else { return Vec::new() };
        match action {
            Action::Open => {
                let job = line.job().and_then(|key| ctx.jobs.get(key));
                Effect::go(job.map(on_job::place))
            }
            Action::Forget => order(BatchOrder::Skip(batch.id, at)),
            _ => vec![Effect::Copy(copied(line))],
        }
    }

    /// Handles an input for the form of the key, or a click. `None` if it is neither.
    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<(Turn, Vec<Effect>)> {
        let batch = self.batch(ctx)?;
        if self.key.is_some() {
            let go_on = if self.retries { BatchOrder::Retry } else { BatchOrder::GoOn };
            let read = |form: &Form| Ok(order(go_on(batch.id, key_form::parse_key(form, batch, ctx)?)));
            return Some((Turn::Stay, PopupForm::handle_or_close(&mut self.key, input, read)?));
        }
        let (rows, table) = (self.rows(batch, ctx), self.table(ctx));
        if self.local.handle_input(input, &rows, table, ctx) {
            self.rebuild_view(ctx);
            return Some((Turn::Stay, Vec::new()));
        }
        let Input::Mouse(click) = input else { return None };
        let again = self.local.click(*click, &rows, table, ctx) != Pressed::Moved;
        let opens = again && self.line(batch, ctx).is_some_and(|(_, line)| line.job().is_some());
        Some(if opens { self.act(Action::Open, ctx) } else { (Turn::Stay, Vec::new()) })
    }

    pub(super) fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if let Some(batch) = self.batch(ctx) {
            let rows = self.rows(batch, ctx);
            self.local.update(&rows, ctx);
            self.local.settle(&rows, height(self.table(ctx)));
            let lead = |at| Some((rows.name(at)?, rows.opened(at)));
            self.leads = self.local.shown(&rows).filter_map(lead).collect();
        }
    }

    /// The batch before or after this one.
    pub(super) fn neighbour<'a>(&self, action: Action, ctx: &Context<'a>) -> Option<&'a Batch> {
        let at = ctx.batches.iter().position(|batch| batch.id == self.id)?;
        ctx.batches.get(if action == Action::Left { at + 1 } else { at.checked_sub(1)? })
    }

    pub(super) fn title(&self, ctx: &Context<'_>) -> String {
        let Some(batch) = self.batch(ctx) else { return "batch".to_owned() };
        let how = batch.way();
        format!("batch of {}, {how}{}", counted(batch.lines.len(), "line"), self.show.title())
    }

    pub(super) fn status(&self, ctx: &Context<'_>) -> Status {
        let (words, role) = match self.batch(ctx).map(|batch| batch.phase) {
            Some(Phase::Running) => ("running", Role::Plain),
            Some(Phase::Paused(_)) => ("paused", Role::Attention),
            Some(Phase::Elsewhere) => ("in another hieroscope", Role::Attention),
            Some(Phase::Ended) => ("ended", Role::Dim),
            None => ("", Role::Dim),
        };
        Status { words: words.to_owned(), role, banner: None }
    }

    /// Signs turn and times run while lines are in progress.
    pub(super) fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        let moves = self.batch(ctx)?.lines.iter().any(|line| line.standing() == Standing::UnderWay);
        moves.then(|| ctx.now.plus_millis(1000))
    }
}

fn order(order: BatchOrder) -> Vec<Effect> {
    vec![Effect::Batch(order)]
}

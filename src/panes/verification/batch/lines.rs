//! The lines of a running or finished batch, with their states and actions.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::row::{LineRows, Lines};
use super::show::Show;
use super::{Turn, key_form, line_hints, lines_view, row};
use crate::ledger::Timestamp;
use crate::ledger::amount::counted;
use crate::message::{Action, BatchOrder, Copied, Effect, Input, Notice, Place};
use crate::panes::kit::PopupForm;
use crate::panes::kit::list::step::Lead;
use crate::panes::kit::list::{MemoryList, MemoryPane, MemoryRows as _, MemorySource};
use crate::panes::{ActionHint, Context, Status, action_hint};
use crate::verification::batch::{BatchLine, Pause, Phase, Standing};
use crate::verification::{Batch, BatchId};
use crate::widgets::Role;
use crate::widgets::form::Form;

/// The list of the lines.
pub(super) type LinesPane = MemoryPane<BatchLines>;

/// By the numbers of the lines.
type List = MemoryList<usize>;

/// Which lines of a batch are shown.
#[derive(Debug)]
pub(super) struct BatchLines {
    id: BatchId,
    show: Show,
    /// Where each line leads.
    leads: Vec<Option<Place>>,
    /// Whether it was asked once to stop.
    stopping: bool,
    key: Option<PopupForm>,
    /// Whether the key is for the lines that failed.
    retries: bool,
    /// What an action leads to, beside effects.
    turn: Turn,
}

impl LinesPane {
    pub(super) fn open(batch: &Batch) -> Self {
        Self::new(BatchLines::new(batch, Show::default()))
    }
}

impl BatchLines {
    fn new(batch: &Batch, show: Show) -> Self {
        Self {
            id: batch.id,
            show,
            leads: Vec::new(),
            stopping: false,
            key: None,
            retries: false,
            turn: Turn::Stay,
        }
    }

    pub(super) fn take_turn(&mut self) -> Turn {
        std::mem::take(&mut self.turn)
    }

    /// The batch; none if it is no longer kept.
    pub(super) fn batch<'a>(&self, ctx: &Context<'a>) -> Option<&'a Batch> {
        ctx.batches.iter().find(|batch| batch.id == self.id)
    }

    fn ask_key(&mut self, retries: bool) -> Vec<Effect> {
        (self.key, self.retries) = (Some(key_form::form(retries)), retries);
        Vec::new()
    }

    /// The lines that stand so that they are shown.
    fn line_rows<'a>(&self, ctx: &Context<'a>) -> LineRows<'a> {
        LineRows::of(self.batch(ctx), |standing| self.show.holds(standing), ctx)
    }

    /// The selected line and its place.
    fn line<'a>(&self, list: &List, ctx: &Context<'a>) -> Option<(usize, &'a BatchLine)> {
        let rows = self.line_rows(ctx);
        rows.line(list.selected(&rows)?)
    }

    /// The batch before or after this one.
    fn neighbour<'a>(&self, action: Action, ctx: &Context<'a>) -> Option<&'a Batch> {
        let at = ctx.batches.iter().position(|batch| batch.id == self.id)?;
        ctx.batches.get(if action == Action::PreviousPart { at + 1 } else { at.checked_sub(1)? })
    }
}

impl MemorySource for BatchLines {
    type Name = usize;
    type Columns = Lines;
    type Rows<'a> = LineRows<'a>;

    const COPY: &'static str = "copy the contract";
    const STEPS: bool = true;
    const HOLDS_TOP: bool = true;

    fn rows<'a>(&'a self, ctx: &Context<'a>) -> LineRows<'a> {
        self.line_rows(ctx)
    }

    fn columns(&self, ctx: &Context<'_>) -> &Lines {
        row::columns(self.batch(ctx).is_some_and(|batch| batch.project.is_some()))
    }

    fn place(&self) -> Place {
        Place::Batch
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let Some(batch) = self.batch(ctx) else { return "batch".to_owned() };
        let how = batch.way();
        format!("batch of {}, {how}{}", counted(batch.lines.len(), "line"), self.show.title())
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        let (words, role) = match self.batch(ctx).map(|batch| batch.phase) {
            Some(Phase::Running) => ("running", Role::Plain),
            Some(Phase::Paused(_)) => ("paused", Role::Attention),
            Some(Phase::Elsewhere) => ("in another hieroscope", Role::Attention),
            Some(Phase::Ended) => ("ended", Role::Dim),
            None => ("", Role::Dim),
        };
        Status { words: words.to_owned(), role, banner: None }
    }

    fn table(&self, _list: &List, ctx: &Context<'_>) -> Rect {
        lines_view::table_area(ctx.body)
    }

    fn follow(&mut self, _list: &List, ctx: &Context<'_>) {
        let rows = self.rows(ctx);
        self.leads = (0..rows.len()).map(|at| rows.opened(at)).collect();
    }

    fn no_rows(&self, ctx: &Context<'_>) -> Option<&'static str> {
        self.batch(ctx).is_none_or(|batch| batch.lines.is_empty()).then_some("there is no line")
    }

    fn hints(&self, list: &List, ctx: &Context<'_>) -> Vec<ActionHint> {
        let Some(batch) = self.batch(ctx) else { return vec![ActionHint::new(Action::Batch, "enter lines")] };
        let mut hints = line_hints::hints(batch, self.line(list, ctx).map(|(_, line)| line), ctx);
        hints.push(ActionHint::new(Action::Filter, self.show.next().hint()));
        for (action, words) in [(Action::PreviousPart, "previous batch"), (Action::NextPart, "next batch")] {
            let none = self.neighbour(action, ctx).is_none().then_some("there is none");
            hints.push(ActionHint::hidden(action, words).disabled_if(none));
        }
        hints.push(ActionHint { footer: false, ..ActionHint::global(Action::Jobs, "jobs") });
        hints
    }

    fn act(&mut self, action: Action, list: &mut List, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let stopping = std::mem::take(&mut self.stopping);
        let Some(batch) = self.batch(ctx) else {
            self.turn = Turn::Enter(Vec::new());
            return Some(Vec::new());
        };
        Some(match action {
            Action::Batch => {
                self.turn = Turn::Enter(Vec::new());
                Vec::new()
            }
            Action::Edit => {
                self.turn = Turn::Enter(line_hints::rest(batch));
                Vec::new()
            }
            Action::PreviousPart | Action::NextPart => {
                if let Some(other) = self.neighbour(action, ctx) {
                    self.turn = Turn::Show(Box::new(LinesPane::new(Self::new(other, self.show))));
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
            Action::Forget => order(BatchOrder::Skip(batch.id, self.line(list, ctx)?.0)),
            _ => return None,
        })
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        self.batch(ctx).map(|batch| line_hints::copies(batch, ctx)).unwrap_or_default()
    }

    fn form_hints(&self) -> Option<Vec<ActionHint>> {
        self.key.is_some().then(|| action_hint::line("resume"))
    }

    fn type_in_form(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Option<Vec<Effect>>> {
        let batch = self.batch(ctx).filter(|_| self.key.is_some())?;
        let go_on = if self.retries { BatchOrder::Retry } else { BatchOrder::GoOn };
        let read = |form: &Form| Ok(order(go_on(batch.id, key_form::parse_key(form, batch, ctx)?)));
        Some(PopupForm::handle_or_close(&mut self.key, input, read))
    }

    fn view_form(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.key.as_ref().and_then(|form| form.view(ctx, area, buf))
    }

    fn view_empty(&self, ctx: &Context<'_>, table: Rect, buf: &mut Buffer) {
        lines_view::view_empty(self.batch(ctx), ctx, table, buf);
    }

    fn view_around(&self, list: &List, ctx: &Context<'_>, buf: &mut Buffer) {
        if let Some(batch) = self.batch(ctx) {
            lines_view::view_around(batch, self.line(list, ctx).map(|(_, line)| line), ctx, buf);
        }
    }

    /// Signs turn and times run while lines are in progress.
    fn wake_at(&self, _list: &List, ctx: &Context<'_>) -> Option<Timestamp> {
        let moves = self.batch(ctx)?.lines.iter().any(|line| line.standing() == Standing::UnderWay);
        moves.then(|| ctx.now.plus_millis(1000))
    }

    fn lead(&self, at: usize, lead: Lead) -> Option<Place> {
        self.leads.get(at).filter(|_| lead == Lead::Row)?.clone()
    }

    fn leads_nowhere(&self) -> bool {
        self.leads.iter().all(Option::is_none)
    }
}

fn order(order: BatchOrder) -> Vec<Effect> {
    vec![Effect::Batch(order)]
}

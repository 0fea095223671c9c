//! A batch of verifications: lines are pasted or typed, validated while typing, and sent a few at a time.
//!
//! ```text
//!     1 ✓ 298,0xB0551e9E…                              12 of 14 done · 11 verified · 1 failed · 2 under way
//!     2 ✗ 298,0xb0551   an address has 40 hex digits     line  chain  contract       state           result
//!   ▌ mode      (•) similarity  ( ) import           ▌    1    298  0xB0551e9E…    ✓ exact match   runtime + …
//!     2 lines: 1 ready, 1 invalid                         2    298  0xb0551        ✗ invalid       an address …
//!           the lines are entered                                   the batch runs, or has ended
//! ```

mod choices;
mod entry;
mod entry_files;
mod entry_view;
mod line_verbs;
mod lines_view;
mod row;

use ledger::Timestamp;
use ledger::amount::counted;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use verification::batch::{BatchLine, Phase, Standing};
use verification::{Batch, BatchId};

use self::entry::Entry;
use self::row::{LineRows, Lines, Show};
use super::passing::Passing;
use crate::message::{Action, BatchOrder, Contents, Copied, Effect, Input, Notice, Place};
use crate::panes::kit::list::{MemoryList, MemoryPane, MemoryRows as _, MemorySource};
use crate::panes::kit::{PopupForm, Wants};
use crate::panes::{ActionHint, Context, Status, Verbs, action_hint};
use crate::widgets::Role;
use crate::widgets::form::Form;

/// The pane. The app owns the batches; the pane holds the typed text and the selection.
pub type BatchPane = MemoryPane<Batches>;

impl BatchPane {
    /// Opens the running batch, otherwise the entry.
    pub fn open(ctx: &Context<'_>) -> Self {
        Self::of(Batches::new(ctx), ctx)
    }

    /// Shows a batch from its first line, or the entry if it is `None`.
    fn show_batch(&mut self, batch: Option<&Batch>) {
        self.renew_list();
        let source = self.source_mut();
        source.shown = batch.map(|batch| batch.id);
        source.filter(batch);
    }

    /// Opens the entry and appends these lines.
    fn enter(&mut self, rest: &[String], ctx: &Context<'_>) -> Vec<Effect> {
        self.source_mut().show = Show::default();
        self.show_batch(None);
        self.source_mut().entry.take_in(rest, ctx)
    }
}

/// The batch that has not ended.
fn open<'a>(ctx: &Context<'a>) -> Option<&'a Batch> {
    ctx.batches.iter().find(|batch| batch.phase != Phase::Ended)
}

/// Keyed by line number.
type List = MemoryList<usize>;

/// The entry, and the batch whose lines are shown instead.
#[derive(Debug)]
pub struct Batches {
    entry: Entry,
    shown: Option<BatchId>,
    show: Show,
    passing: Passing,
    /// Whether the user has done anything on this pane.
    touched: bool,
    /// Whether the stop key was pressed once.
    stopping: bool,
    key: Option<PopupForm>,
    /// Whether the typed key is for the failed lines.
    retries: bool,
}

impl Batches {
    fn new(ctx: &Context<'_>) -> Self {
        Self {
            entry: Entry::new(ctx),
            shown: None,
            show: Show::default(),
            passing: Passing::default(),
            touched: false,
            stopping: false,
            key: None,
            retries: false,
        }
    }

    /// Stops the batch if the key is pressed a second time.
    fn ask_to_stop(&mut self, batch: &Batch, ctx: &Context<'_>) -> Effect {
        self.stopping = true;
        let (waiting, again) = (batch.progress().waiting, ctx.keymap.key_of(Action::Reset));
        Effect::Notify(Notice::warning(format!("press {again} again to skip all {waiting} waiting lines")))
    }

    fn ask_key(&mut self, retries: bool) {
        (self.key, self.retries) = (Some(line_verbs::form(retries)), retries);
    }

    /// The batch on screen; `None` if it is no longer stored.
    fn batch<'a>(&self, ctx: &Context<'a>) -> Option<&'a Batch> {
        ctx.batches.iter().find(|batch| Some(batch.id) == self.shown)
    }

    /// Finds the lines of the shown batch whose state passes the filter.
    fn filter(&mut self, batch: Option<&Batch>) {
        let lines = batch.map(|batch| batch.lines.as_slice()).unwrap_or_default();
        self.passing = Passing::of(lines, |line| self.show.holds(line.standing()));
    }

    /// The selected line and its index.
    fn line<'a>(&self, list: &List, ctx: &Context<'a>) -> Option<(usize, &'a BatchLine)> {
        let rows = LineRows::new(self.batch(ctx), &self.passing, ctx);
        rows.line(list.selected(&rows)?)
    }

    /// The next or previous batch.
    fn neighbour<'a>(&self, action: Action, ctx: &Context<'a>) -> Option<&'a Batch> {
        let at = ctx.batches.iter().position(|batch| Some(batch.id) == self.shown)?;
        ctx.batches.get(if action == Action::PreviousPart { at + 1 } else { at.checked_sub(1)? })
    }
}

impl MemorySource for Batches {
    type Name = usize;
    type Columns = Lines;
    type Rows<'a> = LineRows<'a>;

    const COPY: &'static str = "copy the contract";
    const STEPS: bool = true;
    const HOLDS_TOP: bool = true;

    fn rows<'a>(&'a self, ctx: &Context<'a>) -> LineRows<'a> {
        LineRows::new(self.batch(ctx), &self.passing, ctx)
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
        if self.covers() {
            return self.entry.status(ctx);
        }
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

    fn no_rows(&self, ctx: &Context<'_>) -> Option<&'static str> {
        self.batch(ctx).is_none_or(|batch| batch.lines.is_empty()).then_some("there is no line")
    }

    fn verbs<'c>(&self, list: &List, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, BatchPane>) {
        verbs.before(|pane| {
            let batches = pane.source_mut();
            (batches.touched, batches.stopping) = (true, false);
            batches.entry.stop_clearing();
        });
        if self.covers() {
            return self.entry.verbs(ctx, verbs);
        }
        let Some(batch) = self.batch(ctx) else {
            return verbs.add(Action::Batch, "enter lines").run(move |pane| pane.enter(&[], ctx));
        };
        line_verbs::verbs(self.stopping, batch, self.line(list, ctx), ctx, verbs);
        let next = self.show.next();
        verbs.add(Action::Filter, next.hint()).run(move |pane| {
            let source = pane.source_mut();
            source.show = next;
            source.filter(Some(batch));
        });
        for (action, words) in [(Action::PreviousPart, "previous batch"), (Action::NextPart, "next batch")] {
            let other = self.neighbour(action, ctx);
            let none = other.is_none().then_some("there is none");
            verbs.hidden(action, words).unless(none).run(move |pane| pane.show_batch(other));
        }
        verbs.typed([ActionHint { footer: false, ..ActionHint::global(Action::Jobs, "jobs") }]);
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        self.batch(ctx).map(|batch| line_verbs::copies(batch, ctx)).unwrap_or_default()
    }

    fn covers(&self) -> bool {
        self.shown.is_none()
    }

    /// Stored batches may arrive after the pane was opened. A batch on screen stays.
    fn receive(&mut self, ctx: &Context<'_>) {
        if !self.touched && self.shown.is_none() {
            self.entry = Entry::new(ctx);
            self.shown = open(ctx).map(|batch| batch.id);
        }
        self.entry.rebuild_view(ctx);
        self.filter(self.batch(ctx));
    }

    fn wants(&self, _: &Context<'_>, wants: &mut Wants) {
        self.entry.want(wants);
    }

    fn due_effects(&mut self, _: &List, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        Some(self.entry.receive(ctx))
    }

    /// The lines of the batch on screen, otherwise of the latest one.
    fn contents(&self, _: Contents, ctx: &Context<'_>) -> Contents {
        let (batch, all) = (self.batch(ctx).or(ctx.batches.first()), Passing::default());
        List::default().contents(&LineRows::new(batch, &all, ctx), ctx)
    }

    fn form_hints(&self) -> Option<Vec<ActionHint>> {
        self.key.is_some().then(|| action_hint::line("resume"))
    }

    fn is_typing(&self) -> bool {
        self.covers() || self.key.as_ref().is_some_and(PopupForm::is_typing)
    }

    fn type_in_form(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Option<Vec<Effect>>> {
        if self.covers() {
            let Some((begun, effects)) = self.entry.handle_input(input, ctx) else { return Some(None) };
            (self.touched, self.shown) = (true, begun);
            return Some(Some(effects));
        }
        let batch = self.batch(ctx).filter(|_| self.key.is_some())?;
        let go_on = if self.retries { BatchOrder::Retry } else { BatchOrder::GoOn };
        let read = |form: &Form| Ok(order(go_on(batch.id, line_verbs::parse_key(form, batch, ctx)?)));
        Some(PopupForm::handle_or_close(&mut self.key, input, read))
    }

    fn view_form(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.covers() {
            return entry_view::view(&self.entry, ctx, area, buf);
        }
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

    /// While lines are in progress, spinners and durations change.
    fn wake_at(&self, _list: &List, ctx: &Context<'_>) -> Option<Timestamp> {
        let moves = self.batch(ctx)?.lines.iter().any(|line| line.standing() == Standing::UnderWay);
        moves.then(|| ctx.now.plus_millis(1000))
    }

    fn leads_nowhere(&self, ctx: &Context<'_>) -> bool {
        let rows = self.rows(ctx);
        (0..rows.len()).all(|at| rows.opened(at).is_none())
    }
}

fn order(order: BatchOrder) -> Vec<Effect> {
    vec![Effect::Batch(order)]
}

//! A batch of verifications: lines are pasted or typed, checked while typing, and sent a few at a time.
//!
//! ```text
//!     1 ✓ 298,0xB0551e9E…                              12 of 14 done · 11 verified · 1 failed · 2 under way
//!     2 ✗ 298,0xb0551   an address has 40 hex digits     line  chain  contract       state           result
//!   ▌ mode      (•) similarity  ( ) import           ▌    1    298  0xB0551e9E…    ✓ exact match   runtime + …
//!     2 lines: 1 ready, 1 invalid                         2    298  0xb0551        ✗ invalid       an address …
//!           the lines are entered                                   the batch runs, or has ended
//! ```

mod choices;
mod csv;
mod entry;
mod entry_files;
mod entry_view;
mod key_form;
mod line_hints;
mod lines;
mod lines_view;
mod row;
mod show;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::entry::Entry;
use self::lines::LinesPane;
use self::row::LineRows;
use crate::ledger::Timestamp;
use crate::message::{Arrangement, Contents, Effect, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{MemoryList, StepRows};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Status, Verbs};
use crate::verification::Batch;
use crate::verification::batch::Phase;
use crate::widgets::Link;

/// The pane. The batches are the app's; the pane holds what is typed, and which line is selected.
#[derive(Debug)]
pub struct BatchPane {
    entry: Entry,
    /// The batch that is shown instead of the entry.
    lines: Option<LinesPane>,
    /// Whether anything was done here yet.
    touched: bool,
}

/// What the entry or the list of lines leads to, beside effects.
#[derive(Debug, Default)]
enum Turn {
    /// Nothing else.
    #[default]
    Stay,
    /// The batch that was begun, or the one before.
    Show(Box<LinesPane>),
    /// The entry, with these lines put into it.
    Enter(Vec<String>),
}

impl BatchPane {
    /// Opens the pane: at the batch that has not ended, else where lines are entered.
    pub fn open(ctx: &Context<'_>) -> Self {
        let mut pane = Self { entry: Entry::new(ctx), lines: None, touched: false };
        pane.rebuild_view(ctx);
        pane
    }

    fn turn(&mut self, turn: Turn, mut effects: Vec<Effect>, ctx: &Context<'_>) -> Vec<Effect> {
        match turn {
            Turn::Stay => {}
            Turn::Show(lines) => self.lines = Some(*lines),
            Turn::Enter(rest) => {
                self.lines = None;
                effects.extend(self.entry.take_in(&rest, ctx));
            }
        }
        if let Some(lines) = &mut self.lines {
            lines.rebuild_view(ctx);
        }
        effects
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        verbs.before(|pane| {
            pane.touched = true;
            pane.entry.stop_clearing();
        });
        match &self.lines {
            Some(lines) => verbs.all(lines.hints(ctx), |pane, action| {
                let effects = pane.lines.as_mut().map(|lines| lines.act(action, ctx));
                let turn = pane.taken_turn();
                pane.turn(turn, effects.unwrap_or_default(), ctx)
            }),
            None => self.entry.verbs(ctx, verbs),
        }
    }

    /// What an action on the lines leads to.
    fn taken_turn(&mut self) -> Turn {
        self.lines.as_mut().map(|lines| lines.source_mut().take_turn()).unwrap_or_default()
    }
}

impl Pane for BatchPane {
    by_verbs!();

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let (turn, effects) = match &mut self.lines {
            Some(lines) => {
                let effects = lines.handle_input(input, ctx)?;
                (self.taken_turn(), effects)
            }
            None => self.entry.handle_input(input, ctx)?,
        };
        self.touched = true;
        Some(self.turn(turn, effects, ctx))
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        self.lines.as_ref().map(|lines| lines.links(ctx)).unwrap_or_default()
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        self.lines.as_mut()?.step_rows()
    }

    fn arrangement(&self) -> Option<Arrangement> {
        self.lines.as_ref()?.arrangement()
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        let lines = self.lines.as_mut();
        lines.map(|lines| lines.set_arrangement(arrangement, ctx)).unwrap_or_default()
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.entry.want(wants);
        if let Some(lines) = &self.lines {
            lines.wants(ctx, wants);
        }
    }

    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.entry.receive(ctx)
    }

    fn columns(&self, ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        self.lines.as_ref()?.columns(ctx)
    }

    /// The lines of the batch that is shown, else of the last one.
    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        let shown = self.lines.as_ref().and_then(|lines| lines.source().batch(ctx));
        let rows = LineRows::of(shown.or(ctx.batches.first()), |_| true, ctx);
        MemoryList::default().contents(&rows, ctx)
    }

    fn place(&self) -> Place {
        Place::Batch
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        self.lines.as_ref().map_or_else(|| "batch".to_owned(), |lines| lines.title(ctx))
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        match &self.lines {
            Some(lines) => lines.status(ctx),
            None => self.entry.status(ctx),
        }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        match &self.lines {
            Some(lines) => lines.view(ctx, area, buf),
            None => entry_view::view(&self.entry, ctx, area, buf),
        }
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.lines.as_ref().and_then(|lines| lines.wake_at(ctx))
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        // What was kept from earlier runs may come only after the pane has opened. A batch that is shown stays.
        if !self.touched && self.lines.is_none() {
            self.entry = Entry::new(ctx);
            self.lines = open(ctx).map(LinesPane::open);
        }
        self.entry.rebuild_view(ctx);
        if let Some(lines) = &mut self.lines {
            lines.rebuild_view(ctx);
        }
    }
}

/// The batch that has not ended.
fn open<'a>(ctx: &Context<'a>) -> Option<&'a Batch> {
    ctx.batches.iter().find(|batch| batch.phase != Phase::Ended)
}

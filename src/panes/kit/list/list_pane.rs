//! The pane of a list that a server sends page by page: everything but what its rows add.

use std::fmt::Debug;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::columns::ColumnList;
use super::{List, Listed, Rows, StepRows};
use crate::ledger::Timestamp;
use crate::message::{Action, Arrangement, Contents, Effect, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::{ActionHint, Context, Pane, Status};
use crate::widgets::Link;
use crate::widgets::feed::GivenBack;

/// What the rows of a list add to its pane.
pub trait PaneRows<Q: Listed>: Rows<Q> + Debug + Sized {
    /// What the question alone says of its rows.
    fn for_query(query: &Q) -> Self;

    /// What steps through the rows know of them: see [`List::step_rows`].
    #[must_use]
    fn unread(&self, list: &List<Q>) -> Self {
        Self::for_query(list.query())
    }

    /// Adds what is to be known of the rows, beside the rows themselves.
    fn wants(&self, _list: &List<Q>, _ctx: &Context<'_>, _wants: &mut Wants) {}

    /// The pane's own verbs: those before the ones that load and turn the list, and those behind them.
    fn hints(&self, _list: &List<Q>, _ctx: &Context<'_>) -> [Vec<ActionHint>; 2] {
        [Vec::new(), Vec::new()]
    }

    /// Does one of the pane's own verbs; `None` if it is one of every list.
    fn act(&self, _action: Action, _list: &List<Q>, _ctx: &Context<'_>) -> Option<Vec<Effect>> {
        None
    }

    /// Takes what has come, before the rows are arranged: rows after the first `known` if a page has, and details.
    fn receive(&mut self, _list: &mut List<Q>, _known: Option<usize>, _ctx: &Context<'_>) {}

    /// Follows the rows that can be seen, after whatever changed them.
    fn follow(&mut self, _list: &List<Q>, _ctx: &Context<'_>) {}

    /// See [`Pane::wake_at`].
    fn wake_at(&self, _list: &List<Q>, _ctx: &Context<'_>) -> Option<Timestamp> {
        None
    }
}

/// The pane of a list.
#[derive(Debug)]
pub struct ListPane<Q: Listed, R> {
    list: List<Q>,
    rows: R,
}

impl<Q: Listed, R: PaneRows<Q>> ListPane<Q, R> {
    /// Opens the pane.
    pub fn open(query: Q) -> Self {
        let rows = R::for_query(&query);
        Self { list: List::new(query), rows }
    }
}

impl<Q: Listed, R: PaneRows<Q>> Pane for ListPane<Q, R> {
    fn place(&self) -> Place {
        self.list.place()
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        self.list.title(ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.list.view(&self.rows, ctx, area, buf)
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        let [first, then] = self.rows.hints(&self.list, ctx);
        self.list.hints(ctx, first, then)
    }

    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        if let Some(effects) = self.rows.act(action, &self.list, ctx) {
            return effects;
        }
        let effects = self.list.act(action, &self.rows, ctx);
        self.rows.receive(&mut self.list, None, ctx);
        self.rows.follow(&self.list, ctx);
        effects
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let effects = self.list.handle_input(input, &self.rows, ctx);
        self.rows.follow(&self.list, ctx);
        effects
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        self.list.links(&self.rows, ctx)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        self.list.status(ctx)
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.rows.wake_at(&self.list, ctx)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let known = self.list.len();
        let has_come = self.list.rebuild_view(ctx);
        self.rows.receive(&mut self.list, has_come.then_some(known), ctx);
        self.list.arrange(&self.rows, ctx);
        self.rows.follow(&self.list, ctx);
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.list.wants(ctx, wants);
        self.rows.wants(&self.list, ctx, wants);
    }

    fn due_effects(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        self.list.due_effects()
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        let rows = self.rows.unread(&self.list);
        self.list.step_rows(rows)
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.list.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.list.set_arrangement::<R>(arrangement, ctx)
    }

    fn columns(&self, _ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        self.list.columns(&self.rows)
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.list.contents(&self.rows, ctx)
    }

    fn rest(&mut self) {
        self.list.rest();
    }

    fn loaded_bytes(&self) -> usize {
        self.list.loaded_bytes()
    }

    fn give_back(&mut self, bytes: usize, is_on_screen: bool) -> GivenBack {
        self.list.give_back(bytes, is_on_screen)
    }
}

//! The pane of a list that a server pages: everything but what its rows add.

use std::fmt::Debug;

use ledger::Timestamp;
use ledger::query::ContractQuery;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::columns::ColumnList;
use super::{HasList, Links, Listed, PagedList, Pages, Rows, ServerRows, Source as _, StepRows, Wish};
use crate::message::{Action, Arrangement, Contents, Copied, Effect, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::verbs::by_verbs;
use crate::panes::{ActionHint, Context, Pane, Status, Verbs};
use crate::widgets::Link;
use crate::widgets::feed::GivenBack;

/// What the rows of a list add to its pane.
pub trait PaneRows<Q: Listed, P: Pages<Q> = Links>: Rows<Q, P> + Debug + Sized {
    /// The rows' data that follows from the query alone.
    fn for_query(query: &Q) -> Self;

    /// The data for stepping through the rows: see [`PagedList::step_rows`].
    #[must_use]
    fn unread(&self, list: &PagedList<Q, P>) -> Self {
        Self::for_query(list.query())
    }

    /// Adds the questions about the rows.
    fn wants(&self, _list: &PagedList<Q, P>, _ctx: &Context<'_>, _wants: &mut Wants) {}

    /// The contract that is loaded before the first page.
    fn awaited(&self, _list: &PagedList<Q, P>) -> Option<ContractQuery> {
        None
    }

    /// Starts the list once that contract was loaded.
    fn begin(&mut self, _list: &mut PagedList<Q, P>, _ctx: &Context<'_>) {}

    /// The header's status, made from that of the list.
    fn status(&self, _list: &PagedList<Q, P>, of_list: Status, _ctx: &Context<'_>) -> Status {
        of_list
    }

    /// Adds the pane's verbs.
    fn verbs<'c>(
        &self,
        _list: &PagedList<Q, P>,
        _ctx: &'c Context<'_>,
        _verbs: &mut Verbs<'c, ListPane<Q, Self, P>>,
    ) {
    }

    /// Adds verbs after those for loading and ordering.
    fn more_verbs<'c>(
        &self,
        _list: &PagedList<Q, P>,
        _ctx: &'c Context<'_>,
        _verbs: &mut Verbs<'c, ListPane<Q, Self, P>>,
    ) {
    }

    /// The verbs of an open prompt, which takes all input.
    fn prompt_hints(&self) -> Option<Vec<ActionHint>> {
        None
    }

    /// Passes an input to the open prompt. The outer `None`: no prompt is open.
    fn type_in_prompt(
        &mut self,
        _input: &Input,
        _list: &PagedList<Q, P>,
        _ctx: &Context<'_>,
    ) -> Option<Option<Vec<Effect>>> {
        None
    }

    fn view_prompt(&self, _ctx: &Context<'_>, _area: Rect, _buf: &mut Buffer) -> Option<Position> {
        None
    }

    /// Receives answers before filter and sort: rows after the first `known` if a page arrived, and details.
    fn receive(&mut self, _list: &mut PagedList<Q, P>, _known: Option<usize>, _ctx: &Context<'_>) {}

    /// Updates for the visible rows after any change.
    fn follow(&mut self, _list: &PagedList<Q, P>, _ctx: &Context<'_>) {}

    /// See [`Pane::wake_at`].
    fn wake_at(&self, _list: &PagedList<Q, P>, _ctx: &Context<'_>) -> Option<Timestamp> {
        None
    }

    /// Approximate memory use, bytes.
    fn bytes(&self) -> usize {
        0
    }
}

/// The pane of a list.
#[derive(Debug)]
pub struct ListPane<Q: Listed, R, P = Links> {
    pub(super) list: PagedList<Q, P>,
    pub(super) rows: R,
}

impl<Q: Listed, R: PaneRows<Q>> ListPane<Q, R> {
    /// Opens the pane.
    pub fn open(query: Q) -> Self {
        let rows = R::for_query(&query);
        Self { list: PagedList::new(query), rows }
    }
}

impl<Q: Listed, R: PaneRows<Q, P>, P: Pages<Q>> ListPane<Q, R, P> {
    /// Creates the pane of a list with a custom paging strategy.
    pub fn of(list: PagedList<Q, P>, rows: R) -> Self {
        Self { list, rows }
    }

    /// Updates after a verb.
    fn update(&mut self, ctx: &Context<'_>) {
        self.list.arrange(&self.rows, ctx);
        self.rows.receive(&mut self.list, None, ctx);
        self.rows.follow(&self.list, ctx);
    }

    pub fn rows_mut(&mut self) -> &mut R {
        &mut self.rows
    }
}

impl<Q: Listed, R: PaneRows<Q, P>, P: Pages<Q>> HasList for ListPane<Q, R, P> {
    type Source = ServerRows<Q, P>;
    type Columns = R;
    type Rows<'a> = &'a R;

    const ENDS: bool = Q::ENDS;

    fn list(&self) -> &PagedList<Q, P> {
        &self.list
    }

    fn list_mut(&mut self) -> &mut PagedList<Q, P> {
        &mut self.list
    }

    fn rows<'a>(&'a self, _ctx: &Context<'a>) -> &'a R {
        &self.rows
    }

    fn parts<'a>(&'a mut self, _ctx: &Context<'a>) -> (&'a mut PagedList<Q, P>, &'a R) {
        (&mut self.list, &self.rows)
    }

    fn table(&self, ctx: &Context<'_>) -> Rect {
        self.list.areas(ctx.body).table
    }

    fn no_rows(&self, _ctx: &Context<'_>) -> Option<&'static str> {
        self.list.is_empty().then_some("nothing is loaded")
    }

    /// A filter or sort can be set before the first rows arrive.
    fn no_export(&self, ctx: &Context<'_>) -> Option<&'static str> {
        self.no_rows(ctx).filter(|_| self.list.feed().is_some() && self.list.marked() == 0)
    }

    fn no_more(&self, _ctx: &Context<'_>) -> Option<Option<&'static str>> {
        let is_over = self.list.feed().is_none_or(|feed| feed.more().is_none());
        Some(is_over.then_some("there is no further page"))
    }

    fn load(&mut self, wish: Wish, ctx: &Context<'_>) -> Vec<Effect> {
        self.list.load(wish, ctx)
    }

    fn tail_verb<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let is_on = self.list.tail.is_some();
        let words = if is_on { "stop the tail" } else { "live tail" };
        let none = self.list.no_tail(ctx.now).filter(|_| !is_on);
        verbs.hidden(Action::Tail, words).unless(none).run(move |pane| pane.list.toggle_tail(ctx));
    }

    fn copies(&self, at_most: usize, ctx: &Context<'_>) -> Vec<Copied> {
        self.list.copies(&self.rows, ctx).take(at_most).collect()
    }
}

impl<Q: Listed, R: PaneRows<Q, P>, P: Pages<Q>> Pane for ListPane<Q, R, P> {
    fn place(&self) -> Place {
        self.list.place()
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        self.list.title(ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if let Some(awaited) = self.rows.awaited(&self.list) {
            let subject = format!("contract {}", awaited.contract);
            return self.list.view_missing((Some(ctx.get(&awaited)), &subject), ctx, area, buf);
        }
        let cursor = self.list.view(&self.rows, ctx, area, buf);
        self.rows.view_prompt(ctx, area, buf).or(cursor)
    }

    by_verbs!(update);

    fn is_typing(&self) -> bool {
        let list = &self.list;
        self.rows.prompt_hints().is_some()
            || list.filters.is_typing()
            || list.loader.is_typing()
            || list.is_typing()
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if let Some(effects) = self.rows.type_in_prompt(input, &self.list, ctx) {
            return effects;
        }
        let effects = self.list.handle_input(input, &self.rows, ctx);
        self.rows.follow(&self.list, ctx);
        effects
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        let is_drawn = self.rows.awaited(&self.list).is_none() && self.rows.prompt_hints().is_none();
        if is_drawn { self.list.links(&self.rows, ctx) } else { Vec::new() }
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        if self.rows.awaited(&self.list).is_some() {
            return self.list.with_order(ctx.status(), ctx);
        }
        self.rows.status(&self.list, self.list.status(ctx), ctx)
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.rows.wake_at(&self.list, ctx)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.rows.begin(&mut self.list, ctx);
        let known = self.list.len();
        let has_come = self.list.rebuild_view(ctx);
        self.rows.receive(&mut self.list, has_come.then_some(known), ctx);
        self.list.arrange(&self.rows, ctx);
        self.rows.follow(&self.list, ctx);
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        if let Some(awaited) = self.rows.awaited(&self.list) {
            wants.add(&awaited);
        }
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
        self.list.columns(&self.rows).filter(|_| self.rows.prompt_hints().is_none())
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.list.contents(&self.rows, ctx)
    }

    fn rest(&mut self) {
        self.list.rest();
    }

    fn loaded_bytes(&self) -> usize {
        self.list.loaded_bytes() + self.rows.bytes()
    }

    fn give_back(&mut self, bytes: usize, is_on_screen: bool) -> GivenBack {
        self.list.give_back(bytes, is_on_screen)
    }
}

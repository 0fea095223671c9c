//! Keyboard and mouse input of a list.

use ratatui::layout::Rect;

use super::columns::ColumnList;
use super::{Listed, Loading, PagedList, Pages, Rows, view};
use crate::message::{Action, Click, Effect, Input, MouseButton};
use crate::panes::Context;
use crate::widgets::Split;

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// Loads another page.
    pub(super) fn load_more(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.source.pages.go_on();
        if let Some(feed) = self.source.paged.feed_mut() {
            feed.touched();
        }
        // A page that waits for a retry is requested now; it is not a further one.
        if self.source.loader.loading.is_none() || !self.source.paged.is_waiting(ctx) {
            self.source.loader.loading =
                Some(Loading::another(self.source.loader.loading, self.loaded_pages(), ctx.now));
        }
        self.more(ctx)
    }

    /// Runs the action once the first page is loaded, or cancels that.
    pub(super) fn toggle_awaited(&mut self, action: Action) {
        self.source.awaited = Some(action).filter(|_| self.source.awaited != Some(action));
    }

    /// Opens the form of the filters.
    pub(super) fn open_filters(&mut self, ctx: &Context<'_>) {
        let rows = self.feed().map(|feed| feed.near().1).unwrap_or_default();
        let completions = Q::completions(rows, ctx);
        self.source.filters.open(completions, ctx);
    }

    /// See [`crate::panes::Pane::columns`].
    pub fn columns<'a, R: Rows<Q, P>>(&self, rows: &'a R) -> Option<&'a dyn ColumnList> {
        let is_typed = self.is_typed_over();
        (!is_typed && !self.is_empty()).then_some(rows)
    }

    /// Opens the list of another query, if it differs.
    pub fn to(&self, query: &Q) -> Vec<Effect> {
        self.source.filters.to(query)
    }

    pub(super) fn moved(&mut self, action: Action, ctx: &Context<'_>) {
        self.source.loader.loading = self.source.loader.loading.map(Loading::in_place);
        let height = self.height(ctx);
        if let Some(feed) = self.source.paged.feed_mut() {
            let len = feed.len();
            let _ = feed.scroll.act(action, len, view::page_height::<Q>(feed, action, height, ctx));
            feed.settle(height);
            feed.touched();
        }
        // The last row is the last loaded one: going there does not load more.
        if action != Action::Last {
            self.scrolled(ctx);
        }
    }

    /// Scrolls to the clicked or dragged position of the scroll bar. `false` if it was not hit.
    fn drag(&mut self, click: Click, table: Rect, ctx: &Context<'_>) -> bool {
        let Some(feed) = self.source.paged.feed_mut() else { return false };
        let (rows, len) = (table.below(1), feed.len());
        if !feed.scroll.drag(click, rows, len) {
            return false;
        }
        feed.settle(rows.height);
        feed.touched();
        self.source.loader.loading = self.source.loader.loading.map(Loading::in_place);
        self.scrolled(ctx);
        true
    }

    /// See [`crate::panes::Pane::handle_input`].
    pub fn handle_input(
        &mut self,
        input: &Input,
        rows: &impl Rows<Q, P>,
        ctx: &Context<'_>,
    ) -> Option<Vec<Effect>> {
        let effects = self.input(input, rows, ctx);
        self.arrange(rows, ctx);
        effects
    }

    fn input<R: Rows<Q, P>>(&mut self, input: &Input, rows: &R, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if self.source.filters.is_open() {
            return self.source.filters.handle_input(input, ctx);
        }
        if let Some(effects) = self.type_until(input, ctx) {
            return effects;
        }
        if self.choice.type_in_filter(input, self.source.arranged.loaded(), ctx) {
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        if let Some(effects) = self.click_chip(*click, ctx) {
            return Some(effects);
        }
        if self.is_counting() {
            self.click_counts::<R>(*click, ctx);
            return Some(Vec::new());
        }
        if let Some(turn) = click.button.turn() {
            (0..MouseButton::TURN).for_each(|_| self.moved(turn, ctx));
            return Some(Vec::new());
        }
        let table = self.areas(ctx.body).table;
        if self.drag(*click, table, ctx) || click.button != MouseButton::Press {
            return Some(Vec::new());
        }
        if let Some(column) = rows.clicked(*click, ctx, table) {
            self.choice.toggle_sort(rows, column, ctx);
            return Some(Vec::new());
        }
        let lines = self.feed().map(|feed| view::lines::<Q>(feed, table, ctx)).unwrap_or_default();
        let pressed = lines.row_at(*click, table);
        if let (Some(row), Some(feed)) = (pressed, self.source.paged.feed_mut()) {
            if row == feed.scroll.selected {
                let place = self.shown_in(&rows, table, ctx).clicked_place(*click);
                return Some(Effect::go(place.or_else(|| self.opened())));
            }
            let len = feed.len();
            feed.scroll.select(row, len, table.height.saturating_sub(1));
        }
        Some(Vec::new())
    }
}

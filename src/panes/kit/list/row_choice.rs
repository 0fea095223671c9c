//! The filters of a list that a server pages: the server's, the local one, and the sort.

use ratatui::layout::Rect;

use super::chips::{self, Chip};
use super::{Areas, Listed, PagedList, Pages, Rows};
use crate::message::{Action, Click, Effect};
use crate::panes::Context;
use crate::widgets::table::Cell;
use crate::widgets::{Feed, Link, Role};

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// The areas of the body, with room for chips if there are any.
    pub(super) fn areas(&self, body: Rect) -> Areas {
        Areas::new(body, self.source.filters.is_set() || self.choice.is_active())
    }

    /// The local filter as typed; empty if not set.
    pub fn local_filter(&self) -> &str {
        self.choice.filter().text()
    }

    /// Whether the shown rows lag behind the loaded rows or the filter and sort.
    pub(super) fn is_behind(&self, feed: &Feed<Q::Row>) -> bool {
        self.source.arranged.is_behind(&self.choice, feed)
    }

    /// The visible links: see [`crate::panes::Pane::links`].
    pub fn links<R: Rows<Q, P>>(&self, rows: &R, ctx: &Context<'_>) -> Vec<Link> {
        if self.is_typed_over() {
            return Vec::new();
        }
        let areas = self.areas(ctx.body);
        let links = self.shown_in(&rows, areas.table, ctx).links();
        chips::links(&self.chips(), ctx, areas.chips).into_iter().chain(links).collect()
    }

    /// Whether a form or prompt is open, and takes the input.
    pub(super) fn is_typed_over(&self) -> bool {
        self.filters.is_open() || self.loader.is_typing() || self.choice.is_typing()
    }

    /// The active server filters, then the local filter and the sort.
    pub(super) fn chips(&self) -> Vec<Chip> {
        [self.source.filters.chips(), self.choice.chips()].concat()
    }

    /// Removes the filter or sort of a clicked chip. `None` if no chip was clicked.
    pub(super) fn click_chip(&mut self, click: Click, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let (chips, band) = (self.chips(), self.areas(ctx.body).chips);
        let chip = chips.get(chips::clicked(&chips, ctx, band, click)?)?;
        Some(if self.choice.without(chip) { Vec::new() } else { self.source.filters.without(chip, ctx) })
    }

    /// The number of passing rows, in words.
    pub(super) fn count_words(&self) -> String {
        let Some(feed) = self.feed() else { return String::new() };
        if self.is_behind(feed) && self.source.arranged.examined() < feed.loaded() {
            return format!("{} of {} examined", self.source.arranged.examined(), feed.loaded());
        }
        format!("{} of {} loaded", feed.len(), feed.loaded())
    }

    /// Why no row is shown though some are loaded.
    pub(super) fn none_passes(&self, ctx: &Context<'_>) -> Vec<Cell> {
        let filter = self.local_filter();
        let mut lines = vec![(format!("No loaded row passes / {filter}"), Role::Heading)];
        lines.push((self.count_words(), Role::Plain));
        let keys = [(Action::MorePages, "loads another page"), (Action::Close, "shows all rows")];
        lines.extend(keys.into_iter().filter_map(|(key, does)| Some((ctx.key_does(key, does)?, Role::Dim))));
        lines
    }
}

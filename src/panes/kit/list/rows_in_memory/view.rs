//! Drawing and verbs of a list in memory.

use std::fmt::Debug;
use std::hash::Hash;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{MemoryList, MemoryRows};
use crate::message::Action;
use crate::panes::Context;
use crate::panes::kit::{list::chips, list::source::Source as _};
use crate::widgets::line::put_right;
use crate::widgets::table::Cell;
use crate::widgets::{Link, Role, Split};

impl<N: Clone + Debug + Eq + Hash> MemoryList<N> {
    /// The context for the area below the chips and the marks line, if there are any.
    pub fn within<'a>(&self, ctx: &Context<'a>) -> Context<'a> {
        Context { body: self.below(ctx.body), ..*ctx }
    }

    fn below(&self, body: Rect) -> Rect {
        body.below(self.chip_lines(body))
    }

    /// The links of the chips, rows and cells; a click on a chip removes it.
    pub fn links<R: MemoryRows<Name = N>>(&self, rows: &R, ctx: &Context<'_>, table: Rect) -> Vec<Link> {
        let mut all = self.shown_in(rows, table, ctx).links();
        all.extend(chips::links(&self.choice.chips(), ctx, ctx.body));
        all
    }

    /// Draws the titles and the rows in view.
    pub fn view<R: MemoryRows<Name = N>>(&self, rows: &R, ctx: &Context<'_>, table: Rect, buf: &mut Buffer) {
        let shown = self.shown_in(rows, table, ctx);
        shown.view(&shown.lines(), buf);
    }

    /// Draws the counts in place of the pane, with the chips above them. `false` if none are shown.
    pub fn view_counts(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> bool {
        if self.is_counting() {
            self.view_chips(ctx, area, buf);
        }
        self.draw_counts(|| self.none_passes(ctx).unwrap_or_default(), ctx, area, buf)
    }

    /// Draws the chips and the marks line, if there are any; returns the rest of the area.
    pub fn view_chips(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Rect {
        let below = self.below(area);
        let [band] = area.stack([area.height.saturating_sub(below.height)]);
        chips::view(&self.choice.chips(), ctx, band, buf);
        let passing = self.choice.is_active().then(|| self.count_words());
        let parts: Vec<String> = self.marked_words().into_iter().chain(passing).collect();
        let words = parts.join(&format!(" {} ", ctx.theme.glyphs.dot));
        put_right(buf, band.left_of(1), 0, &words, ctx.theme.style(Role::Dim));
        below
    }

    /// Draws the filter prompt; returns the cursor position.
    pub fn view_line(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let [_, line] = area.with_footer(1);
        self.choice.view_typed(|| self.count_words(), ctx, line, buf)
    }

    fn count_words(&self) -> String {
        let (all, shown) = (self.source.loaded.len(), self.source.shown.as_ref());
        format!("{} of {all}", shown.map_or(all, |(_, places)| places.len()))
    }

    /// Why the filter lets no row pass; `None` for another reason.
    pub fn none_passes(&self, ctx: &Context<'_>) -> Option<Vec<Cell>> {
        if self.source.loaded.is_empty() || !self.choice.is_active() {
            return None;
        }
        let mut lines = vec![(format!("No row passes / {}", self.choice.filter()), Role::Heading)];
        lines.extend(ctx.key_does(Action::Close, "shows all rows").map(|words| (words, Role::Dim)));
        Some(lines)
    }
}

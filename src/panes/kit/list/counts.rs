//! The counts of a list, in place of its rows.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Columns;
use super::source::{List, Source};
use crate::message::{Action, Click};
use crate::panes::Context;
use crate::widgets::Link;
use crate::widgets::table::Cell;

impl<S: Source> List<S> {
    /// Number of chip lines above the rows or counts.
    pub(super) fn chip_lines(&self, body: Rect) -> u16 {
        self.source.chip_lines(self.choice.is_active(), body)
    }

    /// Counts the rows with values, if counts are shown.
    pub(super) fn count(&mut self, ctx: &Context<'_>) {
        let chips = self.chip_lines(ctx.body);
        let rows = self.source.counted(self.choice.filter());
        if let Some(aggregates) = &mut self.aggregates {
            aggregates.count(&rows, || self.source.loaded_marks(), chips, ctx);
        }
    }

    /// Moves among the counts.
    pub(super) fn move_count(&mut self, action: Action, ctx: &Context<'_>) {
        let chips = self.chip_lines(ctx.body);
        if let Some(aggregates) = &mut self.aggregates {
            aggregates.move_by(action, chips, ctx);
        }
    }

    /// Handles a click on the counts.
    pub(super) fn click_counts<C: Columns>(&mut self, click: Click, ctx: &Context<'_>) {
        let chips = self.chip_lines(ctx.body);
        let terms = self.aggregates.as_mut().and_then(|it| it.click::<C>(click, chips, ctx));
        self.narrow::<C>(terms, ctx);
    }

    /// Closes the counts, and adds these terms to the local filter.
    pub(super) fn narrow<C: Columns>(&mut self, terms: Option<String>, ctx: &Context<'_>) {
        if terms.is_some_and(|terms| self.choice.narrow::<C>(&terms, ctx)) {
            self.aggregates = None;
        }
    }

    /// The links of the visible counts; `None` if none are shown.
    pub(super) fn count_links(&self, ctx: &Context<'_>) -> Option<Vec<Link>> {
        self.aggregates.as_ref().map(|it| it.links(self.chip_lines(ctx.body), ctx))
    }

    /// Draws the counts in place of the rows; `none` says why no row passes. `false` if none are shown.
    pub(super) fn draw_counts(
        &self,
        none: impl FnOnce() -> Vec<Cell>,
        ctx: &Context<'_>,
        area: Rect,
        buf: &mut Buffer,
    ) -> bool {
        let Some(aggregates) = &self.aggregates else { return false };
        let rows = self.source.counted(self.choice.filter());
        aggregates.view(&rows, none, self.chip_lines(area), ctx, area, buf);
        true
    }
}

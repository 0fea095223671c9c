//! The counts of a list in memory.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::RowsInMemory;
use crate::decode::rows::Loaded;
use crate::message::{Action, Effect, Input};
use crate::panes::kit::list::Columns;
use crate::panes::kit::list::aggregates::{Acted, CountedRows};
use crate::panes::{ActionHint, Context};
use crate::widgets::Link;

impl<N: Clone + Debug + Eq + Hash> RowsInMemory<N> {
    /// Whether counts are shown in place of the pane.
    pub fn is_counting(&self) -> bool {
        self.aggregates.is_some()
    }

    fn counted_rows(&self) -> CountedRows<'_> {
        CountedRows {
            valued: &self.loaded,
            filter: self.choice.filter(),
            loaded: self.loaded.len(),
            has_more: false,
            is_live: false,
        }
    }

    /// How many lines of chips are above the counts.
    fn chip_lines(&self, body: Rect) -> u16 {
        body.height.saturating_sub(self.below(body).height)
    }

    /// Has the rows counted, if counts are shown.
    pub(super) fn count(&mut self, ctx: &Context<'_>) {
        let Some(mut aggregates) = self.aggregates.take() else { return };
        aggregates.count(&self.counted_rows(), || self.loaded_marks(), self.chip_lines(ctx.body), ctx);
        self.aggregates = Some(aggregates);
    }

    /// What the marked rows are worth.
    fn loaded_marks(&self) -> Loaded {
        let places: Arc<[u32]> = self.marked.iter().filter_map(|at| u32::try_from(*at).ok()).collect();
        let values = self.loaded.0.first().map(|(values, _)| (Arc::clone(values), places));
        Loaded(values.into_iter().collect())
    }

    /// Does a verb of the counts. `None` if it is another one.
    pub(super) fn act_on_counts<C: Columns>(
        &mut self,
        action: Action,
        ctx: &Context<'_>,
    ) -> Option<Vec<Effect>> {
        let chips = self.chip_lines(ctx.body);
        let acted = self.aggregates.as_mut()?.act::<C>(action, chips, ctx);
        self.after::<C>(acted, ctx)
    }

    /// Takes a click on the counts.
    pub(super) fn click_counts<C: Columns>(&mut self, input: &Input, ctx: &Context<'_>) {
        let (Input::Mouse(click), chips) = (input, self.chip_lines(ctx.body)) else { return };
        if let Some(acted) = self.aggregates.as_mut().map(|it| it.click::<C>(*click, chips, ctx)) {
            self.after::<C>(acted, ctx);
        }
    }

    fn after<C: Columns>(&mut self, acted: Acted, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        match acted {
            Acted::Closed => self.aggregates = None,
            Acted::Narrowed(terms) => {
                if self.choice.narrow::<C>(&terms, ctx) {
                    self.aggregates = None;
                }
            }
            Acted::Done(effects) => return Some(effects),
            Acted::Ignored => return None,
        }
        Some(Vec::new())
    }

    /// What can be done with the counts, while they are shown.
    pub(super) fn count_hints(&self) -> Option<Vec<ActionHint>> {
        self.aggregates.as_ref().map(|it| it.hints([]))
    }

    pub(super) fn count_links(&self, ctx: &Context<'_>) -> Option<Vec<Link>> {
        self.aggregates.as_ref().map(|it| it.links(self.chip_lines(ctx.body), ctx))
    }

    /// Draws the counts in place of the pane, with the chips above them. `false` if none are shown.
    pub fn view_counts(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> bool {
        let Some(aggregates) = &self.aggregates else { return false };
        self.view_chips(ctx, area, buf);
        let none = || self.none_passes(ctx).unwrap_or_default();
        aggregates.view(&self.counted_rows(), none, self.chip_lines(area), ctx, area, buf);
        true
    }
}

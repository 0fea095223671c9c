//! The counts of a list that a server sends page by page.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Acted, Aggregates, CountedRows};
use crate::decode::rows::Loaded;
use crate::message::{Action, Click, Effect};
use crate::panes::kit::list::{List, Listed, Pages, Rows};
use crate::panes::{ActionHint, Context};
use crate::widgets::{Feed, Link};

impl<Q: Listed, P: Pages<Q>> List<Q, P> {
    /// Whether counts are shown in place of the rows.
    pub(in crate::panes::kit::list) fn is_counting(&self) -> bool {
        self.aggregates.is_some()
    }

    /// Shows the counts of the rows.
    pub(in crate::panes::kit::list) fn open_aggregates<R: Rows<Q, P>>(&mut self) {
        self.aggregates = Some(Aggregates::new::<R>(self.marked() > 0));
    }

    fn counted_rows(&self) -> CountedRows<'_> {
        CountedRows {
            valued: self.arranging.loaded(),
            filter: self.choice.filter(),
            loaded: self.len(),
            has_more: self.feed().is_some_and(|feed| feed.more().is_some()),
            is_live: self.tail.is_some(),
        }
    }

    /// How many lines of chips are above the counts.
    fn chip_lines(&self, ctx: &Context<'_>) -> u16 {
        self.areas(ctx.body).chips.height
    }

    /// Has the rows counted whose values are known by now.
    pub(in crate::panes::kit::list) fn update_aggregates(&mut self, ctx: &Context<'_>) {
        let Some(mut aggregates) = self.aggregates.take() else { return };
        aggregates.count(&self.counted_rows(), || self.loaded_marks(), self.chip_lines(ctx), ctx);
        self.aggregates = Some(aggregates);
    }

    /// The marked rows whose values are known.
    fn loaded_marks(&self) -> Loaded {
        let pages = self.feed().map(Feed::marked_pages).unwrap_or_default();
        let valued = pages.into_iter().filter_map(|part| {
            let values = self.arranging.values(&part.page)?;
            Some((values.clone(), part.rows))
        });
        Loaded(valued.collect())
    }

    /// Does a verb of the counts. `None` if it is one of the list.
    pub(in crate::panes::kit::list) fn act_on_aggregates<R: Rows<Q, P>>(
        &mut self,
        action: Action,
        ctx: &Context<'_>,
    ) -> Option<Vec<Effect>> {
        let chips = self.chip_lines(ctx);
        let acted = self.aggregates.as_mut()?.act::<R>(action, chips, ctx);
        self.after::<R>(acted, ctx)
    }

    /// Takes a click on the counts.
    pub(in crate::panes::kit::list) fn click_aggregates<R: Rows<Q, P>>(
        &mut self,
        click: Click,
        ctx: &Context<'_>,
    ) {
        let chips = self.chip_lines(ctx);
        if let Some(acted) = self.aggregates.as_mut().map(|it| it.click::<R>(click, chips, ctx)) {
            self.after::<R>(acted, ctx);
        }
    }

    fn after<R: Rows<Q, P>>(&mut self, acted: Acted, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        match acted {
            Acted::Closed => self.aggregates = None,
            Acted::Narrowed(terms) => {
                if self.choice.narrow::<R>(&terms, ctx) {
                    self.aggregates = None;
                }
            }
            Acted::Done(effects) => return Some(effects),
            Acted::Ignored => return None,
        }
        Some(Vec::new())
    }

    /// The counts in view, each of which is chosen by clicks.
    pub(in crate::panes::kit::list) fn aggregate_links(&self, ctx: &Context<'_>) -> Vec<Link> {
        let chips = self.chip_lines(ctx);
        self.aggregates.as_ref().map(|it| it.links(chips, ctx)).unwrap_or_default()
    }

    /// The verbs of the counts.
    pub(in crate::panes::kit::list) fn aggregate_hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        let over = self.feed().is_none_or(|feed| feed.more().is_none()).then_some("there is no further page");
        let tail = if self.tail.is_some() { "stop the tail" } else { "live tail" };
        let no_tail = self.no_tail(ctx.now).filter(|_| self.tail.is_none());
        let of_list = [
            ActionHint::new(Action::MorePages, Q::WORDS.more).disabled_if(over),
            ActionHint::hidden(Action::Refresh, "refresh"),
            ActionHint::hidden(Action::Tail, tail).disabled_if(no_tail),
        ];
        self.aggregates.as_ref().map(|it| it.hints(of_list)).unwrap_or_default()
    }

    /// Draws the counts in place of the rows.
    pub(in crate::panes::kit::list) fn view_aggregates(
        &self,
        ctx: &Context<'_>,
        area: Rect,
        buf: &mut Buffer,
    ) {
        let Some(aggregates) = &self.aggregates else { return };
        let chips = self.areas(area).chips.height;
        aggregates.view(&self.counted_rows(), || self.none_passes(ctx), chips, ctx, area, buf);
    }
}

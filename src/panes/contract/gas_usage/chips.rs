//! The chips of the filters that define the window; a click removes a filter.

use ledger::query::Parameters as _;

use super::GasUsagePane;
use crate::message::{Click, Effect, Place};
use crate::panes::Context;
use crate::panes::kit::list::chips;
use crate::widgets::Link;

pub(super) fn links(pane: &GasUsagePane, ctx: &Context<'_>) -> Vec<Link> {
    if pane.local().is_counting() {
        return Vec::new();
    }
    chips::links(&pane.query.pairs(), ctx, pane.areas_within(ctx).chips)
}

impl GasUsagePane {
    /// Removes the filter of a clicked chip. `None` if no chip was clicked.
    pub(super) fn click_chip(&self, click: Click, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let pairs = self.query.pairs();
        let clicked = chips::clicked(&pairs, ctx, self.areas_within(ctx).chips, click)?;
        let kept = pairs.iter().enumerate().filter(|(at, _)| *at != clicked);
        let kept = kept.map(|(_, (name, value))| (*name, value.as_str()));
        let query = self.query.with_pairs(kept, ctx.network.home).ok()?;
        Some(vec![Effect::Replace(Place::GasUsage(query))])
    }
}

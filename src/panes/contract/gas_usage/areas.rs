//! The areas of the pane.

use ledger::query::{Parameters as _, ResultsQuery};
use ratatui::layout::Rect;

use super::GasUsagePane;
use crate::panes::Context;
use crate::widgets::Split;
use crate::widgets::split::REST;

/// Lines of the selected method's summary.
const FOOTER_ROWS: u16 = 7;

/// The areas, top to bottom.
pub(super) struct Areas {
    pub(super) chips: Rect,
    pub(super) head: Rect,
    pub(super) line: Rect,
    pub(super) table: Rect,
    pub(super) footer: Rect,
}

impl Areas {
    /// The areas below the filter chips.
    pub(super) fn new(body: Rect, query: &ResultsQuery) -> Self {
        let is_filtered = !query.pairs().is_empty();
        let [chips, head, line, rest] =
            body.stack([u16::from(is_filtered), super::window::height(body), 1, REST]);
        let [table, footer] = rest.with_footer(FOOTER_ROWS.min(rest.height / 3));
        Self { chips, head, line, table, footer }
    }

    /// Number of visible rows below the titles.
    pub(super) fn rows(&self) -> u16 {
        self.table.height.saturating_sub(1)
    }
}

impl GasUsagePane {
    pub(super) fn areas(&self, body: Rect) -> Areas {
        Areas::new(body, &self.query)
    }

    /// The areas, below the filter chips.
    pub(super) fn areas_within(&self, ctx: &Context<'_>) -> Areas {
        self.areas(self.local().within(ctx).body)
    }
}

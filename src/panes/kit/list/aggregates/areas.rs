//! Where the parts of the counts are.

use ratatui::layout::Rect;

use crate::widgets::Split;
use crate::widgets::split::REST;

/// Columns from which the rows in a few numbers need one line, and two.
const MIN_ONE_LINE_COLUMNS: u16 = 160;
const MIN_TWO_LINES_COLUMNS: u16 = 110;
const MAX_SUMMARY_ROWS: u16 = 3;
/// Minimum height of a body for a chart and a second line of numbers.
const MIN_CHART_BODY_ROWS: u16 = 16;
/// The most rows of a chart with its words and its axis.
const MAX_CHART_ROWS: u16 = 14;
/// Columns of the counts at the side of the chart.
pub(super) const SCALE_COLUMNS: u16 = 7;

/// What there is to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// Lines of chips above.
    pub(super) chips: u16,
    /// Of how many things the rows are summed up in numbers.
    pub(super) numbers: u16,
    pub(super) buckets: usize,
    pub(super) has_times: bool,
}

/// The parts, top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::panes::kit::list) struct Areas {
    /// What rows are counted by.
    pub(super) tabs: Rect,
    /// The rows in a few numbers.
    pub(super) summary: Rect,
    /// The titles and the buckets.
    pub(super) table: Rect,
    /// The rows over time; empty where there is no room.
    pub(super) chart: Rect,
    /// What is counted.
    pub(super) footer: Rect,
}

impl Areas {
    /// The parts of a body.
    pub(super) fn new(body: Rect, parts: Parts) -> Self {
        let [above, footer] = body.below(parts.chips).with_footer(1);
        let most = match body.width {
            _ if body.height < MIN_CHART_BODY_ROWS => 1,
            MIN_ONE_LINE_COLUMNS.. => 1,
            MIN_TWO_LINES_COLUMNS.. => 2,
            _ => MAX_SUMMARY_ROWS,
        };
        let [tabs, summary, rest] = above.stack([1, parts.numbers.clamp(1, most), REST]);
        let needed = u16::try_from(parts.buckets).unwrap_or(u16::MAX).saturating_add(2);
        let chart = match body.height {
            _ if !parts.has_times => 0,
            0..MIN_CHART_BODY_ROWS => 0,
            16..24 => 5,
            24..36 => 7,
            _ => 9,
        };
        let spare = rest.height.saturating_sub(needed).min(MAX_CHART_ROWS);
        let chart = if chart == 0 { 0 } else { chart.max(spare) };
        let table = rest.height.saturating_sub(chart).min(if chart == 0 { REST } else { needed });
        let [table, chart, _] = rest.stack([table, chart, REST]);
        Self { tabs: tabs.right_of(LABEL_COLUMNS), summary, table, chart, footer }
    }

    /// How many buckets can be seen.
    pub(super) fn rows(&self) -> u16 {
        self.buckets().height
    }

    /// The rows of the buckets below the titles.
    pub(super) fn buckets(&self) -> Rect {
        self.table.below(1)
    }

    /// How many columns the bars of the chart have.
    pub(super) fn chart_columns(&self) -> u16 {
        self.chart.width.saturating_sub(SCALE_COLUMNS + 1)
    }
}

/// Before the tabs, and its columns.
pub(super) const LABEL: &str = "counts by";
const LABEL_COLUMNS: u16 = 11;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_fit_into_a_body_of_any_size_one_below_the_other() {
        for height in 0..70 {
            for (width, buckets, has_times) in [(0, 0, true), (80, 3, true), (200, 1_000, false)] {
                let body = Rect::new(0, 2, width, height);
                let areas = Areas::new(body, Parts { chips: 1, numbers: 3, buckets, has_times });
                let parts = [areas.tabs, areas.summary, areas.table, areas.chart];
                let mut y = 3.min(body.bottom());
                for part in parts {
                    assert_eq!(part.y, y, "{width}x{height}");
                    y += part.height;
                }
                assert!(y <= areas.footer.y && areas.footer.bottom() <= body.bottom(), "{width}x{height}");
            }
        }
    }
}

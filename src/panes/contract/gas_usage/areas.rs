//! Where the parts of the pane are.

use ratatui::layout::Rect;

/// Lines for the selected method in words.
const FOOTER_ROWS: u16 = 7;

/// The parts of the pane, top to bottom.
pub(super) struct Areas {
    pub(super) chips: Rect,
    pub(super) head: Rect,
    pub(super) line: Rect,
    pub(super) table: Rect,
    pub(super) footer: Rect,
}

impl Areas {
    pub(super) fn new(body: Rect, filtered: bool) -> Self {
        let mut top = body.y;
        let mut left = body.height;
        let mut band = |height: u16| {
            let height = height.min(left);
            let rect = Rect { y: top, height, ..body };
            top = top.saturating_add(height);
            left -= height;
            rect
        };
        let chips = band(u16::from(filtered));
        let head = band(super::window::height(body));
        let line = band(1);
        let above = chips.height + head.height + line.height;
        let footer = FOOTER_ROWS.min(body.height.saturating_sub(above) / 3);
        let table = band(body.height.saturating_sub(above + footer));
        Self { chips, head, line, table, footer: band(footer) }
    }

    /// How many rows can be seen below the titles.
    pub(super) fn rows(&self) -> u16 {
        self.table.height.saturating_sub(1)
    }
}

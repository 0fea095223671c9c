//! The areas of a list, and the text in place of its rows.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::panes::Context;
use crate::widgets::line::{put, width, wrap_words};
use crate::widgets::{Role, Split, split::REST};

/// The lines below the table: the page indicator on a rule, and the selected row in full; one line less on a
/// screen of fewer than [`MIN_HIGH_ROWS`].
const FOOTER_ROWS: u16 = 4;
const MIN_HIGH_ROWS: u16 = 18;

/// The areas, top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Areas {
    /// The active filters; an empty area without any.
    pub chips: Rect,
    /// The titles and the rows.
    pub table: Rect,
    /// The page indicator and the selected row.
    pub footer: Rect,
}

impl Areas {
    /// The areas of a body, with room for chips if there are any.
    pub fn new(body: Rect, chips: bool) -> Self {
        let chips = u16::from(chips).min(body.height);
        let footer = FOOTER_ROWS - u16::from(body.height < MIN_HIGH_ROWS);
        let footer = footer.min(body.height.saturating_sub(chips + 2));
        let [chips, rest] = body.stack([chips, REST]);
        let [table, footer] = rest.with_footer(footer);
        Self { chips, table, footer }
    }

    /// Number of visible rows below the titles.
    pub fn rows(&self) -> u16 {
        self.table.height.saturating_sub(1)
    }
}

/// Draws the empty state: a text instead of rows.
pub fn say(lines: &[(String, Role)], ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let mut row = 1;
    for (text, role) in lines {
        let words = text.trim_start();
        let column = 1 + width(text).saturating_sub(width(words));
        for line in wrap_words(words, area.width.saturating_sub(1 + column), 3, ctx.theme.glyphs.cut) {
            put(buf, area, column, row, &line, ctx.theme.style(*role));
            row += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bands_fill_a_body_of_any_size() {
        for height in 0..40 {
            for chips in [false, true] {
                let body = Rect::new(0, 2, 80, height);
                let areas = Areas::new(body, chips);
                assert_eq!(areas.chips.height + areas.table.height + areas.footer.height, height);
                assert_eq!(areas.footer.bottom(), body.bottom());
                assert_eq!(areas.table.y, areas.chips.bottom());
            }
        }
    }
}

//! A hex view of many bytes, of which only the rows in view are ever made into text.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::line::put;
use super::{Role, Scroll, Theme};
use crate::message::{Action, Click};

const ROW_BYTES: usize = 16;

/// The position in the bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HexView {
    scroll: Scroll,
}

impl HexView {
    /// Moves by a verb. `None` if the verb moves nothing.
    pub fn act(&mut self, action: Action, bytes: usize, height: u16) -> Option<()> {
        self.scroll.act(action, bytes.div_ceil(ROW_BYTES), height)
    }

    /// Scrolls to where the bar was pressed or dragged, or selects the pressed row.
    pub fn click(&mut self, click: Click, bytes: usize, area: Rect) {
        self.scroll.click(click, area, bytes.div_ceil(ROW_BYTES));
    }

    /// Selects the row in which this offset is.
    pub fn go_to(&mut self, offset: usize, bytes: usize, height: u16) {
        self.scroll.select(offset / ROW_BYTES, bytes.div_ceil(ROW_BYTES), height);
    }

    /// The offset of the selected row, in bytes.
    pub fn offset(&self) -> usize {
        self.scroll.selected * ROW_BYTES
    }

    /// The bytes of the selected row.
    pub fn row<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        row(bytes, self.scroll.selected)
    }

    /// Draws the rows in view: offset, bytes in hex, and what of them is printable ASCII.
    pub fn view(&self, bytes: &[u8], theme: &Theme, area: Rect, buf: &mut Buffer) {
        let window = self.scroll.window(bytes.len().div_ceil(ROW_BYTES), area.height);
        for (line, at) in area.rows().zip(window) {
            let over = theme.mark_row(line, at == self.scroll.selected, buf);
            let chunk = row(bytes, at);
            let mut hex = String::with_capacity(ROW_BYTES * 3);
            for (place, byte) in chunk.iter().enumerate() {
                let _ = write!(
                    hex,
                    "{}{byte:02x}",
                    if place == 8 {
                        "  "
                    } else if place > 0 {
                        " "
                    } else {
                        ""
                    }
                );
            }
            let ascii: String = chunk
                .iter()
                .map(|b| if b.is_ascii_graphic() || *b == b' ' { char::from(*b) } else { '.' })
                .collect();
            put(buf, line, (1, 0), &format!("{:06x}", at * ROW_BYTES), theme.style(Role::Dim).patch(over));
            put(buf, line, (9, 0), &hex, theme.style(Role::Plain).patch(over));
            put(buf, line, (59, 0), &ascii, theme.style(Role::Dim).patch(over));
        }
        self.scroll.view_bar(theme, area, bytes.len().div_ceil(ROW_BYTES), buf);
    }
}

fn row(bytes: &[u8], at: usize) -> &[u8] {
    let start = at.saturating_mul(ROW_BYTES).min(bytes.len());
    let end = start.saturating_add(ROW_BYTES).min(bytes.len());
    bytes.get(start..end).unwrap_or_default()
}

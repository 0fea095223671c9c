//! Lines of text on the buffer with the styles of a theme. A band is a row to draw with the style of the selection.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Role, Theme};

pub use screen::line::*;

/// Draws texts below one another from a row on, each wrapped to at most so many lines; returns the row below them.
pub fn put_words<T: AsRef<str>>(
    buf: &mut Buffer,
    area: Rect,
    (mut row, most): (u16, usize),
    texts: impl IntoIterator<Item = (T, Role)>,
    theme: &Theme,
) -> u16 {
    for (text, role) in texts {
        for line in wrap_words(text.as_ref(), area.width.saturating_sub(2), most, theme.glyphs.cut) {
            put(buf, area, (1, row), &line, theme.style(role));
            row += 1;
        }
    }
    row
}

/// Where a row is, and what the selection lays over the styles of its texts.
#[derive(Clone, Copy, Debug)]
pub struct Band<'a> {
    pub area: Rect,
    pub theme: &'a Theme,
    pub over: Style,
}

impl<'a> Band<'a> {
    /// Marks the row if it is selected.
    pub fn new(theme: &'a Theme, area: Rect, selected: bool, buf: &mut Buffer) -> Self {
        Self { area, theme, over: theme.mark_row(area, selected, buf) }
    }

    /// Writes a text and returns the column after it.
    pub fn put(&self, column: u16, text: &str, role: Role, buf: &mut Buffer) -> u16 {
        put(buf, self.area, (column, 0), text, self.style(role))
    }

    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role).patch(self.over)
    }
}

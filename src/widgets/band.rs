//! A row of the screen, or a part of one, about to be drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::line::put;
use super::{Role, Theme};

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
        put(buf, self.area, column, 0, text, self.style(role))
    }

    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role).patch(self.over)
    }
}

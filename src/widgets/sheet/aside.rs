//! A sheet while something else has the focus: none of its rows is marked as selected.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Kind, Row, Sheet};
use crate::widgets::line::put;
use crate::widgets::pieces::wrap_pieces;
use crate::widgets::{Link, Theme, Value};

impl Sheet {
    /// Whether no row above the selected one can be selected.
    pub fn is_on_first(&self) -> bool {
        let above = self.rows.iter().take(self.scroll.selected);
        !above.into_iter().any(|row| row.kind == Kind::Fact)
    }

    /// Draws the rows in view, each on its line.
    pub fn view_unfocused(&self, theme: &Theme, area: Rect, buf: &mut Buffer) {
        self.rows(theme, area, false, buf);
    }

    /// The values in view that lead somewhere, as [`Self::view_unfocused`] draws them.
    pub fn links_unfocused(&self, area: Rect) -> Vec<Link> {
        let link = |line: Rect, row: &Row| {
            let text = row.value.pieces.first().map_or("", |(text, _)| text);
            Link::to_place(line, self.value_column(row), text, row.value.place.clone()?)
        };
        let links = |(line, _, row)| link(line, row).into_iter().chain(Self::chip_links(line, row));
        self.in_view(area).flat_map(links).collect()
    }

    /// Draws the rows in view; values that do not fit into their rows have the rows that would be left empty.
    pub fn view_aside(&self, theme: &Theme, area: Rect, buf: &mut Buffer) {
        let Some(mut spare) =
            usize::from(area.height).checked_sub(self.rows.len()).filter(|spare| *spare > 0)
        else {
            return self.rows(theme, area, false, buf);
        };
        let mut screen = area.rows();
        for row in &self.rows {
            let Some(line) = screen.next() else { return };
            let column = self.value_column(row);
            let room = area.width.saturating_sub(column + 1);
            let lines = wrap_pieces(&row.value.pieces, room, spare + 1, theme.glyphs.cut);
            spare = (spare + 1).saturating_sub(lines.len().max(1));
            let mut lines = lines.into_iter();
            let value = Value { pieces: lines.next().unwrap_or_default(), ..Value::default() };
            self.row((&Row { value, ..row.clone() }, false), theme, line, buf);
            for (pieces, line) in lines.zip(screen.by_ref()) {
                let mut column = column;
                for (text, role) in pieces {
                    column = put(buf, line, (column, 0), &text, theme.style(role));
                }
            }
        }
    }
}

//! The cells of a table: their texts with labels, and which lead somewhere.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::line::{cut, cut_middle, fits, put, width};
use super::super::{Link, Split, Target, Theme};
use super::{Cell, Column, Line, Table};

/// The least columns in which both ends of an address say something.
const MIN_ENDS_COLUMNS: u16 = 9;

impl Column {
    /// Draws a text in a cell of the column.
    pub(super) fn draw(&self, theme: &Theme, cell: Rect, (text, style): (&str, Style), buf: &mut Buffer) {
        let text = cut(text, cell.width, theme.glyphs.cut);
        put(buf, self.part(cell, width(&text)), (0, 0), &text, style);
    }

    /// The part of a cell that a text of this width takes.
    pub(super) fn part(&self, cell: Rect, text: u16) -> Rect {
        let width = text.min(cell.width);
        if self.right { cell.right_of(cell.width - width) } else { Rect { width, ..cell } }
    }
}

/// Draws a label, then its value if all of it fits; an address or hash is cut in its middle.
pub(super) fn draw_labelled(
    theme: &Theme,
    cell: Rect,
    [(label, style), (text, dim)]: [(&str, Style); 2],
    buf: &mut Buffer,
) {
    put(buf, cell, (0, 0), &cut(label, cell.width, theme.glyphs.cut), style);
    let rest = cell.right_of(width(label).saturating_add(1));
    let text = match text.strip_prefix("0x") {
        Some(_) if rest.width >= MIN_ENDS_COLUMNS => cut_middle(text, rest.width, theme.glyphs.cut),
        _ if fits(text, rest.width) => text.into(),
        _ => return,
    };
    put(buf, rest, (0, 0), &text, dim);
}

impl Table<'_> {
    /// What is in view that leads somewhere, as [`Self::view`] draws it: cells, and for a row itself the first of its
    /// cells that leads nowhere else.
    pub fn links<R>(
        &self,
        row: impl Fn(usize) -> Option<R>,
        cell: impl Fn(&R, usize) -> Cell,
        leads: impl Fn(&R, usize) -> Option<Target>,
        opened: impl Fn(usize) -> Option<Target>,
    ) -> Vec<Link> {
        let columns = self.placed();
        let mut links = Vec::new();
        for (line, shown) in self.area.rows().skip(1).zip(&self.lines.lines) {
            let Line::Row(index) = shown else { continue };
            let Some(row) = row(*index) else { continue };
            let mut free = None;
            let mut opened = opened(*index);
            for (at, place, column) in &columns {
                let cell = column.part(place.intersection(line), width(&cell(&row, *at).0));
                match leads(&row, *at) {
                    _ if cell.is_empty() => {}
                    Some(to) => {
                        opened.take_if(|opened| *opened == to);
                        links.push(Link { area: cell, to });
                    }
                    // A sign is too narrow for letters before it.
                    None if column.least > 1 => _ = free.get_or_insert(cell),
                    None => {}
                }
            }
            links.extend(opened.map(|to| Link { area: free.unwrap_or(Rect { width: 1, ..line }), to }));
        }
        links
    }
}

//! Draws the texts of cells, with their labels.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::Theme;
use super::super::line::{cut, cut_middle, fits, put, width};
use super::text_column;

/// The least columns in which both ends of an address say something.
const MIN_ENDS_COLUMNS: u16 = 9;

/// Draws a text in a cell.
pub(super) fn draw(
    buf: &mut Buffer,
    line: Rect,
    (x, wide): (u16, u16),
    text: &str,
    right: bool,
    style: Style,
    theme: &Theme,
) {
    let text = cut(text, wide, theme.glyphs.cut);
    put(buf, line, text_column((x, wide), width(&text), right), 0, &text, style);
}

/// Draws a label, and what has it if all of it fits, an address or a hash by both of its ends.
pub(super) fn draw_labelled(
    buf: &mut Buffer,
    line: Rect,
    (x, wide): (u16, u16),
    [(label, style), (text, dim)]: [(&str, Style); 2],
    theme: &Theme,
) {
    draw(buf, line, (x, wide), label, false, style, theme);
    let taken = width(label).saturating_add(1);
    let room = wide.saturating_sub(taken);
    let text = match text.strip_prefix("0x") {
        Some(_) if room >= MIN_ENDS_COLUMNS => cut_middle(text, room, theme.glyphs.cut),
        _ if fits(text, room) => text.into(),
        _ => return,
    };
    draw(buf, line, (x.saturating_add(taken), room), &text, false, dim, theme);
}

//! A box over the pane, which stays visible behind it.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Offset, Rect};
use ratatui::widgets::{Block, BorderType, Widget};

use super::line::{clear, cut, put, put_right, wrap_words};
use super::{Role, Theme, scroll_bar};
use crate::message::Action;
use crate::message::keymap::Keymap;

/// The widest a box gets, in columns of the terminal.
const MAX_COLUMNS: u16 = 96;

/// The room inside a box for typing with this many lines: as wide as boxes get.
pub fn inside(area: Rect, lines: u16) -> Rect {
    inside_for(area, (MAX_COLUMNS, lines))
}

/// The room inside a box for this many columns and lines.
pub fn inside_for(area: Rect, size: (u16, u16)) -> Rect {
    place_for(area, size).inner(Margin::new(1, 1))
}

/// Where a box with this many columns and lines inside goes: in the middle, never larger than the area.
fn place_for(area: Rect, (columns, lines): (u16, u16)) -> Rect {
    let most = area.width.saturating_sub(4).min(MAX_COLUMNS).max(area.width.min(8));
    let width = columns.saturating_add(2).min(most);
    let height = lines.saturating_add(2).min(area.height);
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 3, width, height }
}

/// Draws an empty box for typing, with a title, and returns the room inside it.
pub fn open(theme: &Theme, area: Rect, title: &str, lines: u16, buf: &mut Buffer) -> Rect {
    open_for(theme, area, title, (MAX_COLUMNS, lines), buf)
}

/// Draws an empty box for what takes this many columns and lines, with a title, and returns the room inside
/// it.
pub fn open_for(theme: &Theme, area: Rect, title: &str, size: (u16, u16), buf: &mut Buffer) -> Rect {
    let title = cut(title, area.width.saturating_sub(10), theme.glyphs.cut);
    let place = place_for(area, size).intersection(buf.area);
    if place.width < 4 || place.height < 3 {
        return Rect::default();
    }
    clear(buf, place, theme.base());
    let ascii = theme.glyphs.rule.is_ascii();
    let mut block = Block::bordered()
        .border_style(theme.style(Role::Rule))
        .style(theme.base())
        .title_style(theme.style(Role::Heading))
        .title(format!(" {title} "));
    block = if ascii { block.border_set(ASCII) } else { block.border_type(BorderType::Plain) };
    let inner = block.inner(place);
    block.render(place, buf);
    inner
}

/// The rows of a box with the part of its edge that is their scroll bar.
pub fn to_edge(rows: Rect) -> Rect {
    Rect { width: rows.width.saturating_add(1), ..rows }
}

/// Says on the lower edge of a box which lines are in view, if they are not all of them, and draws their bar on the
/// right one. `rows` is where they are.
pub fn scrolled(
    theme: &Theme,
    (inner, rows): (Rect, Rect),
    window: &Range<usize>,
    lines: usize,
    buf: &mut Buffer,
) {
    if window.len() >= lines || inner.is_empty() {
        return;
    }
    scroll_bar::view_over(theme, to_edge(rows), window, lines, buf);
    let words = format!(" {}-{} of {lines} ", window.start + 1, window.end);
    put_right(buf, inner.offset(Offset::new(0, 1)), inner.height - 1, &words, theme.style(Role::Dim));
}

/// Writes the last line of a box: a fault, which may take the line above as well, or how it is applied and left.
pub fn footer(theme: &Theme, keymap: &Keymap, inner: Rect, fault: Option<&str>, buf: &mut Buffer) {
    let keys = keymap.hints_while_typing(&[(Action::Open, "apply"), (Action::Close, "cancel")]);
    footer_with_keys(theme, inner, fault, &keys, buf);
}

/// [`footer`] with other keys.
pub fn footer_with_keys(theme: &Theme, inner: Rect, fault: Option<&str>, keys: &str, buf: &mut Buffer) {
    let row = inner.height.saturating_sub(1);
    if let Some(fault) = fault {
        let text = format!("{} {fault}", theme.glyphs.attention);
        let lines = wrap_words(&text, inner.width.saturating_sub(1), 2, theme.glyphs.cut);
        let above = u16::from(lines.len() > 1).min(row);
        for (line, row) in lines.iter().zip(row - above..) {
            put(buf, inner, (1, row), line, theme.style(Role::Attention));
        }
    } else {
        let keys = cut(keys, inner.width.saturating_sub(1), theme.glyphs.cut);
        put(buf, inner, (1, row), &keys, theme.style(Role::Dim));
    }
}

const ASCII: ratatui::symbols::border::Set<'_> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

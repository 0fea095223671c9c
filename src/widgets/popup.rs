//! A box over the pane, which stays visible behind it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use super::line::{cut, put, wrap_words};
use super::{Look, Role};

/// The widest a box gets.
const WIDEST: u16 = 96;

/// Where a box of so many lines inside goes: in the middle, never larger than the area.
pub fn place(area: Rect, lines: u16) -> Rect {
    let width = area.width.saturating_sub(4).min(WIDEST).max(area.width.min(8));
    let height = lines.saturating_add(2).min(area.height);
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 3, width, height }
}

/// Draws an empty box with a title and returns the room inside it.
pub fn open(look: &Look, area: Rect, title: &str, lines: u16, buf: &mut Buffer) -> Rect {
    let place = place(area, lines).intersection(buf.area);
    if place.width < 4 || place.height < 3 {
        return Rect::default();
    }
    Clear.render(place, buf);
    let ascii = look.glyphs.rule.is_ascii();
    let mut block = Block::bordered()
        .border_style(look.theme.style(Role::Rule))
        .style(look.theme.base())
        .title_style(look.theme.style(Role::Heading))
        .title(format!(" {title} "));
    block = if ascii { block.border_set(ASCII) } else { block.border_type(BorderType::Plain) };
    let inner = block.inner(place);
    block.render(place, buf);
    inner
}

/// Writes the last line of a box: a fault, which may take the line above as well, or how it is applied and left.
pub fn foot(look: &Look, inner: Rect, fault: Option<&str>, buf: &mut Buffer) {
    foot_with(look, inner, fault, "enter apply   esc cancel", buf);
}

/// The same with other keys.
pub fn foot_with(look: &Look, inner: Rect, fault: Option<&str>, keys: &str, buf: &mut Buffer) {
    let row = inner.height.saturating_sub(1);
    if let Some(fault) = fault {
        let text = format!("{} {fault}", look.glyphs.attention);
        let lines = wrap_words(&text, inner.width.saturating_sub(1), 2, look.glyphs.cut);
        let above = u16::from(lines.len() > 1).min(row);
        for (line, row) in lines.iter().zip(row - above..) {
            put(buf, inner, 1, row, line, look.theme.style(Role::Attention));
        }
    } else {
        let keys = cut(keys, inner.width.saturating_sub(1), look.glyphs.cut);
        put(buf, inner, 1, row, &keys, look.theme.style(Role::Dim));
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

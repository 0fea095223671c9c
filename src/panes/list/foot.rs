//! Below the rows: the selected one whole, and where in the list one is.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::panes::Context;
use crate::widgets::line::{cut, put};
use crate::widgets::table::Cell;

/// Draws these lines of pieces, the last of them right above the words that say where one is. A foot without room
/// for all says where one is.
pub fn view(lines: &[Vec<Cell>], (place, role): Cell, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let Some(last) = area.height.checked_sub(1) else { return };
    let (theme, glyph) = (&ctx.look.theme, ctx.look.glyphs.cut);
    put(buf, area, 1, last, &cut(&place, area.width.saturating_sub(2), glyph), theme.style(role));
    let above = u16::try_from(lines.len()).ok().filter(|_| area.height >= super::bands::FOOT);
    let Some(first) = above.and_then(|above| last.checked_sub(above)) else { return };
    for (row, pieces) in (first..).zip(lines) {
        let mut column = 1;
        for (text, role) in pieces {
            let text = cut(text, area.width.saturating_sub(column + 1), glyph);
            column = put(buf, area, column, row, &text, theme.style(*role));
        }
    }
}

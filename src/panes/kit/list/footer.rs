//! Below the rows: the page indicator on a rule, then the selected row in full.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::panes::Context;
use crate::widgets::Role;
use crate::widgets::line::{cut, fits, put, rule};
use crate::widgets::pieces::wrap_pieces;
use crate::widgets::table::Cell;

/// Maximum lines of the selected row.
const MAX_LINES: usize = 12;

/// Draws the words that say where one is on a rule, and these lines of pieces below it, broken into as many as there
/// is room for.
pub fn view(lines: &[Vec<Cell>], (place, role): Cell, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let (theme, glyphs) = (ctx.theme, &ctx.theme.glyphs);
    let spaced = format!(" {place} ");
    if fits(&spaced, area.width.saturating_sub(2)) {
        rule(buf, area, 0, glyphs.rule, theme.style(Role::Rule));
        put(buf, area, (1, 0), &spaced, theme.style(role));
    } else {
        put(buf, area, (1, 0), &cut(&place, area.width.saturating_sub(2), glyphs.cut), theme.style(role));
    }
    view_lines(lines, ctx, area, buf);
}

/// Draws the lines alone, below the band's first row.
pub fn view_lines(lines: &[Vec<Cell>], ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let (theme, room) = (ctx.theme, usize::from(area.height.saturating_sub(1)));
    for (row, pieces) in (1..).zip(broken(lines, area.width, room, ctx.theme.glyphs.cut)) {
        let mut column = 1;
        for (text, role) in pieces {
            column = put(buf, area, (column, row), &text, theme.style(role));
        }
    }
}

/// The band with as many of the `spare` rows above it as the lines need to be seen whole.
pub fn grown(lines: &[Vec<Cell>], spare: u16, area: Rect) -> Rect {
    let needed = broken(lines, area.width, MAX_LINES, "").len().saturating_add(1);
    let more = u16::try_from(needed).unwrap_or(u16::MAX).saturating_sub(area.height).min(spare).min(area.y);
    if area.is_empty() { area } else { Rect { y: area.y - more, height: area.height + more, ..area } }
}

/// The lines in at most this many rows: each has one at least, and the first ones as many as they need.
fn broken(lines: &[Vec<Cell>], columns: u16, most: usize, sign: &str) -> Vec<Vec<Cell>> {
    let mut rows = Vec::new();
    for (at, pieces) in lines.iter().take(most).enumerate() {
        let after = lines.len().min(most) - at - 1;
        let room = most.saturating_sub(rows.len() + after);
        rows.extend(wrap_pieces(pieces, columns.saturating_sub(2), room, sign));
    }
    rows
}

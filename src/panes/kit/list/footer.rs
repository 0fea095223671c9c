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

/// Lines of pieces broken into rows, and the band that they take.
pub struct Band {
    area: Rect,
    rows: Vec<Vec<Cell>>,
}

impl Band {
    /// The lines in an area that grows by as many of the `spare` rows above it as they need to be seen whole. Its first
    /// row is not theirs.
    pub fn new(lines: &[Vec<Cell>], spare: u16, area: Rect, ctx: &Context<'_>) -> Self {
        let break_into = |most| broken(lines, area.width, most, ctx.theme.glyphs.cut);
        let rows = break_into(MAX_LINES);
        let needed = u16::try_from(rows.len()).unwrap_or(u16::MAX).saturating_add(1);
        let more = needed.saturating_sub(area.height).min(spare).min(area.y);
        let area = if area.is_empty() {
            area
        } else {
            Rect { y: area.y - more, height: area.height + more, ..area }
        };
        let room = usize::from(area.height.saturating_sub(1));
        Self { area, rows: if rows.len() > room { break_into(room) } else { rows } }
    }

    /// Draws the words that say where one is on a rule, and the lines below it.
    pub fn view(&self, (place, role): Cell, ctx: &Context<'_>, buf: &mut Buffer) {
        let (area, theme, cut_sign) = (self.area, ctx.theme, ctx.theme.glyphs.cut);
        let room = area.width.saturating_sub(2);
        let spaced = format!(" {place} ");
        if fits(&spaced, room) {
            self.view_below_rule(ctx, buf);
            put(buf, area, (1, 0), &spaced, theme.style(role));
        } else {
            put(buf, area, (1, 0), &cut(&place, room, cut_sign), theme.style(role));
            self.view_rows(ctx, buf);
        }
    }

    /// Draws the lines below a rule.
    pub fn view_below_rule(&self, ctx: &Context<'_>, buf: &mut Buffer) {
        rule(buf, self.area, 0, ctx.theme.glyphs.rule, ctx.theme.style(Role::Rule));
        self.view_rows(ctx, buf);
    }

    fn view_rows(&self, ctx: &Context<'_>, buf: &mut Buffer) {
        for (row, pieces) in (1..).zip(&self.rows) {
            let mut column = 1;
            for (text, role) in pieces {
                column = put(buf, self.area, (column, row), text, ctx.theme.style(*role));
            }
        }
    }
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

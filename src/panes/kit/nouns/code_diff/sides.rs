//! Both codes side by side: only the lines in view are ever made into text.

use std::fmt::Write as _;
use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::listing::{Form, Line, Listing};
use super::values;
use crate::decode::Comparison;
use crate::decode::code::{Code, Piece};
use crate::decode::difference::{Mark, Row};
use crate::ledger::amount::grouped;
use crate::panes::Context;
use crate::widgets::line::{cut, cut_middle, put};
use crate::widgets::{Role, Split, Theme, scroll_bar};

/// Columns between the sides, for the sign.
const MIDDLE: u16 = 4;
/// Columns that an offset takes, with the gap behind it.
const OFFSET: u16 = 7;

/// The form in which bytes are written on a screen of this width.
pub fn hex_form(width: u16) -> Form {
    let room = side_width(width).saturating_sub(OFFSET);
    Form::Hex(if room >= 47 { 16 } else { 8 })
}

fn side_width(width: u16) -> u16 {
    width.saturating_sub(1 + MIDDLE) / 2
}

/// Draws the titles of the sides and the lines in view.
pub fn view(
    comparison: &Comparison,
    listing: &Listing,
    titles: [&str; 2],
    ctx: &Context<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let theme = ctx.theme;
    let rows = area.below(1);
    let lines = scroll_bar::beside(rows, listing.lines.len());
    let both = sides(Rect { width: lines.width, ..area });
    for (side, title) in both.into_iter().zip(titles) {
        let title = cut_middle(title, side.width, theme.glyphs.cut);
        put(buf, side, 0, 0, &title, theme.style(Role::Dim));
    }
    for (band, at) in lines.rows().zip(listing.scroll.window(listing.lines.len(), rows.height)) {
        let Some(shown) = listing.lines.get(at) else { break };
        let over = theme.mark_row(band, at == listing.scroll.selected, buf);
        draw(comparison, (shown, listing.form), theme, band, over, buf);
    }
    listing.scroll.view_bar(theme, rows, listing.lines.len(), buf);
}

fn sides(area: Rect) -> [Rect; 2] {
    let width = side_width(area.width);
    let [_, left, _, right] = area.beside([1, width, MIDDLE, width]);
    [left, right]
}

fn draw(
    comparison: &Comparison,
    (line, form): (&Line, Form),
    theme: &Theme,
    band: Rect,
    over: Style,
    buf: &mut Buffer,
) {
    let style = |role| theme.style(role).patch(over);
    let [left, right] = sides(band);
    match line {
        Line::Fold(rows) => {
            let words = format!("{} {}", theme.glyphs.cut, fold_words(comparison, rows, form));
            put(
                buf,
                band,
                1,
                0,
                &cut(&words, band.width.saturating_sub(1), theme.glyphs.cut),
                style(Role::Dim),
            );
        }
        Line::Row(row) => {
            let Some(row) = comparison.rows.get(*row) else { return };
            let role = role(row.mark);
            let (one, other) = comparison.pieces(row);
            piece(&comparison.deployed, one, theme, left, (role, over), buf);
            piece(&comparison.recompiled, other, theme, right, (role, over), buf);
            put(buf, band, left.width + 2, 0, sign(row, theme), style(role));
        }
        Line::Bytes { deployed, recompiled, mark, .. } => {
            let (one, other) =
                (slice(&comparison.deployed, deployed), slice(&comparison.recompiled, recompiled));
            bytes(deployed.start, one, other, theme, left, (role(*mark), over), buf);
            bytes(recompiled.start, other, one, theme, right, (role(*mark), over), buf);
            let sign = match (one.is_empty(), other.is_empty()) {
                _ if *mark == Mark::Uncompared => "",
                (false, true) => "<",
                (true, false) => ">",
                _ if one == other => "",
                _ => mark_sign(*mark, theme),
            };
            put(buf, band, left.width + 2, 0, sign, style(role(*mark)));
        }
    }
}

/// What is folded away, in words.
fn fold_words(comparison: &Comparison, rows: &Range<usize>, form: Form) -> String {
    let folded = comparison.rows.get(rows.clone()).unwrap_or_default();
    let pieces = || folded.iter().filter_map(|row| comparison.pieces(row).0);
    let bytes = || grouped(&pieces().map(|piece| piece.length).sum::<usize>());
    if folded.first().is_some_and(|row| row.mark == Mark::Uncompared) {
        return match form {
            Form::Instructions => format!("{} instructions that were not compared", grouped(&folded.len())),
            Form::Hex(_) => format!("{} bytes that were not compared", bytes()),
        };
    }
    let moved = folded.iter().filter(|row| row.mark == Mark::Moved).count();
    let moved = match moved {
        0 => String::new(),
        1 => ", 1 of them with a place that has moved".to_owned(),
        moved => format!(", {} of them with places that have moved", grouped(&moved)),
    };
    if form == Form::Instructions {
        return format!("{} equal instructions{moved}", grouped(&folded.len()));
    }
    format!("{} equal bytes", bytes())
}

fn role(mark: Mark) -> Role {
    match mark {
        Mark::Same => Role::Plain,
        Mark::Moved | Mark::Uncompared => Role::Dim,
        Mark::Different | Mark::Address => Role::Failure,
        _ => Role::Attention,
    }
}

/// The sign between the sides: nothing, another place, filled in, other code, or code on one side only.
fn sign(row: &Row, theme: &Theme) -> &'static str {
    match (row.deployed, row.recompiled) {
        _ if row.mark == Mark::Uncompared => "",
        (Some(_), None) => "<",
        (None, Some(_)) => ">",
        _ => mark_sign(row.mark, theme),
    }
}

fn mark_sign(mark: Mark, theme: &Theme) -> &'static str {
    match mark {
        Mark::Same => "",
        Mark::Moved => theme.glyphs.dot,
        Mark::Different | Mark::Address => "!=",
        _ => "~",
    }
}

fn piece(
    code: &Code,
    piece: Option<&Piece>,
    theme: &Theme,
    area: Rect,
    (role, over): (Role, Style),
    buf: &mut Buffer,
) {
    let Some(piece) = piece else { return };
    let style = |role| theme.style(role).patch(over);
    put(buf, area, 0, 0, &format!("{:06x}", piece.at), style(Role::Dim));
    let text = values::instruction(code, piece);
    let room = area.width.saturating_sub(OFFSET);
    put(buf, area, OFFSET, 0, &cut_middle(&text, room, theme.glyphs.cut), style(role));
}

/// One side's bytes; those that the other side has, too, are plain.
fn bytes(
    at: usize,
    own: &[u8],
    other: &[u8],
    theme: &Theme,
    area: Rect,
    (role, over): (Role, Style),
    buf: &mut Buffer,
) {
    if own.is_empty() {
        return;
    }
    let style = |role| theme.style(role).patch(over);
    put(buf, area, 0, 0, &format!("{at:06x}"), style(Role::Dim));
    let mut column = OFFSET;
    let mut text = String::with_capacity(3);
    for (place, byte) in own.iter().enumerate() {
        text.clear();
        let _ = write!(text, "{byte:02x} ");
        let same = other.get(place) == Some(byte);
        column = put(buf, area, column, 0, &text, style(if same { Role::Plain } else { role }));
    }
}

fn slice<'a>(code: &'a Code, range: &Range<usize>) -> &'a [u8] {
    code.bytes().get(range.clone()).unwrap_or_default()
}

/// What the selected line holds, whole: a line for each side that has something there.
pub fn detail(comparison: &Comparison, listing: &Listing) -> [Option<String>; 2] {
    let Some(Line::Row(row)) = listing.lines.get(listing.scroll.selected) else { return [None, None] };
    let Some(row) = comparison.rows.get(*row) else { return [None, None] };
    let (one, other) = comparison.pieces(row);
    [
        one.map(|piece| values::instruction(&comparison.deployed, piece)),
        other.map(|piece| values::instruction(&comparison.recompiled, piece)),
    ]
}

//! Both codes side by side: only the lines in view are ever made into text.

use std::fmt::Write as _;
use std::ops::Range;

use decode::Comparison;
use decode::code::{Code, Piece};
use decode::difference::{Mark, Row};
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::listing::{Form, Line, Listing};
use super::values;
use crate::panes::Context;
use crate::widgets::line::{cut, cut_middle, put};
use crate::widgets::{Band, Role, Split, Theme, scroll_bar};

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
    (comparison, titles): (&Comparison, [&str; 2]),
    listing: &Listing,
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
        put(buf, side, (0, 0), &title, theme.style(Role::Dim));
    }
    for (line, at) in lines.rows().zip(listing.scroll.window(listing.lines.len(), rows.height)) {
        let Some(shown) = listing.lines.get(at) else { break };
        let band = Band::new(theme, line, at == listing.scroll.selected, buf);
        draw(comparison, shown, listing.form, band, buf);
    }
    listing.scroll.view_bar(theme, rows, listing.lines.len(), buf);
}

fn sides(area: Rect) -> [Rect; 2] {
    let width = side_width(area.width);
    let [_, left, _, right] = area.beside([1, width, MIDDLE, width]);
    [left, right]
}

fn draw(comparison: &Comparison, line: &Line, form: Form, band: Band<'_>, buf: &mut Buffer) {
    let theme = band.theme;
    let [left, right] = sides(band.area).map(|area| Band { area, ..band });
    let sign_column = left.area.width + 2;
    match line {
        Line::Fold(rows) => {
            let words = format!("{} {}", theme.glyphs.cut, fold_words(comparison, rows, form));
            let words = cut(&words, band.area.width.saturating_sub(1), theme.glyphs.cut);
            band.put(1, &words, Role::Dim, buf);
        }
        Line::Row(row) => {
            let Some(row) = comparison.rows.get(*row) else { return };
            let role = role(row.mark);
            let (one, other) = comparison.pieces(row);
            piece(&comparison.deployed, one, role, left, buf);
            piece(&comparison.recompiled, other, role, right, buf);
            band.put(sign_column, sign(row, theme), role, buf);
        }
        Line::Bytes { deployed, recompiled, mark, .. } => {
            let (one, other) =
                (slice(&comparison.deployed, deployed), slice(&comparison.recompiled, recompiled));
            let role = role(*mark);
            let both = [(deployed.start, one, other, left), (recompiled.start, other, one, right)];
            for (at, own, other, side) in both.into_iter().filter(|(_, own, ..)| !own.is_empty()) {
                side.put(0, &format!("{at:06x}"), Role::Dim, buf);
                bytes(own, other, role, side, buf);
            }
            let sign = match (one.is_empty(), other.is_empty()) {
                _ if *mark == Mark::Uncompared => "",
                (false, true) => "<",
                (true, false) => ">",
                _ if one == other => "",
                _ => mark_sign(*mark, theme),
            };
            band.put(sign_column, sign, role, buf);
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

fn piece(code: &Code, piece: Option<&Piece>, role: Role, side: Band<'_>, buf: &mut Buffer) {
    let Some(piece) = piece else { return };
    side.put(0, &format!("{:06x}", piece.at), Role::Dim, buf);
    let text = values::instruction(code, piece);
    let room = side.area.width.saturating_sub(OFFSET);
    side.put(OFFSET, &cut_middle(&text, room, side.theme.glyphs.cut), role, buf);
}

/// One side's bytes; those that the other side has, too, are plain.
fn bytes(own: &[u8], other: &[u8], role: Role, side: Band<'_>, buf: &mut Buffer) {
    let mut column = OFFSET;
    let mut text = String::with_capacity(3);
    for (place, byte) in own.iter().enumerate() {
        text.clear();
        let _ = write!(text, "{byte:02x} ");
        let same = other.get(place) == Some(byte);
        column = side.put(column, &text, if same { Role::Plain } else { role }, buf);
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

//! A sign before each id and address that is drawn in full, the same for the same thing: one sees at a glance which rows
//! are about the same account. Sign and colour follow from a hash of its name.
//!
//! Signs stand where a blank was drawn: nothing moves, and what has no room before it has no sign.

use alloy_primitives::keccak256;
use ledger::Labelled;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use crate::panes::Context;
use crate::widgets::glyphs::IDENTITIES;

/// Draws the signs in an area of the screen.
pub(super) fn mark(drawn: &mut Buffer, area: Rect, ctx: &Context<'_>) {
    for line in area.intersection(drawn.area).rows() {
        for (column, of) in named(drawn, line, ctx) {
            let digest = keccak256(of.to_string());
            let [sign, colour, ..] = digest.0;
            let signs = if ctx.theme.is_ascii() { IDENTITIES.1 } else { IDENTITIES.0 };
            let sign = signs.get(usize::from(sign) % signs.len()).copied().unwrap_or_default();
            if let Some(cell) = drawn.cell_mut((column, line.y)) {
                cell.set_symbol(sign).set_style(ctx.theme.identity(colour));
            }
        }
    }
}

/// The entities and addresses of a line that have room before them, with the column of that.
fn named(drawn: &Buffer, line: Rect, ctx: &Context<'_>) -> Vec<(u16, Labelled)> {
    let cells = line.columns().filter_map(|cell| drawn.cell(cell.as_position())).map(Cell::symbol);
    let cells: Vec<&str> = cells.collect();
    let is_part = |symbol: &str| matches!(symbol.as_bytes(), [byte] if byte.is_ascii_alphanumeric() || b".-@".contains(byte));
    let (mut found, mut start) = (Vec::new(), 0);
    while start < cells.len() {
        let word: String = cells.iter().skip(start).copied().take_while(|symbol| is_part(symbol)).collect();
        let end = start + word.len();
        let is_cut = cells.get(end) == Some(&ctx.theme.glyphs.cut);
        let room =
            start.checked_sub(1).filter(|at| cells.get(*at) == Some(&" ") && is_free(&cells, *at, ctx));
        if let Some(at) = room.filter(|_| !is_cut)
            && let Some(of) = entity(&word, ctx)
        {
            found.push((line.x.saturating_add(u16::try_from(at).unwrap_or(u16::MAX)), of));
        }
        start = end.max(start + 1);
    }
    found
}

/// Whether a blank parts no words: another one is before it, the edge, or the mark of a row.
fn is_free(cells: &[&str], blank: usize, ctx: &Context<'_>) -> bool {
    let before = blank.checked_sub(1).and_then(|at| cells.get(at));
    before.is_none_or(|symbol| *symbol == " " || *symbol == ctx.theme.glyphs.marker)
}

/// What a word names: an entity by its id, if that is known, else by its address.
fn entity(word: &str, ctx: &Context<'_>) -> Option<Labelled> {
    let of = Labelled::parse(word, ctx.network.home)?;
    let is_id = |of: &Labelled| matches!(of, Labelled::Id(_));
    match of {
        Labelled::Id(_) => Some(of),
        Labelled::Address(_) => Some(ctx.known.other_names(&of).into_iter().find(is_id).unwrap_or(of)),
        Labelled::Transaction(_) | Labelled::Hash(_) => None,
    }
}

//! Chips: the active filters of a list, each of which can be removed.

use ledger::query::TimestampFilter;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::message::{Click, MouseButton};
use crate::panes::Context;
use crate::panes::kit::nouns::{labels, values};
use crate::widgets::line::{cut, cut_middle, cut_words, put, width};
use crate::widgets::{Link, Role, Target};

/// One active filter: the parameter's documented name and its value.
pub type Chip = (&'static str, String);

/// Name of the chips of the local filter and the sort, which apply to the loaded rows.
pub const LOCAL: &str = "/";
pub const SORT: &str = "sorted by";

/// Maximum columns of a value in words, and in hex digits.
const MAX_COLUMNS: u16 = 40;
const MAX_HEX_COLUMNS: u16 = 18;

fn text((name, value): &Chip, ctx: &Context<'_>) -> String {
    let value = short_value(name, value, ctx);
    match *name {
        LOCAL => format!("/ {value} {}", ctx.theme.glyphs.close),
        "internal" => format!("child transactions {}", ctx.theme.glyphs.close),
        "limit" => format!("{value} rows a page {}", ctx.theme.glyphs.close),
        name => format!("{name} {value} {}", ctx.theme.glyphs.close),
    }
}

/// A value short enough for a chip: a time in the current style, hex digits cut in the middle.
fn short_value(name: &str, value: &str, ctx: &Context<'_>) -> String {
    let glyph = ctx.theme.glyphs.cut;
    if let Some(filter) = TimestampFilter::parse(value).filter(|_| name == "timestamp") {
        return values::condition(ctx, &filter);
    }
    if let Some(label) = labels::of_text(ctx, value).filter(|_| value.starts_with("0x")) {
        return format!("{label} {}", cut_middle(value, MAX_HEX_COLUMNS, glyph));
    }
    match value.split_once("0x").filter(|(_, digits)| digits.len() > usize::from(MAX_HEX_COLUMNS)) {
        Some((before, digits)) => {
            format!("{before}{}", cut_middle(&format!("0x{digits}"), MAX_HEX_COLUMNS, glyph))
        }
        None => cut(&labels::in_text(ctx, value), MAX_COLUMNS, glyph).into_owned(),
    }
}

/// The chips with the start column of each.
fn placed<'a>(chips: &'a [Chip], ctx: &'a Context<'_>) -> impl Iterator<Item = (usize, u16, String)> + 'a {
    let mut column = 1u16;
    chips.iter().enumerate().map(move |(at, chip)| {
        let text = text(chip, ctx);
        let start = column;
        column = column.saturating_add(width(&text)).saturating_add(3);
        (at, start, text)
    })
}

/// Draws the chips on the area's first row.
pub fn view(chips: &[Chip], ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    for (at, column, text) in placed(chips, ctx) {
        let column = column.min(area.width.saturating_sub(1));
        let text = cut_words(&text, area.width.saturating_sub(column), ctx.theme.glyphs.cut);
        let local = chips.get(at).is_some_and(|(name, _)| [LOCAL, SORT].contains(name));
        put(buf, area, (column, 0), &text, ctx.theme.style(if local { Role::Attention } else { Role::Chip }));
    }
}

/// The links of the chips; a click removes the filter.
pub fn links(chips: &[Chip], ctx: &Context<'_>, area: Rect) -> Vec<Link> {
    let link = |(_, column, text): (usize, u16, String)| Link::new(area, column, &text, Target::Clicks(1));
    placed(chips, ctx).filter_map(link).collect()
}

/// The chip that was clicked.
pub fn clicked(chips: &[Chip], ctx: &Context<'_>, area: Rect, click: Click) -> Option<usize> {
    let column = click.column.checked_sub(area.x)?;
    let hit = placed(chips, ctx).find(|(_, start, text)| (*start..start + width(text)).contains(&column));
    (click.button == MouseButton::Press && click.row == area.y).then_some(hit?.0)
}

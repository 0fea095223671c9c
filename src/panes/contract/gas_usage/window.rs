//! The header of the pane: the window of calls, the billing rule, and the loss.

use alloy_primitives::U256;
use decode::gas_usage::Economy;
use ledger::Unit;
use ledger::amount::{WEIBAR_PER_BASE, counted, grouped};
use ledger::timestamp::span;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Sparkline, Widget};

use super::calls::Calls;
use super::price::Pricing;
use crate::panes::Context;
use crate::panes::kit::nouns::values;
use crate::widgets::line::{put, wrap_words};
use crate::widgets::{Role, Split};

/// Lines of text. The last sentence may need two, or three on a screen of fewer than [`MIN_WIDE_COLUMNS`].
const LINES: u16 = 4;
const NARROW_LINES: u16 = 6;
const MIN_WIDE_COLUMNS: u16 = 100;
/// Lines of the chart.
const CHART_ROWS: u16 = 3;

/// Height of the header within a body.
pub(super) fn height(body: Rect) -> u16 {
    match body.height {
        0..12 => LINES.min(body.height / 3),
        12..18 => LINES,
        18..24 => lines(body),
        _ => lines(body) + CHART_ROWS,
    }
}

/// Number of text lines that fit.
fn lines(area: Rect) -> u16 {
    if area.width < MIN_WIDE_COLUMNS { NARROW_LINES } else { LINES }
}

/// The head: which calls, the rule, and the loss.
pub(super) fn header(calls: &Calls, pricing: &Pricing, ctx: &Context<'_>) -> [(String, Role); 3] {
    let economy = calls.economy();
    [
        (window(calls, ctx), Role::Plain),
        (values::sentence(&economy.charging.summary()), Role::Plain),
        (loss(economy, pricing, ctx), Role::Plain),
    ]
}

fn window(calls: &Calls, ctx: &Context<'_>) -> String {
    let whole = &calls.economy().whole;
    let failures = match (whole.failures, whole.unknown) {
        (0, 0) => "none failed".to_owned(),
        (failures, 0) => format!("{} failed", grouped(&failures)),
        (failures, unknown) => {
            format!("{} failed, {} without a reported outcome", grouped(&failures), grouped(&unknown))
        }
    };
    let times = match calls.ends() {
        Some((first, last)) if first != last => {
            let (from, to) = (values::brief_time(ctx, first), values::brief_time(ctx, last));
            format!(" in {}, {from} {} {to}", span(last.since(first)), ctx.theme.glyphs.arrow)
        }
        Some((first, _)) => format!(" at {}", values::brief_time(ctx, first)),
        None => String::new(),
    };
    format!("{}{times}, {failures}", counted(whole.calls, "call"))
}

fn loss(economy: &Economy, pricing: &Pricing, ctx: &Context<'_>) -> String {
    let whole = &economy.whole;
    if whole.overcharged == 0 {
        return "No gas was charged beyond what was used.".to_owned();
    }
    let gas = format!("{} gas that was charged but not used", grouped(&whole.overcharged));
    let Some(price) = pricing.price() else {
        let why = if pricing.is_asking() { "its price is being looked up" } else { "its price is not known" };
        return format!("Lost: {gas}; {why}.");
    };
    let unit = ctx.theme.unit_name();
    let each = ctx.theme.price(&price.weibar, Unit::Weibar);
    let unit_of_price = ctx.theme.price_unit_name();
    let sum = whole.lost(price.weibar) / U256::from(WEIBAR_PER_BASE);
    let sum = ctx.theme.amount(&sum, Unit::Base);
    let (most, by) =
        if price.by_sender { ("at most ", "what a sender offered") } else { ("", "the network's price") };
    format!(
        "Lost: {most}{sum} {unit} for {gas}, at {each} {unit_of_price} a gas, {by} at {}.",
        values::brief_time(ctx, price.at)
    )
}

/// Number of chart columns at this width.
pub(super) fn columns(width: u16) -> usize {
    usize::from(width.saturating_sub(2))
}

/// Draws the text and, if there is room, the chart of calls over time.
pub(super) fn view(
    words: &[(String, Role); 3],
    calls: &Calls,
    ctx: &Context<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let mut row = 0;
    for (text, role) in words {
        let most = usize::from(lines(area).min(area.height).saturating_sub(row)).min(3);
        for line in wrap_words(text, area.width.saturating_sub(2), most, ctx.theme.glyphs.cut) {
            put(buf, area, 1, row, &line, ctx.theme.style(*role));
            row += 1;
        }
    }
    let chart = area.right_of(1).left_of(1).below(row).intersection(buf.area);
    if area.height > lines(area) && !chart.is_empty() {
        let (set, style) = (ctx.theme.glyphs.bar_set(), ctx.theme.style(Role::Link));
        Sparkline::default().data(calls.chart()).bar_set(set).style(style).render(chart, buf);
    }
}

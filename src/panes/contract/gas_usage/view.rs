//! Drawing of the pane: filter chips, header, table and footer.

use alloy_primitives::U256;
use decode::gas_usage::Economy;
use ledger::Unit;
use ledger::amount::{WEIBAR_PER_BASE, counted, grouped};
use ledger::query::{Parameters as _, ResultsQuery};
use ledger::timestamp::span;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Sparkline, Widget};

use super::calls::Calls;
use super::price::Pricing;
use super::{GasUsagePane, methods};
use crate::message::{Click, Effect, Place};
use crate::panes::Context;
use crate::panes::kit::list::{chips, footer, say};
use crate::panes::kit::nouns::values;
use crate::widgets::line::{put, rule, wrap_words};
use crate::widgets::split::REST;
use crate::widgets::{Link, Role, Split};

impl GasUsagePane {
    pub(super) fn draw(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let areas = self.areas(area);
        chips::view(&self.query.pairs(), ctx, areas.chips, buf);
        let below = area.below(areas.chips.height);
        let Some(feed) = self.list.feed() else {
            let subject = format!("results of {} on {}", self.contract, ctx.network.name);
            if let Some(first) = self.list.first(ctx) {
                first.view_missing(ctx, &subject, below, buf);
            }
            return;
        };
        if feed.is_empty() {
            let next = if feed.more().is_some() {
                "The server offers further pages: widen the window to look at them."
            } else {
                "No calls to summarise."
            };
            let none = format!("No results of {} in this window.", self.contract);
            say(&[(none, Role::Heading), (next.to_owned(), Role::Plain)], ctx, below, buf);
            return;
        }
        let words = header(&self.calls, &self.pricing, ctx);
        view_header(&words, &self.calls, ctx, areas.head, buf);
        rule(buf, areas.line, 0, ctx.theme.glyphs.rule, ctx.theme.style(Role::Rule));
        match self.local().none_passes(ctx).filter(|_| self.len() == 0) {
            Some(none) => say(&none, ctx, areas.table, buf),
            None => self.view_rows(ctx, areas.table, buf),
        }
        self.view_footer(ctx, (areas.table, areas.footer), buf);
    }

    fn view_footer(&self, ctx: &Context<'_>, (table, area): (Rect, Rect), buf: &mut Buffer) {
        if area.height < 2 {
            return;
        }
        let Some((method, sums)) = self.selected() else { return };
        let words = methods::detail_lines(method, sums, self.naming.names());
        let lines: Vec<_> = words.into_iter().map(|piece| vec![piece]).collect();
        let spare = usize::from(table.height.saturating_sub(1)).saturating_sub(self.len());
        footer::Band::new(&lines, u16::try_from(spare).unwrap_or(0), area, ctx).view_below_rule(ctx, buf);
    }
}

/// Lines of the selected method's summary.
const FOOTER_ROWS: u16 = 7;

/// The areas, top to bottom.
pub(super) struct Areas {
    pub(super) chips: Rect,
    pub(super) head: Rect,
    pub(super) line: Rect,
    pub(super) table: Rect,
    pub(super) footer: Rect,
}

impl Areas {
    /// The areas below the filter chips.
    pub(super) fn new(body: Rect, query: &ResultsQuery) -> Self {
        let is_filtered = !query.pairs().is_empty();
        let [chips, head, line, rest] = body.stack([u16::from(is_filtered), height(body), 1, REST]);
        let [table, footer] = rest.with_footer(FOOTER_ROWS.min(rest.height / 3));
        Self { chips, head, line, table, footer }
    }

    /// Number of visible rows below the titles.
    pub(super) fn rows(&self) -> u16 {
        self.table.height.saturating_sub(1)
    }
}

impl GasUsagePane {
    pub(super) fn areas(&self, body: Rect) -> Areas {
        Areas::new(body, &self.query)
    }

    /// The areas, below the filter chips.
    pub(super) fn areas_within(&self, ctx: &Context<'_>) -> Areas {
        self.areas(self.local().within(ctx).body)
    }
}

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
fn view_header(words: &[(String, Role); 3], calls: &Calls, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let mut row = 0;
    for (text, role) in words {
        let most = usize::from(lines(area).min(area.height).saturating_sub(row)).min(3);
        for line in wrap_words(text, area.width.saturating_sub(2), most, ctx.theme.glyphs.cut) {
            put(buf, area, (1, row), &line, ctx.theme.style(*role));
            row += 1;
        }
    }
    let chart = area.right_of(1).left_of(1).below(row).intersection(buf.area);
    if area.height > lines(area) && !chart.is_empty() {
        let (set, style) = (ctx.theme.glyphs.bar_set(), ctx.theme.style(Role::Link));
        Sparkline::default().data(calls.chart()).bar_set(set).style(style).render(chart, buf);
    }
}

pub(super) fn links(pane: &GasUsagePane, ctx: &Context<'_>) -> Vec<Link> {
    if pane.local().is_counting() {
        return Vec::new();
    }
    chips::links(&pane.query.pairs(), ctx, pane.areas_within(ctx).chips)
}

impl GasUsagePane {
    /// Removes the filter of a clicked chip. `None` if no chip was clicked.
    pub(super) fn click_chip(&self, click: Click, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let pairs = self.query.pairs();
        let clicked = chips::clicked(&pairs, ctx, self.areas_within(ctx).chips, click)?;
        let kept = pairs.iter().enumerate().filter(|(at, _)| *at != clicked);
        let kept = kept.map(|(_, (name, value))| (*name, value.as_str()));
        let query = self.query.with_pairs(kept, ctx.network.home).ok()?;
        Some(vec![Effect::Replace(Place::GasUsage(query))])
    }
}

//! How the pane is drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::call_columns::MethodCalls;
use super::methods::{self, Methods};
use super::{GasUsagePane, Opened, window};
use crate::decode::gas_usage::{Method, Sums};
use crate::panes::Context;
use crate::panes::kit::list::{self, Columns as _, chips, footer, say};
use crate::widgets::line::rule;
use crate::widgets::table::Lines;
use crate::widgets::{Link, Role, Split, Target};

impl GasUsagePane {
    /// Draws the window, and its methods or the calls of one.
    pub(super) fn draw(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let areas = self.areas(area);
        chips::view(&self.query.pairs(), ctx, areas.chips, buf);
        let below = area.below(areas.chips.height);
        let Some(feed) = self.list.feed() else {
            let subject = format!("results of {} on {}", self.query.contract, ctx.network.name);
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
            let none = format!("No results of {} in this window.", self.query.contract);
            say(&[(none, Role::Heading), (next.to_owned(), Role::Plain)], ctx, below, buf);
            return;
        }
        let words = window::header(&self.calls, &self.pricing, ctx);
        window::view(&words, &self.calls, ctx, areas.head, buf);
        rule(buf, areas.line, 0, ctx.theme.glyphs.rule, ctx.theme.style(Role::Rule));
        match &self.opened {
            Some(opened) => self.view_calls(opened, ctx, areas.table, buf),
            None => self.view_methods(ctx, areas.table, buf),
        }
        self.view_footer(ctx, (areas.table, areas.footer), buf);
    }

    /// A method's row.
    pub(super) fn row<'a>(&'a self, method: &'a (Method, Sums)) -> methods::Row<'a> {
        methods::Row::new(method, self.naming.names(), self.pricing.price())
    }

    fn view_methods(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let all = self.shown();
        if let Some(lines) = self.local.none_passes(ctx).filter(|_| all.is_empty()) {
            return say(&lines, ctx, area, buf);
        }
        let lines = Lines { sorted: self.local.sorted(), ..Lines::rows(&self.scroll, all.len(), area) };
        Methods.view(&lines, ctx, area, buf, |at| Some(self.row(all.get(at)?)));
    }

    fn view_calls(&self, opened: &Opened, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let places = self.calls.places(opened.method);
        let lines = Lines::rows(&opened.scroll, places.len(), area);
        MethodCalls.view(&lines, ctx, area, buf, |at| self.calls.all().get(*places.get(at)?));
    }

    fn view_footer(&self, ctx: &Context<'_>, (table, area): (Rect, Rect), buf: &mut Buffer) {
        if area.height < 2 {
            return;
        }
        let Some((method, sums)) = self.selected() else { return };
        let words = methods::detail_lines(method, sums, self.naming.names());
        let lines: Vec<_> = words.into_iter().map(|piece| vec![piece]).collect();
        let spare = usize::from(table.height.saturating_sub(1)).saturating_sub(self.len());
        let area = footer::grown(&lines, u16::try_from(spare).unwrap_or(0), area);
        rule(buf, area, 0, ctx.theme.glyphs.rule, ctx.theme.style(Role::Rule));
        footer::view_lines(&lines, ctx, area, buf);
    }
}

/// What the rows lead to: a method to its calls, a call to its result.
pub(super) fn links(pane: &GasUsagePane, ctx: &Context<'_>) -> Vec<Link> {
    let table = pane.areas(ctx.body).table;
    if let Some(opened) = &pane.opened {
        let places = pane.calls.places(opened.method);
        let lines = Lines::rows(&opened.scroll, places.len(), table);
        let call = |at: usize| pane.calls.all().get(*places.get(at)?);
        let result = |at| pane.result(opened.method, at).map(Target::Place);
        return list::links(&MethodCalls, &lines, ctx, table, call, result);
    }
    let all = pane.shown();
    let lines = Lines::rows(&pane.scroll, all.len(), table);
    let calls = |at| Some(list::opened_by_clicks(&lines, at));
    list::links(&Methods, &lines, ctx, table, |at| Some(pane.row(all.get(at)?)), calls)
}

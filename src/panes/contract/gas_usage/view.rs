//! Drawing of the pane.

use ledger::query::Parameters as _;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::rows::on_screen;
use super::{GasUsagePane, methods, window};
use crate::panes::Context;
use crate::panes::kit::list::{chips, footer, say};
use crate::widgets::line::rule;
use crate::widgets::{Role, Split};

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
        let words = window::header(&self.calls, &self.pricing, ctx);
        window::view(&words, &self.calls, ctx, areas.head, buf);
        rule(buf, areas.line, 0, ctx.theme.glyphs.rule, ctx.theme.style(Role::Rule));
        match self.local().none_passes(ctx).filter(|_| self.len() == 0) {
            Some(none) => say(&none, ctx, areas.table, buf),
            None => on_screen!(self, |list, rows| list.view(&rows, ctx, areas.table, buf)),
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
        let area = footer::grown(&lines, u16::try_from(spare).unwrap_or(0), area);
        rule(buf, area, 0, ctx.theme.glyphs.rule, ctx.theme.style(Role::Rule));
        footer::view_lines(&lines, ctx, area, buf);
    }
}

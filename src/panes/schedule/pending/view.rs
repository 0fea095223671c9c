//! How the pending schedules are drawn: chips, rows, the selected row with the rule that put it there, and what was read.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{PendingSchedulesPane, Row};
use crate::ledger::Text;
use crate::panes::Context;
use crate::panes::kit::list::{Areas, footer, say};
use crate::panes::kit::values;
use crate::panes::schedule::{lifecycle, row_text};
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// Draws the pane but for its form.
pub(super) fn draw(pane: &PendingSchedulesPane, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let Areas { chips, table, footer } = pane.filters.areas(area);
    pane.filters.view_chips(ctx, chips, buf);
    let rows = pane.rows();
    let len = pane.local.len(&rows);
    if len > 0 {
        pane.local.view(&rows, ctx, table, buf);
        let spare = usize::from(table.height.saturating_sub(1)).saturating_sub(len);
        view_footer(pane, ctx, (footer, u16::try_from(spare).unwrap_or(0)), buf);
    } else if let Some(lines) = pane.local.none_passes(ctx) {
        say(&lines, ctx, table, buf);
    } else if pane.scan.has_begun() {
        let none = if pane.filters.is_set() { " that passes the filters" } else { "" };
        let lines = [
            (format!("No schedule{none} is pending on {}.", ctx.network.name), Role::Heading),
            (values::sentence(&pane.scan.progress()), Role::Plain),
            ("The list is refreshed every 30 s.".to_owned(), Role::Dim),
        ];
        say(&lines, ctx, table, buf);
    } else {
        let subject = format!("schedules on {}", ctx.network.name);
        pane.scan.fetched(ctx).view_missing(ctx, &subject, table, buf);
    }
}

/// The selected row whole, the rule behind its state, and what was read.
fn view_footer(pane: &PendingSchedulesPane, ctx: &Context<'_>, (area, spare): (Rect, u16), buf: &mut Buffer) {
    let (open, ended) = pane.board.count();
    let ended = if ended == 0 { String::new() } else { format!(", {ended} ended") };
    let words = format!("{open} pending{ended}; {}", pane.scan.progress());
    let whole = pane.row().map(|row| whole_row(pane, row, ctx)).unwrap_or_default();
    footer::view(&whole, (words, Role::Dim), ctx, footer::grown(&whole, spare, area), buf);
}

/// The row in words, and the rule behind its state.
fn whole_row(pane: &PendingSchedulesPane, row: &Row, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
    let schedule = &row.schedule;
    let (inner, _) = row_text::inner(schedule, ctx);
    let inner = match pane.calls.get(row.id) {
        Some(call) => format!("{inner}: {}", call.summary()),
        None => inner,
    };
    let memo = schedule.memo.known().map(Text::escaped).filter(|memo| !memo.is_empty());
    let memo = memo.map(|memo| format!("  memo {memo}")).unwrap_or_default();
    let line = format!(
        "{inner}  creator {}  payer {}  signed {}{memo}",
        row_text::id(&schedule.creator_account_id, ctx),
        row_text::id(&schedule.payer_account_id, ctx),
        row_text::signed(schedule),
    );
    let rule = lifecycle::rule(schedule, ctx.now);
    vec![vec![(line, Role::Plain)], vec![(rule, Role::Dim)]]
}

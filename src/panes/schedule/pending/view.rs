//! Draws the pending schedules: chips, rows, the selected row with the rule for its state, and the progress of the
//! scan.

use ledger::{EntityId, Text};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{PendingSchedules, Row};
use crate::panes::Context;
use crate::panes::kit::list::{Areas, MemoryList, footer, say};
use crate::panes::kit::nouns::values;
use crate::panes::schedule::{lifecycle, row_text};
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// Draws the reason of an empty list.
pub(super) fn draw_empty(pane: &PendingSchedules, ctx: &Context<'_>, table: Rect, buf: &mut Buffer) {
    if !pane.scan.has_begun() {
        let subject = format!("schedules on {}", ctx.network.name);
        pane.scan.fetched(ctx).view_missing(ctx, &subject, table, buf);
        return;
    }
    let none = if pane.filters.is_set() { " that passes the filters" } else { "" };
    let lines = [
        (format!("No schedule{none} is pending on {}.", ctx.network.name), Role::Heading),
        (values::sentence(&pane.scan.progress()), Role::Plain),
        ("The list is refreshed every 30 s.".to_owned(), Role::Dim),
    ];
    say(&lines, ctx, table, buf);
}

/// Draws the parts around the rows: chips, the selected row in full, the rule for its state, and the progress.
pub(super) fn draw_around(
    pane: &PendingSchedules,
    list: &MemoryList<EntityId>,
    ctx: &Context<'_>,
    buf: &mut Buffer,
) {
    let Areas { chips, table, footer } = pane.filters.areas(ctx.body);
    pane.filters.view_chips(ctx, chips, buf);
    let Some(row) = pane.selected(list) else { return };
    let (open, ended) = pane.board.count();
    let ended = if ended == 0 { String::new() } else { format!(", {ended} ended") };
    let words = format!("{open} pending{ended}; {}", pane.scan.progress());
    let whole = whole_row(pane, row, ctx);
    let len = u16::try_from(list.len(&pane.board_rows())).unwrap_or(u16::MAX);
    let spare = table.height.saturating_sub(1).saturating_sub(len);
    footer::view(&whole, (words, Role::Dim), ctx, footer::grown(&whole, spare, footer), buf);
}

/// The row in full, and the rule for its state.
fn whole_row(pane: &PendingSchedules, row: &Row, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
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

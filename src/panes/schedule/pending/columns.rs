//! The columns of the pending schedules.

use super::Row;
use crate::ledger::schedule::Lifecycle;
use crate::ledger::{Schedule, Text};
use crate::panes::Context;
use crate::panes::schedule::{lifecycle, row_text};
use crate::widgets::Role;
use crate::widgets::table::{Cell, Column};

/// The columns; the higher the rank, the earlier a narrow screen gives one up.
pub(super) fn columns() -> [Column; 9] {
    [
        Column::text("left", 13),
        Column::text("schedule", 10),
        Column::text("state", 10),
        Column::text("inner transaction", 17).grows(2),
        Column::number("signed", 6).rank(1),
        Column::text("runs", 11).rank(2),
        Column::text("creator", 10).rank(3),
        Column::text("payer", 10).rank(5),
        Column::text("memo", 8).grows(1).rank(4),
    ]
}

/// The cells of a row; `call` is what its call data says, if that was read.
pub(super) fn cells(row: &Row, call: Option<String>, ctx: &Context<'_>) -> Vec<Cell> {
    let schedule = &row.schedule;
    let state = schedule.lifecycle(ctx.now);
    let ran = ctx.seen.ran(schedule);
    let (sign, role) = lifecycle::sign(state, ran, &ctx.theme.glyphs);
    let plain = |text: String| (text, Role::Plain);
    vec![
        left(state, ctx),
        plain(row.id.to_string()),
        (format!("{sign} {}", lifecycle::word(state, ran)), role),
        call.map_or_else(|| row_text::inner(schedule, ctx), |call| (call, Role::Plain)),
        plain(row_text::signed(schedule)),
        plain(runs(schedule).to_owned()),
        plain(row_text::id(&schedule.creator_account_id, ctx)),
        plain(row_text::id(&schedule.payer_account_id, ctx)),
        plain(schedule.memo.known().map(Text::shown).unwrap_or_default()),
    ]
}

/// The countdown, or that it is over.
fn left(state: Lifecycle, ctx: &Context<'_>) -> Cell {
    match lifecycle::end(state) {
        Some(end) if end > ctx.now => {
            let soon = matches!(state, Lifecycle::Expiring(_));
            (lifecycle::left(end, ctx.now), if soon { Role::Attention } else { Role::Plain })
        }
        Some(_) => ("time is up".to_owned(), Role::Attention),
        None => (ctx.theme.glyphs.none.to_owned(), Role::Dim),
    }
}

/// What it waits for.
fn runs(schedule: &Schedule) -> &'static str {
    match schedule.wait_for_expiry.value() {
        Some(true) => "at its end",
        Some(false) => "when signed",
        None => "",
    }
}

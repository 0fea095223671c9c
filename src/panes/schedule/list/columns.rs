//! The columns of the list of schedules.

use crate::ledger::schedule::{Deleted, Lifecycle};
use crate::ledger::{Field, Schedule, Text, Timestamp};
use crate::panes::Context;
use crate::panes::schedule::lifecycle;
use crate::panes::schedule::row_text::{id, inner, signed};
use crate::widgets::table::{Cell, Column};
use crate::widgets::{Role, TimeStyle};

/// Columns of a time to the second, as `2026-11-20 23:59:48`.
const TO_THE_SECOND: usize = 19;

/// The columns; the higher the rank, the earlier a narrow screen gives one up.
pub(super) fn columns(ctx: &Context<'_>) -> [Column; 8] {
    let when = match ctx.look.times {
        TimeStyle::Utc => "ends or ended (UTC)",
        TimeStyle::Local => "ends or ended (here)",
        TimeStyle::Relative => "ends or ended",
        TimeStyle::Seconds => "ends or ended (s)",
    };
    [
        Column::text("schedule", 10),
        Column::text("state", 10),
        Column::text(when, 20),
        Column::text("inner transaction", 17).grows(1),
        Column::text("creator", 10).rank(2),
        Column::text("payer", 10).rank(4),
        Column::number("signed", 6).rank(3),
        Column::text("memo", 8).grows(3).rank(1),
    ]
}

/// The cells of a row.
pub(super) fn cells(row: &Schedule, ctx: &Context<'_>) -> Vec<Cell> {
    let state = row.lifecycle(ctx.now);
    let ran = ctx.seen.ran(row);
    let (sign, role) = lifecycle::sign(state, ran, &ctx.look.glyphs);
    vec![
        (id(&row.schedule_id, ctx), Role::Plain),
        (format!("{sign} {}", lifecycle::word(state, ran)), role),
        when(row, state, ctx),
        inner(row, ctx),
        (id(&row.creator_account_id, ctx), Role::Plain),
        (id(&row.payer_account_id, ctx), Role::Plain),
        (signed(row), Role::Plain),
        (row.memo.known().map(Text::shown).unwrap_or_default(), Role::Plain),
    ]
}

/// The countdown of one that is open, the time at which another ended.
fn when(row: &Schedule, state: Lifecycle, ctx: &Context<'_>) -> Cell {
    let time = |at: Timestamp| {
        let time = ctx.look.time(at, ctx.now);
        match ctx.look.times {
            TimeStyle::Utc | TimeStyle::Local => time.chars().take(TO_THE_SECOND).collect(),
            TimeStyle::Relative | TimeStyle::Seconds => time,
        }
    };
    match (state, &row.deleted) {
        (Lifecycle::Expiring(end) | Lifecycle::Pending(end), _) if end > ctx.now => {
            let role = if matches!(state, Lifecycle::Expiring(_)) { Role::Attention } else { Role::Plain };
            (format!("in {}", lifecycle::left(end, ctx.now)), role)
        }
        (Lifecycle::Expiring(_) | Lifecycle::Pending(_), _) => ("its time is up".to_owned(), Role::Attention),
        (Lifecycle::Executed(at) | Lifecycle::Expired(at), _)
        | (Lifecycle::Deleted, &Field::Known(Deleted::At(at))) => (time(at), Role::Plain),
        (Lifecycle::Deleted | Lifecycle::Unknown, _) => (ctx.look.glyphs.none.to_owned(), Role::Dim),
    }
}

//! The columns of the list of schedules.

use super::rows::Schedules;
use crate::ledger::schedule::{Deleted, Lifecycle};
use crate::ledger::{Field, Schedule, Text, Timestamp};
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::{Column, Columns, Counted, Value};
use crate::panes::kit::values::{self, HASH_COLUMNS, hex_of, short_hex};
use crate::panes::schedule::lifecycle;
use crate::panes::schedule::row_text::{Standing, id, inner, leads, memo, signatures, signed, transaction};
use crate::widgets::table::{Cell, Column as Head};
use crate::widgets::{Role, TimeStyle};

/// Columns of a time to the second, as `2026-11-20 23:59:48`.
const TO_THE_SECOND: usize = 19;

/// The state of a schedule at the moment.
const STATE: &str = "state";

impl Columns for Schedules {
    type Row<'a> = Standing<'a>;

    const LIST: &'static str = "schedules";

    const OPTIONAL: &'static [&'static str] =
        &["created", "executed", "wait for expiry", "deleted", "admin key", "transaction body"];

    fn leads(column: &'static str, row: &Standing<'_>, _ctx: &Context<'_>) -> Option<Place> {
        leads(column, row)
    }

    const ALL: &'static [Column<Self>] = &[
        Column {
            name: "schedule id",
            head: |_, _| Head::text("schedule", 10),
            cell: |row, ctx| (id(&row.schedule_id, ctx), Role::Plain),
            value: |row| Value::text(row.schedule_id.known()),
        },
        Column {
            name: STATE,
            head: |_, _| Head::text("state", 10),
            cell: |row, ctx| {
                let (state, ran) = (row.lifecycle(ctx.now), ctx.seen.ran(row));
                let (sign, role) = lifecycle::sign(state, ran, &ctx.theme.glyphs);
                (format!("{sign} {}", lifecycle::label(state, ran)), role)
            },
            value: |row| Value::text(Some(row.state)),
        },
        Column {
            name: "expiration",
            head: |_, ctx| {
                let title = match ctx.theme.times {
                    TimeStyle::Utc => "ends or ended (UTC)",
                    TimeStyle::Local => "ends or ended (here)",
                    TimeStyle::Relative => "ends or ended",
                    TimeStyle::Seconds => "ends or ended (s)",
                };
                Head::text(title, 20)
            },
            cell: |row, ctx| when(row, row.lifecycle(ctx.now), ctx),
            value: |row| Value::time(row.expiration_time.value()),
        },
        Column {
            name: "inner transaction",
            head: |_, _| Head::text("inner transaction", 17).grows(1),
            cell: |row, ctx| inner(row, ctx),
            value: |row| Value::text(transaction(row)),
        },
        Column {
            name: "creator",
            head: |_, _| Head::text("creator", 10).rank(2),
            cell: |row, ctx| (id(&row.creator_account_id, ctx), Role::Plain),
            value: |row| Value::text(row.creator_account_id.known()),
        },
        Column {
            name: "payer",
            head: |_, _| Head::text("payer", 10).rank(4),
            cell: |row, ctx| (id(&row.payer_account_id, ctx), Role::Plain),
            value: |row| Value::text(row.payer_account_id.known()),
        },
        Column {
            name: "signed",
            head: |_, _| Head::number("signed", 6).rank(3),
            cell: |row, _| (signed(row), Role::Plain),
            value: |row| Value::number(signatures(row)),
        },
        Column {
            name: "memo",
            head: |_, _| Head::text("memo", 8).grows(3).rank(1),
            cell: |row, _| (row.memo.known().map(Text::escaped).unwrap_or_default(), Role::Plain),
            value: |row| Value::text(memo(row)),
        },
        Column {
            name: "created",
            head: |_, ctx| values::time_column(ctx, "created").rank(5),
            cell: |row, ctx| time(&row.consensus_timestamp, ctx),
            value: |row| Value::time(row.consensus_timestamp.value()),
        },
        Column {
            name: "executed",
            head: |_, ctx| values::time_column(ctx, "executed").rank(5),
            cell: |row, ctx| time(&row.executed_timestamp, ctx),
            value: |row| Value::time(row.executed_timestamp.value()),
        },
        Column {
            name: "wait for expiry",
            head: |_, _| Head::text("wait for expiry", 15).rank(5),
            cell: |row, _| (row.wait_for_expiry.value().map(yes).unwrap_or_default().to_owned(), Role::Plain),
            value: |row| Value::text(row.wait_for_expiry.value().map(yes)),
        },
        Column {
            name: "deleted",
            head: |_, ctx| values::time_column(ctx, "deleted").rank(5),
            cell: |row, ctx| match row.deleted.value() {
                Some(Deleted::At(at)) => (ctx.theme.time(at, ctx.now), Role::Plain),
                Some(Deleted::Flag(is_deleted)) => (yes(is_deleted).to_owned(), Role::Plain),
                None => Cell::default(),
            },
            value: |row| match row.deleted.value() {
                Some(Deleted::At(at)) => Value::Time(at),
                deleted => Value::text(deleted.map(|it| yes(it == Deleted::Flag(true)))),
            },
        },
        Column {
            name: "admin key",
            head: |_, _| Head::text("admin key", HASH_COLUMNS).rank(5),
            cell: |row, ctx| row.admin_key.known().map(|key| short_hex(&key.key, ctx)).unwrap_or_default(),
            value: |row| Value::text(row.admin_key.known().and_then(|key| hex_of(&key.key))),
        },
        Column {
            name: "transaction body",
            head: |_, _| Head::text("transaction body", HASH_COLUMNS).rank(5),
            cell: |row, ctx| short_hex(&row.transaction_body, ctx),
            value: |row| Value::text(hex_of(&row.transaction_body)),
        },
    ];

    const COUNTED: &'static [Counted] = &[
        Counted::values(STATE),
        Counted::values("creator"),
        Counted::values("payer"),
        Counted::values("inner transaction"),
        Counted::times("expiration").nothing("none set"),
    ];
}

fn time(at: &Field<Timestamp>, ctx: &Context<'_>) -> Cell {
    (at.value().map(|at| ctx.theme.time(at, ctx.now)).unwrap_or_default(), Role::Plain)
}

fn yes(it: bool) -> &'static str {
    if it { "yes" } else { "no" }
}

/// The countdown of one that is open, the time at which another ended.
fn when(row: &Schedule, state: Lifecycle, ctx: &Context<'_>) -> Cell {
    let time = |at: Timestamp| {
        let time = ctx.theme.time(at, ctx.now);
        match ctx.theme.times {
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
        (Lifecycle::Deleted | Lifecycle::Unknown, _) => (ctx.theme.glyphs.none.to_owned(), Role::Dim),
    }
}

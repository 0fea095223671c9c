//! The columns of the list of schedules.

use ledger::schedule::{Deleted, Lifecycle};
use ledger::{Field, Schedule, Text, Timestamp};

use super::Schedules;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::{Column, ColumnOf, Columns, Counted, Value};
use crate::panes::kit::nouns::values::{HASH_COLUMNS, hex_of, short_hex, yes};
use crate::panes::schedule::lifecycle;
use crate::panes::schedule::row_text::{
    Standing, id, inner, leads, memo, signatures, signed, state, transaction,
};
use crate::widgets::table::{Cell, Column as Head};
use crate::widgets::{Role, TimeStyle};

/// The width of a time such as `2026-11-20 23:59:48`.
const TO_THE_SECOND: usize = 19;

/// The column of the current state.
const STATE: &str = "state";

impl Columns for Schedules {
    type Row<'a> = Standing<'a>;

    const LIST: &'static str = "schedules";

    const OPTIONAL: &'static [&'static str] =
        &["created", "executed", "wait for expiry", "deleted", "admin key", "transaction body"];

    fn leads(column: &'static str, row: &Standing<'_>, _ctx: &Context<'_>) -> Option<Place> {
        leads(column, row)
    }

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::text("schedule id", 10).titled("schedule").shows(
            |row, ctx| (id(&row.schedule_id, ctx), Role::Plain),
            |row| Value::text(row.schedule_id.known()),
        ),
        Column::text(STATE, 10).shows(|row, ctx| state(row, ctx), |row| Value::text(Some(row.state))),
        ColumnOf::new(
            "expiration",
            |_, ctx| {
                let title = match ctx.theme.times {
                    TimeStyle::Utc => "ends or ended (UTC)",
                    TimeStyle::Local => "ends or ended (here)",
                    TimeStyle::Relative => "ends or ended",
                    TimeStyle::Seconds => "ends or ended (s)",
                };
                Head::text(title, 20)
            },
            |row, ctx| when(row, row.lifecycle(ctx.now), ctx),
            |row| Value::time(row.expiration_time.value()),
        ),
        Column::text("inner transaction", 17)
            .grows(1)
            .shows(|row, ctx| inner(row, ctx), |row| Value::text(transaction(row))),
        Column::text("creator", 10).rank(2).shows(
            |row, ctx| (id(&row.creator_account_id, ctx), Role::Plain),
            |row| Value::text(row.creator_account_id.known()),
        ),
        Column::text("payer", 10).rank(4).shows(
            |row, ctx| (id(&row.payer_account_id, ctx), Role::Plain),
            |row| Value::text(row.payer_account_id.known()),
        ),
        Column::number("signed", 6)
            .rank(3)
            .shows(|row, _| (signed(row), Role::Plain), |row| Value::number(signatures(row))),
        Column::text("memo", 8).grows(3).rank(1).shows(
            |row, _| (row.memo.known().map(Text::escaped).unwrap_or_default(), Role::Plain),
            |row| Value::text(memo(row)),
        ),
        Column::time("created").rank(5).of(|row| Value::time(row.consensus_timestamp.value())),
        Column::time("executed").rank(5).of(|row| Value::time(row.executed_timestamp.value())),
        Column::text("wait for expiry", 15)
            .rank(5)
            .of(|row| Value::text(row.wait_for_expiry.value().map(yes))),
        Column::time("deleted").rank(5).shows(
            |row, ctx| match row.deleted.value() {
                Some(Deleted::At(at)) => (ctx.theme.time(at, ctx.now), Role::Plain),
                Some(Deleted::Flag(is_deleted)) => (yes(is_deleted).to_owned(), Role::Plain),
                None => Cell::default(),
            },
            |row| match row.deleted.value() {
                Some(Deleted::At(at)) => Value::Time(at),
                deleted => Value::text(deleted.map(|it| yes(it == Deleted::Flag(true)))),
            },
        ),
        Column::text("admin key", HASH_COLUMNS).rank(5).shows(
            |row, ctx| row.admin_key.known().map(|key| short_hex(&key.key, ctx)).unwrap_or_default(),
            |row| Value::text(row.admin_key.known().and_then(|key| hex_of(&key.key))),
        ),
        Column::text("transaction body", HASH_COLUMNS).rank(5).shows(
            |row, ctx| short_hex(&row.transaction_body, ctx),
            |row| Value::text(hex_of(&row.transaction_body)),
        ),
    ];

    const COUNTED: &'static [Counted] = &[
        Counted::values(STATE),
        Counted::values("creator"),
        Counted::values("payer"),
        Counted::values("inner transaction"),
        Counted::times("expiration").nothing("none set"),
    ];
}

/// The countdown of an open schedule, or the time at which it ended.
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

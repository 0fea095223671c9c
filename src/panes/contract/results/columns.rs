//! The columns of the results list: what the list really carries, and what every row of it says.

use std::sync::Arc;

use super::leads::leads;
use super::rows::Calls;
use crate::ledger::amount::grouped;
use crate::ledger::{ContractResult, EntityId, Field, HexBytes, Seen, Unit};
use crate::message::Place;
use crate::panes::Context;
use crate::panes::contract::calls::{Known, method, outcome, party};
use crate::panes::kit::list::{Column, Columns, Counted, Value};
use crate::panes::kit::values;
use crate::widgets::Role;
use crate::widgets::line::cut_middle;
use crate::widgets::table::{Cell, Column as Head};

/// Widths of method and outcome by the width of the screen: whole names and the beginning of an error code
/// come before the text below the list.
const MIN_TEXT_COLUMNS: [(u16, u16, u16); 3] = [(100, 20, 28), (76, 12, 28), (0, 12, 8)];

impl Columns for Calls {
    type Row<'a> = Known<'a>;

    fn leads(column: &'static str, row: &Known<'_>, ctx: &Context<'_>) -> Option<Place> {
        leads(column, row, ctx)
    }

    const ALL: &'static [Column<Self>] = &[
        Column {
            name: "success",
            head: |_, _| Head::text("", 1),
            cell: |it, ctx| values::success(it.success, ctx),
            value: |it| Value::success(it.success),
        },
        Column {
            name: TIME,
            head: |_, ctx| values::time_of_day_column(ctx),
            cell: |it, ctx| {
                plain(it.row.timestamp.value().map_or_else(no_time, |at| ctx.theme.time_of_day(at, ctx.now)))
            },
            value: |it| Value::time(it.row.timestamp.value()),
        },
        Column {
            name: "method",
            head: |_, ctx| Head::text("method", text_columns(ctx).0).grows(4).up_to(28),
            cell: |it, _| method(it),
            value: |it| Value::text(Some(method(it).0)),
        },
        Column {
            name: "sender",
            head: |_, _| Head::text("from", 11).grows(1).rank(1),
            cell: |it, _| plain(it.row.from.known().map(|from| party(from, it.home)).unwrap_or_default()),
            value: |it| Value::text(it.row.from.known().map(|from| party(from, it.home))),
        },
        Column {
            name: "amount",
            head: |_, ctx| Head::number(format!("amount {}", ctx.theme.unit_name()), 14).rank(4),
            cell: |it, ctx| amount(it.row, ctx),
            value: |it| Value::number(it.row.amount.value()),
        },
        Column {
            name: "gas limit",
            head: |_, _| Head::number("gas limit", 10).rank(5),
            cell: |it, _| number(&it.row.gas_limit),
            value: |it| Value::number(it.row.gas_limit.value()),
        },
        Column {
            name: "gas used",
            head: |_, _| Head::text("used", 5).rank(3),
            cell: |it, ctx| gauge(it.row, ctx),
            value: |it| Value::number(it.row.gas_used.value()),
        },
        Column {
            name: "outcome",
            head: |_, ctx| Head::text("outcome", text_columns(ctx).1).grows(8),
            cell: |it, _| outcome(it),
            value: |it| Value::text(Some(outcome(it).0)),
        },
        Column {
            name: "gas consumed",
            head: |_, _| Head::number("consumed", 10).rank(7),
            cell: |it, _| number(&it.row.gas_consumed),
            value: |it| Value::number(it.row.gas_consumed.value()),
        },
        Column {
            name: "block",
            head: |_, _| Head::number("block", 12).rank(8),
            cell: |it, _| digits(&it.row.block_number),
            value: |it| Value::number(it.row.block_number.value()),
        },
        Column {
            name: "index",
            head: |_, _| Head::number("index", 5).rank(10),
            cell: |it, _| digits(&it.row.transaction_index),
            value: |it| Value::number(it.row.transaction_index.value()),
        },
        Column {
            name: "type",
            head: |_, _| Head::number("type", 4).rank(11),
            cell: |it, _| digits(&it.row.r#type),
            value: |it| Value::number(it.row.r#type.value()),
        },
        Column {
            name: "created",
            head: |_, _| Head::text("created", 11).rank(9),
            cell: |it, _| plain(created(it.row).map(|id| id.to_string()).unwrap_or_default()),
            value: |it| Value::text(created(it.row)),
        },
        Column {
            name: "transaction hash",
            head: |_, _| Head::text("transaction hash", 18).rank(6),
            cell: |it, ctx| (cut_middle(&hash(it.row), 18, ctx.theme.glyphs.cut).into_owned(), Role::Dim),
            value: |it| Value::text(it.row.hash.known().map(HexBytes::to_hex)),
        },
    ];

    const COUNTED: &'static [Counted] = &[
        Counted::values("method"),
        Counted::values("sender"),
        Counted::names("outcome").nothing("no error"),
        Counted::times(TIME),
        Counted::success("success"),
        Counted::percentiles("gas used"),
        Counted::percentiles("gas consumed"),
    ];

    /// Servers leave fields out of the list: of those, columns are shown for which any row has had a value.
    fn shows(&self, column: &Column<Self>) -> bool {
        !OFTEN_LEFT_OUT.contains(&column.name) || self.sent.contains(column.name)
    }
}

/// The time of a row.
const TIME: &str = "consensus time";

/// The columns that lists of most servers have no values for.
const OFTEN_LEFT_OUT: [&str; 5] = ["gas consumed", "block", "index", "type", "created"];

/// The columns among those that lists often lack for which one of these rows has a value.
pub(super) fn sent(rows: &[Arc<ContractResult>]) -> impl Iterator<Item = &'static str> + '_ {
    let columns = Calls::ALL.iter().filter(|column| OFTEN_LEFT_OUT.contains(&column.name));
    let unseen = Seen::default();
    let has = move |column: &&Column<Calls>| {
        let known = |row| Known::new(row, None, None, (&unseen, false, EntityId::from_num(0)));
        rows.iter().any(|row| (column.value)(&known(row)) != Value::Nothing)
    };
    columns.filter(has).map(|column| column.name)
}

/// The least width of a method and of an outcome on this screen.
fn text_columns(ctx: &Context<'_>) -> (u16, u16) {
    let fits = MIN_TEXT_COLUMNS.into_iter().find(|(screen, ..)| ctx.body.width >= *screen);
    fits.map_or((0, 0), |(_, method, outcome)| (method, outcome))
}

fn plain(text: String) -> Cell {
    (text, Role::Plain)
}

fn no_time() -> String {
    "no time".to_owned()
}

/// A number that names something, whose digits are not grouped.
fn digits(field: &Field<i64>) -> Cell {
    plain(field.value().map(|number| number.to_string()).unwrap_or_default())
}

fn number(field: &Field<i64>) -> Cell {
    plain(field.value().map(|number| grouped(&number)).unwrap_or_default())
}

fn hash(row: &ContractResult) -> String {
    row.hash.known().map(HexBytes::to_hex).unwrap_or_default()
}

fn created(row: &ContractResult) -> Option<EntityId> {
    row.created_contract_ids.known()?.iter().find_map(Field::value)
}

/// What was sent, if anything was.
fn amount(row: &ContractResult, ctx: &Context<'_>) -> Cell {
    plain(match row.amount.value() {
        Some(0) => match ctx.seen.dust(row) {
            Some(weibar) => ctx.theme.amount(&weibar, Unit::Weibar),
            None => return (ctx.theme.glyphs.dot.to_owned(), Role::Dim),
        },
        Some(amount) => ctx.theme.amount(&amount, Unit::Base),
        None => String::new(),
    })
}

/// The percentages of its gas limit that a call is expected to use: below, the network bills much gas that was not
/// used; above, a little more would not have been enough.
const EXPECTED_PERCENT: std::ops::RangeInclusive<i64> = 50..=94;

/// How much of the gas limit was used, where that is worth a look.
fn gauge(row: &ContractResult, ctx: &Context<'_>) -> Cell {
    let used = row.gas_consumed.value().zip(row.gas_limit.value());
    let percent = used.and_then(|(used, limit)| used.saturating_mul(100).checked_div(limit));
    let Some(percent) = percent.filter(|percent| !EXPECTED_PERCENT.contains(percent)) else {
        return (String::new(), Role::Dim);
    };
    let cells = usize::try_from(percent.clamp(1, 100).unsigned_abs().div_ceil(20)).unwrap_or(0);
    let role = if percent > *EXPECTED_PERCENT.end() { Role::Attention } else { Role::Dim };
    (ctx.theme.glyphs.gauge(cells, 5), role)
}

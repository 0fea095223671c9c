//! The columns of the results list: fields of lists, fields of single records, and derived values.

use std::collections::BTreeSet;
use std::sync::Arc;

use ledger::{ContractResult, EntityId, EvmAddress, Seen, Text, Unit};

use super::cells::{self, leads, number, plain};
use super::readings::{Inferred, Readings};
use crate::message::Place;
use crate::panes::Context;
use crate::panes::contract::calls::{self, Around, Known, party};
use crate::panes::kit::list::{Column, ColumnOf, Columns, Counted, Value};
use crate::panes::kit::nouns::values::{self, HASH_COLUMNS, digits, hex_of};
use crate::widgets::Role;
use crate::widgets::table::Column as Head;

#[derive(Debug, Default)]
pub struct Calls {
    /// Columns that lists often lack but that have values here, from the list and from single records.
    pub(super) sent: BTreeSet<&'static str>,
    pub(super) fetched: BTreeSet<&'static str>,
    pub(super) readings: Readings,
    pub(super) inferred: Inferred,
    /// Whether the rows include child transactions.
    pub(super) children: bool,
    /// The contract of the list, if it is named by id.
    pub(super) contract: Option<EntityId>,
    /// Whether the list is of all contracts.
    pub(super) of_all_contracts: bool,
}

/// Minimum widths of method and outcome by screen width: full names and the start of an error code take precedence
/// over the text below the list.
const MIN_TEXT_COLUMNS: [(u16, u16, u16); 3] = [(100, 20, 28), (76, 12, 28), (0, 12, 8)];

/// A column of ungrouped numbers, such as indices.
macro_rules! digits {
    ($name:literal, $least:literal, rank $rank:literal, $field:ident) => {
        Column::number($name, $least).rank($rank).shows(
            |it, _| digits(it.get(|row| &row.$field)),
            |it| Value::number(it.get(|row| &row.$field).value()),
        )
    };
}

/// A column of bytes, shortened in the middle.
macro_rules! bytes {
    ($name:literal, rank $rank:literal, $field:ident) => {
        Column::text($name, HASH_COLUMNS).rank($rank).shows(
            |it, ctx| values::short_hex(it.get(|row| &row.$field), ctx),
            |it| Value::text(hex_of(it.get(|row| &row.$field))),
        )
    };
}

/// A column of prices per gas.
macro_rules! price {
    ($name:literal, rank $rank:literal, $field:ident) => {
        ColumnOf::new(
            $name,
            |_, ctx| Head::number(format!("{} {}", $name, ctx.theme.price_unit_name()), 16).rank($rank),
            |it, ctx| cells::price(it.get(|row| &row.$field), ctx),
            |it| cells::quantity(it.get(|row| &row.$field)),
        )
    };
}

impl Columns for Calls {
    type Row<'a> = Known<'a>;

    const LIST: &'static str = "results";

    fn leads(column: &'static str, row: &Known<'_>, ctx: &Context<'_>) -> Option<Place> {
        leads(column, row, ctx)
    }

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::text("success", 1)
            .titled("")
            .shows(|it, ctx| values::success(it.success, ctx), |it| Value::success(it.success)),
        ColumnOf::new(
            TIME,
            |_, ctx| values::time_of_day_column(ctx),
            |it, ctx| {
                let at = it.row.timestamp.value();
                plain(at.map_or_else(cells::no_time, |at| ctx.theme.time_of_day(at, ctx.now)))
            },
            |it| Value::time(it.row.timestamp.value()),
        ),
        ColumnOf::new(
            "method",
            |_, ctx| Head::text("method", text_columns(ctx).0).grows(4).up_to(28),
            |it, _| calls::method(it),
            |it| Value::text(Some(calls::method(it).0)),
        ),
        Column::text("sender", 11).titled("from").grows(1).rank(1).shows(
            |it, _| plain(it.row.from.known().map(|from| party(from, it.home)).unwrap_or_default()),
            |it| Value::text(it.row.from.known().map(|from| party(from, it.home))),
        ),
        ColumnOf::new(
            "amount",
            |_, ctx| Head::number(format!("amount {}", ctx.theme.unit_name()), 14).rank(4),
            |it, ctx| cells::amount(it.row, ctx),
            |it| Value::number(it.row.amount.value()),
        ),
        Column::number("gas limit", 10)
            .rank(5)
            .shows(|it, _| number(&it.row.gas_limit), |it| Value::number(it.row.gas_limit.value())),
        Column::text("gas used", 5)
            .titled("used")
            .rank(3)
            .shows(|it, ctx| cells::gauge(it, ctx), |it| Value::number(it.row.gas_used.value())),
        ColumnOf::new(
            "outcome",
            |_, ctx| Head::text("outcome", text_columns(ctx).1).grows(8),
            |it, _| calls::outcome(it),
            |it| Value::text(Some(calls::outcome(it).0)),
        ),
        Column::number("gas consumed", 10).titled("consumed").rank(7).shows(
            |it, _| number(it.get(|row| &row.gas_consumed)),
            |it| Value::number(it.get(|row| &row.gas_consumed).value()),
        ),
        digits!("block", 12, rank 8, block_number),
        digits!("index", 5, rank 10, transaction_index),
        digits!("type", 4, rank 11, r#type),
        Column::text("created", 11).rank(9).shows(
            |it, _| cells::first_created(it.row),
            |it| {
                let ids: Vec<String> = cells::created(it.row).map(|id| id.to_string()).collect();
                said(ids.join(", "))
            },
        ),
        bytes!("transaction hash", rank 6, hash),
        digits!("nonce", 7, rank 12, nonce),
        ColumnOf::new(
            "fee",
            |_, ctx| Head::number(format!("gas fee {}", ctx.theme.unit_name()), 14).rank(13),
            |it, ctx| plain(cells::fee(it).map(|fee| ctx.theme.amount(&fee, Unit::Base)).unwrap_or_default()),
            |it| Value::number(cells::fee(it)),
        ),
        price!("gas price", rank 14, gas_price),
        Column::text("arguments", 20)
            .grows(6)
            .rank(12)
            .shows(|it, _| cells::arguments(it), |it| said(cells::arguments(it).0)),
        Column::text("returned", 14)
            .grows(4)
            .rank(12)
            .shows(|it, _| cells::returned(it), |it| said(cells::returned(it).0)),
        Column::text("to", 11).grows(1).rank(12).shows(
            |it, _| plain(it.row.to.known().map(|to| party(to, it.home)).unwrap_or_default()),
            |it| Value::text(it.row.to.known().map(|to| party(to, it.home))),
        ),
        ColumnOf::new(
            CONTRACT,
            |it, _| Head::text("contract", 11).rank(if it.of_all_contracts { 1 } else { 12 }),
            |it, ctx| cells::called(it, ctx),
            |it| Value::text(it.row.contract_id.known()),
        ),
        Column::text("contract address", 42)
            .rank(12)
            .shows(|it, _| plain(address(it.row).unwrap_or_default()), |it| Value::text(address(it.row))),
        Column::number("overcharge", 10)
            .rank(12)
            .shows(|it, ctx| cells::overcharged(it, ctx), |it| Value::number(cells::overcharge(it))),
        Column::text("response code", 22).grows(2).rank(15).shows(
            |it, _| plain(it.code.map(Text::escaped).unwrap_or_default()),
            |it| Value::text(it.code.map(Text::escaped)),
        ),
        Column::text("error message", 16).grows(2).rank(15).shows(
            |it, _| plain(cells::sent_text(&it.row.error_message).unwrap_or_default()),
            |it| Value::text(cells::sent_text(&it.row.error_message)),
        ),
        bytes!("call data", rank 15, function_parameters),
        bytes!("call result", rank 15, call_result),
        bytes!("failed initcode", rank 15, failed_initcode),
        Column::number("bloom bits", 10).rank(15).shows(
            |it, _| plain(cells::bloom_bits(it.row).map(|bits| bits.to_string()).unwrap_or_default()),
            |it| Value::number(cells::bloom_bits(it.row)),
        ),
        bytes!("block hash", rank 15, block_hash),
        Column::number("block gas used", 14).rank(15).shows(
            |it, _| number(it.get(|row| &row.block_gas_used)),
            |it| Value::number(it.get(|row| &row.block_gas_used).value()),
        ),
        price!("max fee per gas", rank 15, max_fee_per_gas),
        price!("max priority fee per gas", rank 15, max_priority_fee_per_gas),
        Column::number("chain id", 8).rank(15).shows(
            |it, _| plain(cells::quantity(it.get(|row| &row.chain_id)).to_string()),
            |it| cells::quantity(it.get(|row| &row.chain_id)),
        ),
        Column::text("access list", 20).rank(15).shows(
            |it, _| plain(cells::access_list(it.get(|row| &row.access_list)).unwrap_or_default()),
            |it| Value::text(cells::access_list(it.get(|row| &row.access_list))),
        ),
        bytes!("signature r", rank 15, r),
        bytes!("signature s", rank 15, s),
        digits!("recovery id", 11, rank 15, v),
        Column::text(DETAILS, 7).rank(15).shows(
            |it, _| (if it.has_details() { KNOWN } else { "" }.to_owned(), Role::Dim),
            |it| Value::text(it.has_details().then_some(KNOWN)),
        ),
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

    const OPTIONAL: &'static [&'static str] = &[
        "arguments",
        "to",
        CONTRACT,
        "contract address",
        "returned",
        "overcharge",
        "error message",
        "call data",
        "call result",
        "bloom bits",
        DETAILS,
    ];

    const AMOUNTS: &'static [&'static str] = &["amount", "fee"];
    const PRICES: &'static [&'static str] = &["gas price", "max fee per gas", "max priority fee per gas"];

    const DETAILS: Option<&'static str> = Some(DETAILS);

    fn is_optional(column: &ColumnOf<Self>) -> bool {
        Self::OPTIONAL.contains(&column.name) || QUIET.contains(&column.name)
    }

    /// Hides the contract column except in the list of all contracts.
    fn is_shown_by_default(&self, column: &ColumnOf<Self>) -> bool {
        let is_wanted = !Self::is_optional(column) || (self.of_all_contracts && column.name == CONTRACT);
        is_wanted && self.has_values(column)
    }

    fn needs_details(&self, column: &ColumnOf<Self>) -> bool {
        is_often_left_out(column) && !self.sent.contains(column.name)
    }

    /// A column that servers leave out of lists has values once any row has one.
    fn has_values(&self, column: &ColumnOf<Self>) -> bool {
        !is_often_left_out(column) || self.sent.contains(column.name) || self.fetched.contains(column.name)
    }
}

/// Name of the contract column.
const CONTRACT: &str = "contract id";

/// Name of the time column.
const TIME: &str = "consensus time";

/// Name of the column that says whether a row's single record was loaded.
const DETAILS: &str = "details";
const KNOWN: &str = "known";

/// Columns that most servers leave out of lists; shown once there are values.
const OFTEN_LEFT_OUT: [&str; 8] =
    ["gas consumed", "block", "index", "type", "nonce", "fee", "gas price", "created"];

/// More such columns, shown only if the user chooses them.
const QUIET: [&str; 11] = [
    "failed initcode",
    "block hash",
    "block gas used",
    "max fee per gas",
    "max priority fee per gas",
    "chain id",
    "access list",
    "signature r",
    "signature s",
    "recovery id",
    "response code",
];

/// Whether most servers leave a column out of lists.
fn is_often_left_out(column: &ColumnOf<Calls>) -> bool {
    OFTEN_LEFT_OUT.contains(&column.name) || QUIET.contains(&column.name)
}

/// The often missing columns for which any of these rows has a value.
pub(super) fn with_values(rows: &[Arc<ContractResult>]) -> impl Iterator<Item = &'static str> + '_ {
    let unseen = Seen::default();
    let columns = Calls::ALL.iter().filter(|column| is_often_left_out(column));
    let has = move |column: &&ColumnOf<Calls>| {
        let around = Around { seen: &unseen, children: false, home: EntityId::from_num(0), contract: None };
        rows.iter().any(|row| column.value(&Known::new(row, None, None, around)) != Value::Nothing)
    };
    columns.filter(has).map(|column| column.name)
}

/// Minimum widths of method and outcome on this screen.
fn text_columns(ctx: &Context<'_>) -> (u16, u16) {
    let fits = MIN_TEXT_COLUMNS.into_iter().find(|(screen, ..)| ctx.body.width >= *screen);
    fits.map_or((0, 0), |(_, method, outcome)| (method, outcome))
}

/// A text, or an empty value for an empty text.
fn said(text: String) -> Value {
    if text.is_empty() { Value::Nothing } else { Value::Text(text) }
}

fn address(row: &ContractResult) -> Option<String> {
    row.address.known().map(EvmAddress::checksummed)
}

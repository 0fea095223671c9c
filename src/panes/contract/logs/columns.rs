//! The columns of the event list, and the selected event in full.

use decode::reading::{Candidate, Reading};
use ledger::{ContractLog, ContractRef, EntityId, EvmAddress, Field, HexBytes};

use super::readings::Readings;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::{Column, ColumnOf, Columns, Counted, Value};
use crate::panes::kit::nouns::{
    decoded,
    values::{self, HASH_COLUMNS, hex_of},
};
use crate::widgets::Role;
use crate::widgets::pieces::firm;
use crate::widgets::table::Cell;

#[derive(Debug, Default)]
pub struct Events {
    pub(super) readings: Readings,
    /// Whether the list waits for the contract's record.
    pub(super) is_waiting: bool,
}

/// An event and its decoded log, if decoded.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub(super) row: &'a ContractLog,
    pub(super) reading: Option<&'a Reading>,
    /// Formats it as one line: shortened for the screen, or in full.
    pub(super) words: fn(&Candidate) -> String,
}

impl<'a> Known<'a> {
    fn best(self) -> Option<&'a Candidate> {
        self.reading.and_then(Reading::best)
    }
}

/// A column of bytes, shortened in the middle.
macro_rules! bytes {
    ($name:literal, |$row:ident| $field:expr) => {
        Column::text($name, HASH_COLUMNS).rank(5).shows(
            |Known { row: $row, .. }, ctx| values::short_hex($field, ctx),
            |Known { row: $row, .. }| Value::text(hex_of($field)),
        )
    };
}

/// A column of ungrouped numbers, such as indices.
macro_rules! digits {
    ($name:literal, $least:literal, $field:ident) => {
        Column::number($name, $least)
            .rank(5)
            .shows(|it, _| values::digits(&it.row.$field), |it| Value::number(it.row.$field.value()))
    };
}

/// A column of contract ids.
macro_rules! contract {
    ($name:literal, |$row:ident| $field:expr) => {
        Column::text($name, 11).rank(5).of(|Known { row: $row, .. }| Value::text($field.known()))
    };
}

impl Columns for Events {
    type Row<'a> = Known<'a>;

    const LIST: &'static str = "events";

    const OPTIONAL: &'static [&'static str] = &[
        "contract id",
        "root contract id",
        "contract address",
        "topic 0",
        "topic 1",
        "topic 2",
        "topic 3",
        "data",
        "block",
        "transaction index",
        "block hash",
        "bloom",
    ];

    fn leads(column: &'static str, it: &Known<'_>, _ctx: &Context<'_>) -> Option<Place> {
        let contract = |id: &Field<EntityId>| id.value().map(|id| Place::contract(ContractRef::Id(id)));
        match column {
            "transaction hash" => it.row.timestamp.value().map(Place::TransactionAt),
            "contract id" => contract(&it.row.log.contract_id),
            "root contract id" => contract(&it.row.root_contract_id),
            _ => None,
        }
    }

    const ALL: &'static [ColumnOf<Self>] = &[
        ColumnOf::new(
            "consensus time",
            |_, ctx| values::time_of_day_column(ctx),
            |it, ctx| {
                let at = it.row.timestamp.value();
                (
                    at.map_or_else(|| "no time".to_owned(), |at| ctx.theme.time_of_day(at, ctx.now)),
                    Role::Plain,
                )
            },
            |it| Value::time(it.row.timestamp.value()),
        ),
        Column::number("index", 5).rank(2).dim(|it| Value::number(it.row.log.index.value())),
        Column::text(EVENT, 28)
            .titled("event")
            .grows(1)
            .shows(|it, ctx| event(*it, ctx), |it| Value::text(it.best().map(it.words))),
        Column::text("named by", 8)
            .rank(3)
            .dim(|it| Value::text(it.best().map(|best| best.provenance.label()))),
        Column::text("transaction hash", HASH_COLUMNS).rank(4).shows(
            |it, ctx| values::short_hex(&it.row.transaction_hash, ctx),
            |it| Value::text(hex_of(&it.row.transaction_hash)),
        ),
        contract!("contract id", |row| row.log.contract_id),
        contract!("root contract id", |row| row.root_contract_id),
        Column::text("contract address", 42).rank(5).of(|it| Value::text(address(it.row))),
        bytes!("topic 0", |row| topic(row, 0)),
        bytes!("topic 1", |row| topic(row, 1)),
        bytes!("topic 2", |row| topic(row, 2)),
        bytes!("topic 3", |row| topic(row, 3)),
        bytes!("data", |row| &row.log.data),
        digits!("block", 12, block_number),
        digits!("transaction index", 17, transaction_index),
        bytes!("block hash", |row| &row.block_hash),
        bytes!("bloom", |row| &row.log.bloom),
    ];

    const COUNTED: &'static [Counted] = &[
        Counted::names(EVENT).nothing("not decoded"),
        Counted::times("consensus time"),
        Counted::values("named by").nothing("not decoded"),
    ];
}

/// Name of the event column, which the copy key copies.
pub(super) const EVENT: &str = "event";

/// The event with its arguments, or its first topic.
fn event(known: Known<'_>, ctx: &Context<'_>) -> Cell {
    let Known { row, reading, .. } = known;
    let id = row.log.contract_id.value().map(ContractRef::Id);
    let emitter = id.or_else(|| row.log.address.value().map(ContractRef::Address));
    match reading {
        Some(reading) => match reading.best() {
            Some(best) => (
                decoded::line(ctx, emitter, best),
                if best.is_exact() { Role::Plain } else { Role::Attention },
            ),
            None => (reading.summary(), Role::Dim),
        },
        None => (first_topic(row).unwrap_or_else(|| "anonymous".to_owned()), Role::Dim),
    }
}

fn first_topic(row: &ContractLog) -> Option<String> {
    row.log.topics.known()?.first()?.known().map(HexBytes::to_hex)
}

/// The event in full, with doubts about its decoding.
pub(super) fn detail_lines(known: Known<'_>, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
    let doubt = known.best().and_then(|best| best.fault);
    let doubt = doubt.map(|fault| (format!("  {fault}"), Role::Attention));
    let time = known.row.timestamp.value().and_then(|at| ctx.theme.exact_time(at));
    let time = time.map(|time| (format!("  {}", firm(&time)), Role::Dim));
    vec![[event(known, ctx)].into_iter().chain(doubt).chain(time).collect()]
}

/// The topic at this index, from 0.
fn topic(row: &ContractLog, place: usize) -> &Field<HexBytes> {
    row.log.topics.known().and_then(|topics| topics.get(place)).unwrap_or(&Field::Absent)
}

fn address(row: &ContractLog) -> Option<String> {
    row.log.address.known().map(EvmAddress::checksummed)
}

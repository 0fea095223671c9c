//! The columns of the event list with the decoded events, the selected event in full, and the texts of an empty
//! list.

use std::ops::Range;
use std::sync::Arc;

use decode::Subject;
use decode::reading::{Candidate, LogQuestion, Questions, Reader, Reading};
use ledger::query::LogsQuery;
use ledger::{ContractLog, ContractRef, EntityId, EvmAddress, Field, HexBytes};

use super::windows::Windows;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::list::{
    Column, ColumnOf, Columns, Counted, PagedList, Pages as _, RowAnalyses, Rows, Value, Valuer, existence,
};
use crate::panes::kit::nouns::values::{HASH_COLUMNS, hex_of};
use crate::panes::kit::nouns::{decoded, execution, values};
use crate::widgets::feed::Identity;
use crate::widgets::pieces::firm;
use crate::widgets::table::Cell;
use crate::widgets::{Feed, Role};

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
    match reading {
        Some(reading) => match reading.best() {
            Some(best) => (
                decoded::line(ctx, execution::emitter(&row.log), best),
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

/// Decoded events of the rows.
#[derive(Debug, Default)]
pub(super) struct Readings {
    rows: RowAnalyses<<ContractLog as Identity>::Id, Reading, Questions<LogQuestion>>,
    /// The emitter of the last decoded events, to look up.
    emitter: Option<ContractRef>,
}

impl Readings {
    /// The decoded event of a row.
    pub(super) fn get(&self, row: &ContractLog) -> Option<&Reading> {
        self.rows.get(&row.identity()?)
    }

    /// Decodes the rows near the window that are not decoded with the current knowledge.
    pub(super) fn update(&mut self, feed: &Feed<ContractLog>, window: &Range<usize>, ctx: &Context<'_>) {
        let by = &mut self.emitter;
        self.rows.update_feed(feed, window, ctx, |rows| {
            *by = rows.iter().find_map(|row| execution::emitter(&row.log)).or(*by);
            rows.iter().map(|row| execution::log(&row.log)).collect()
        });
    }

    /// Adds the pending decoding and the emitter.
    pub(super) fn wants(&self, wants: &mut Wants) {
        self.rows.wants(wants);
        if let Some(emitter) = self.emitter {
            wants.resolve(Subject::Contract(emitter));
        }
    }

    pub(super) fn receive(&mut self, ctx: &Context<'_>) {
        self.rows.receive(ctx, Clone::clone);
    }

    /// Restarts for a reloaded list.
    pub(super) fn restart(&mut self) {
        self.rows.restart();
    }
}

/// Computes an event's column values off the main loop.
#[derive(Debug)]
struct EventValuer;

impl Valuer<ContractLog> for EventValuer {
    fn values(&self, row: &ContractLog, reader: &Reader<'_>) -> Vec<Value> {
        let reading = reader.read_log(&execution::log(&row.log));
        Events::values(&Known { row, reading: Some(&reading), words: Candidate::in_full })
    }
}

impl Rows<LogsQuery, Windows> for Events {
    const FIRST_COPY: Option<&'static str> = Some(EVENT);

    fn known<'a>(&'a self, row: &'a ContractLog, _ctx: &Context<'_>) -> Known<'a> {
        Known { row, reading: self.readings.get(row), words: Candidate::summary }
    }

    fn valuer(&self, _ctx: &Context<'_>) -> Arc<dyn Valuer<ContractLog>> {
        Arc::new(EventValuer)
    }

    fn detail_lines(&self, row: &Known<'_>, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
        detail_lines(*row, ctx)
    }

    fn empty_state(&self, list: &PagedList<LogsQuery, Windows>, ctx: &Context<'_>) -> Vec<Cell> {
        if let Some(words) = existence::denial(list.query().contract, ctx) {
            return words.into();
        }
        let windows = list.pages();
        let head = match (windows.progress(), list.is_filtered()) {
            (Some(words), _) => format!("No matching events so far: {words}."),
            (None, true) => "No matching events.".to_owned(),
            (None, false) if existence::is_certain(list.query().contract, ctx) => {
                "This contract exists, but has emitted no event.".to_owned()
            }
            (None, false) => "No events.".to_owned(),
        };
        let mut lines = vec![(head, Role::Heading)];
        lines.extend(list.filter_lines());
        if list.is_asking(ctx) {
            lines.push(("Searching, one week at a time.".to_owned(), Role::Attention));
        } else if windows.is_stopped() {
            lines.push(("Stopped; load more to continue from here.".to_owned(), Role::Attention));
        } else if list.feed().is_some_and(|feed| feed.more().is_some()) {
            lines.push(("Servers search one week at a time; load more to continue.".to_owned(), Role::Plain));
        } else if list.is_filtered() {
            lines.push(("Clear the filters, or widen them.".to_owned(), Role::Plain));
        }
        lines.push(("Events of the contracts it calls are in their own lists.".to_owned(), Role::Dim));
        lines
    }
}

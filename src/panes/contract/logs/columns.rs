//! The columns of the list of events, and the selected event whole.

use super::rows::Events;
use crate::decode::reading::{Candidate, Reading};
use crate::ledger::{ContractLog, ContractRef, HexBytes};
use crate::message::{Copied, Place};
use crate::panes::Context;
use crate::panes::kit::list::{Column, Columns, Counted, Value};
use crate::panes::kit::{decoded, values};
use crate::widgets::Role;
use crate::widgets::line::cut_middle;
use crate::widgets::pieces::firm;
use crate::widgets::table::{Cell, Column as Head};

/// An event, and what it says if that is known by now.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) row: &'a ContractLog,
    pub(super) reading: Option<&'a Reading>,
}

impl<'a> Known<'a> {
    fn best(self) -> Option<&'a Candidate> {
        self.reading.and_then(Reading::best)
    }
}

impl Columns for Events {
    type Row<'a> = Known<'a>;

    fn leads(column: &'static str, it: &Known<'_>, _ctx: &Context<'_>) -> Option<Place> {
        it.row.timestamp.value().filter(|_| column == "transaction hash").map(Place::TransactionAt)
    }

    const ALL: &'static [Column<Self>] = &[
        Column {
            name: "consensus time",
            head: |_, ctx| values::time_of_day_column(ctx),
            cell: |it, ctx| {
                let at = it.row.timestamp.value();
                (
                    at.map_or_else(|| "no time".to_owned(), |at| ctx.theme.time_of_day(at, ctx.now)),
                    Role::Plain,
                )
            },
            value: |it| Value::time(it.row.timestamp.value()),
        },
        Column {
            name: "index",
            head: |_, _| Head::number("index", 5).rank(2),
            cell: |it, _| {
                (it.row.log.index.value().map(|index| index.to_string()).unwrap_or_default(), Role::Dim)
            },
            value: |it| Value::number(it.row.log.index.value()),
        },
        Column {
            name: EVENT,
            head: |_, _| Head::text("event", 28).grows(1),
            cell: |it, ctx| event(*it, ctx),
            value: |it| Value::text(it.best().map(Candidate::summary)),
        },
        Column {
            name: "named by",
            head: |_, _| Head::text("named by", 8).rank(3),
            cell: |it, _| {
                (it.best().map(|best| best.provenance.label()).unwrap_or_default().to_owned(), Role::Dim)
            },
            value: |it| Value::text(it.best().map(|best| best.provenance.label())),
        },
        Column {
            name: "transaction hash",
            head: |_, _| Head::text("transaction hash", 18).rank(4),
            cell: |it, ctx| {
                let hash = it.row.transaction_hash.known().map(HexBytes::to_hex).unwrap_or_default();
                (cut_middle(&hash, 18, ctx.theme.glyphs.cut).into_owned(), Role::Dim)
            },
            value: |it| Value::text(it.row.transaction_hash.known().map(HexBytes::to_hex)),
        },
    ];

    const COUNTED: &'static [Counted] = &[
        Counted::names(EVENT).nothing("not decoded"),
        Counted::times("consensus time"),
        Counted::values("named by").nothing("not decoded"),
    ];
}

/// What happened, which is what is copied of a row.
pub(super) const EVENT: &str = "event";

/// The event with its arguments, or its first topic.
fn event(known: Known<'_>, ctx: &Context<'_>) -> Cell {
    let Known { row, reading } = known;
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

/// The event in full, and what is in doubt about it.
pub(super) fn detail_lines(known: Known<'_>, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
    let doubt = known.best().and_then(|best| best.fault);
    let doubt = doubt.map(|fault| (format!("  {fault}"), Role::Attention));
    let time = known.row.timestamp.value().and_then(|at| ctx.theme.exact_time(at));
    let time = time.map(|time| (format!("  {}", firm(&time)), Role::Dim));
    vec![[event(known, ctx)].into_iter().chain(doubt).chain(time).collect()]
}

/// The topics and the data of an event, for the copy menu.
pub(super) fn copies(row: &ContractLog) -> Vec<Copied> {
    let one = |what: String, text: String| Copied { what, text };
    let topics = row.log.topics.known().into_iter().flatten().enumerate();
    let topics =
        topics.filter_map(|(place, topic)| Some(one(format!("topic {place}"), topic.known()?.to_hex())));
    let data = row.log.data.known().map(|data| one("data".to_owned(), data.to_hex()));
    topics.chain(data).collect()
}

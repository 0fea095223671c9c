//! The rows of the request log, newest first, and their columns.

use ledger::amount::grouped;

use super::words;
use crate::message::request_log::{Entry, RequestLog};
use crate::message::{Copied, Place, Stage};
use crate::panes::Context;
use crate::panes::kit::list::{Column, ColumnOf, Columns, Counted, MemoryRows, Value};
use crate::panes::kit::nouns::values;
use crate::widgets::{Role, Target};

#[derive(Clone, Copy)]
pub struct LogRows<'a>(pub(super) &'a RequestLog);

impl MemoryRows for LogRows<'_> {
    type Name = u64;
    type Columns = Requests;

    const FIRST_COPY: Option<&'static str> = Some("address");
    fn columns(&self) -> &Requests {
        &Requests
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn name(&self, at: usize) -> Option<u64> {
        self.0.get(at).map(|entry| entry.exchange.number)
    }

    fn row(&self, at: usize) -> Option<&Entry> {
        self.0.get(at)
    }

    fn copies(&self, at: usize) -> Vec<Copied> {
        let Some(entry) = self.0.get(at) else { return Vec::new() };
        words::copies(&entry.exchange).into_iter().chain(Requests::copied(&entry)).collect()
    }

    /// Rows open in place: the answer is a document over the list.
    fn opened(&self, _at: usize) -> Option<Place> {
        None
    }

    fn target(&self, at: usize, is_selected: bool) -> Option<Target> {
        let clicks = if is_selected { 1 } else { 2 };
        self.0.get(at)?.exchange.body().map(|_| Target::Clicks(clicks))
    }
}

pub struct Requests;

impl Columns for Requests {
    type Row<'a> = &'a Entry;

    const LIST: &'static str = "requests";

    const COUNTED: &'static [Counted] = &[
        Counted::values("status"),
        Counted::values("host"),
        Counted::values("from").nothing("no answer"),
        Counted::values("for").nothing("unknown"),
        Counted::values("attempt"),
        Counted::times("time"),
    ];

    const OPTIONAL: &'static [&'static str] = &["host", "network", "address"];

    fn leads(column: &'static str, entry: &&Entry, _ctx: &Context<'_>) -> Option<Place> {
        if column == "for" { entry.place().cloned() } else { None }
    }

    const ALL: &'static [ColumnOf<Self>] = &[
        ColumnOf::new(
            "time",
            |_, ctx| values::time_of_day_column(ctx).rank(3),
            |entry, ctx| (ctx.theme.time_of_day(entry.exchange.at, ctx.now), Role::Dim),
            |entry| Value::Time(entry.exchange.at),
        ),
        Column::text("status", 9).shows(
            |entry, _| words::status(&entry.exchange),
            |entry| match entry.exchange.answered() {
                Some(answered) => Value::number(Some(answered.status)),
                None => Value::text(Some(words::status(&entry.exchange).0)),
            },
        ),
        Column::number("ms", 5).rank(1).shows(
            |entry, _| match entry.exchange.stage {
                Stage::Waiting | Stage::UnderWay | Stage::Kept => (String::new(), Role::Dim),
                _ => (grouped(&entry.exchange.millis), Role::Plain),
            },
            |entry| match entry.exchange.stage {
                Stage::Waiting | Stage::UnderWay | Stage::Kept => Value::Nothing,
                _ => Value::number(Some(entry.exchange.millis)),
            },
        ),
        Column::number("bytes", 9).rank(2).shows(
            |entry, _| {
                let bytes = entry.exchange.answered().map(|answered| grouped(&answered.bytes));
                (bytes.unwrap_or_default(), Role::Plain)
            },
            |entry| Value::number(entry.exchange.answered().map(|answered| answered.bytes)),
        ),
        Column::number("attempt", 3).titled("try").rank(4).shows(
            |entry, _| match entry.exchange.attempt {
                0 => (String::new(), Role::Dim),
                1 => ("1".to_owned(), Role::Dim),
                more => (more.to_string(), Role::Attention),
            },
            |entry| Value::number(Some(entry.exchange.attempt)),
        ),
        Column::text("from", 6)
            .rank(3)
            .dim(|entry| Value::text(Some(words::source(entry)).filter(|source| !source.is_empty()))),
        Column::text("method", 4).titled("").rank(5).dim(|entry| Value::text(Some(entry.exchange.method()))),
        Column::text("host", 20).rank(6).dim(|entry| Value::text(Some(entry.exchange.host()))),
        Column::text("request", 24).grows(5).of(|entry| Value::text(Some(entry.exchange.path()))),
        Column::text("for", 16)
            .grows(1)
            .up_to(36)
            .rank(2)
            .dim(|entry| Value::text(Some(words::wanted_by(entry)).filter(|words| !words.is_empty()))),
        Column::text("network", 10).rank(7).dim(|entry| Value::text(Some(&entry.exchange.network))),
        Column::text("address", 30).grows(1).rank(8).dim(|entry| Value::text(Some(&entry.exchange.url))),
    ];
}

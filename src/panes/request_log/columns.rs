//! The exchanges as rows, the newest on top, and their columns.

use super::words;
use crate::ledger::amount::grouped;
use crate::message::{Copied, Place, Stage};
use crate::panes::Context;
use crate::panes::kit::list::{Column, Columns, Counted, MemoryRows, Value};
use crate::panes::kit::request_log::{Entry, RequestLog};
use crate::panes::kit::values;
use crate::widgets::table::Column as Head;
use crate::widgets::{Role, Target};

/// The log as rows.
#[derive(Clone, Copy)]
pub struct LogRows<'a>(pub(super) &'a RequestLog);

impl MemoryRows for LogRows<'_> {
    type Name = u64;
    type Columns = Requests;

    const HAS_OWN_EXPORT: bool = true;

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

    /// A row is opened where it is: its answer is a document over the list.
    fn opened(&self, _at: usize) -> Option<Place> {
        None
    }

    fn target(&self, at: usize, is_selected: bool) -> Option<Target> {
        let clicks = if is_selected { 1 } else { 2 };
        self.0.get(at)?.exchange.body().map(|_| Target::Clicks(clicks))
    }
}

/// The columns of the request log.
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

    const ALL: &'static [Column<Self>] = &[
        Column {
            name: "time",
            head: |_, ctx| values::time_of_day_column(ctx).rank(3),
            cell: |entry, ctx| (ctx.theme.time_of_day(entry.exchange.at, ctx.now), Role::Dim),
            value: |entry| Value::Time(entry.exchange.at),
        },
        Column {
            name: "status",
            head: |_, _| Head::text("status", 9),
            cell: |entry, _| words::status(&entry.exchange),
            value: |entry| match entry.exchange.answered() {
                Some(answered) => Value::number(Some(answered.status)),
                None => Value::text(Some(words::status(&entry.exchange).0)),
            },
        },
        Column {
            name: "ms",
            head: |_, _| Head::number("ms", 5).rank(1),
            cell: |entry, _| match entry.exchange.stage {
                Stage::Waiting | Stage::UnderWay | Stage::Kept => (String::new(), Role::Dim),
                _ => (grouped(&entry.exchange.millis), Role::Plain),
            },
            value: |entry| match entry.exchange.stage {
                Stage::Waiting | Stage::UnderWay | Stage::Kept => Value::Nothing,
                _ => Value::number(Some(entry.exchange.millis)),
            },
        },
        Column {
            name: "bytes",
            head: |_, _| Head::number("bytes", 9).rank(2),
            cell: |entry, _| {
                let bytes = entry.exchange.answered().map(|answered| grouped(&answered.bytes));
                (bytes.unwrap_or_default(), Role::Plain)
            },
            value: |entry| Value::number(entry.exchange.answered().map(|answered| answered.bytes)),
        },
        Column {
            name: "attempt",
            head: |_, _| Head::number("try", 3).rank(4),
            cell: |entry, _| match entry.exchange.attempt {
                0 => (String::new(), Role::Dim),
                1 => ("1".to_owned(), Role::Dim),
                more => (more.to_string(), Role::Attention),
            },
            value: |entry| Value::number(Some(entry.exchange.attempt)),
        },
        Column {
            name: "from",
            head: |_, _| Head::text("from", 6).rank(3),
            cell: |entry, _| (words::source(entry).to_owned(), Role::Dim),
            value: |entry| Value::text(Some(words::source(entry)).filter(|source| !source.is_empty())),
        },
        Column {
            name: "method",
            head: |_, _| Head::text("", 4).rank(5),
            cell: |entry, _| (entry.exchange.method().to_owned(), Role::Dim),
            value: |entry| Value::text(Some(entry.exchange.method())),
        },
        Column {
            name: "host",
            head: |_, _| Head::text("host", 20).rank(6),
            cell: |entry, _| (entry.exchange.host().to_owned(), Role::Dim),
            value: |entry| Value::text(Some(entry.exchange.host())),
        },
        Column {
            name: "request",
            head: |_, _| Head::text("request", 24).grows(5),
            cell: |entry, _| (entry.exchange.path().to_owned(), Role::Plain),
            value: |entry| Value::text(Some(entry.exchange.path())),
        },
        Column {
            name: "for",
            head: |_, _| Head::text("for", 16).grows(1).up_to(36).rank(2),
            cell: |entry, _| (words::wanted_by(entry), Role::Dim),
            value: |entry| Value::text(Some(words::wanted_by(entry)).filter(|words| !words.is_empty())),
        },
        Column {
            name: "network",
            head: |_, _| Head::text("network", 10).rank(7),
            cell: |entry, _| (entry.exchange.network.clone(), Role::Dim),
            value: |entry| Value::text(Some(&entry.exchange.network)),
        },
        Column {
            name: "address",
            head: |_, _| Head::text("address", 30).grows(1).rank(8),
            cell: |entry, _| (entry.exchange.url.clone(), Role::Dim),
            value: |entry| Value::text(Some(&entry.exchange.url)),
        },
    ];
}

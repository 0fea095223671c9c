//! The rows of the request log, newest first: their columns, and an exchange in words.

use api::{Exchange, Failure, Stage};
use ledger::Text;
use ledger::amount::{counted, grouped};
use ledger::shell::shell_word;

use crate::message::request_log::{Entry, RequestLog, Wanter};
use crate::message::{Copied, Place};
use crate::panes::Context;
use crate::panes::kit::list::{Column, ColumnOf, Columns, Counted, MemoryRows, Value};
use crate::panes::kit::nouns::values;
use crate::panes::kit::page::on_sheet::copied_request;
use crate::widgets::table::Cell;
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
        copies(&entry.exchange).into_iter().chain(Requests::copied(&entry)).collect()
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
            |entry, _| status(&entry.exchange),
            |entry| match entry.exchange.answered() {
                Some(answered) => Value::number(Some(answered.status)),
                None => Value::text(Some(status(&entry.exchange).0)),
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
            .dim(|entry| Value::text(Some(source(entry)).filter(|source| !source.is_empty()))),
        Column::text("method", 4).titled("").rank(5).dim(|entry| Value::text(Some(entry.exchange.method()))),
        Column::text("host", 20).rank(6).dim(|entry| Value::text(Some(entry.exchange.host()))),
        Column::text("request", 24).grows(5).of(|entry| Value::text(Some(entry.exchange.path()))),
        Column::text("for", 16)
            .grows(1)
            .up_to(36)
            .rank(2)
            .dim(|entry| Value::text(Some(wanted_by(entry)).filter(|words| !words.is_empty()))),
        Column::text("network", 10).rank(7).dim(|entry| Value::text(Some(&entry.exchange.network))),
        Column::text("address", 30).grows(1).rank(8).dim(|entry| Value::text(Some(&entry.exchange.url))),
    ];
}

/// Its outcome: the HTTP status, or a word or two.
pub(super) fn status(exchange: &Exchange) -> Cell {
    let (words, role) = match &exchange.stage {
        Stage::Waiting => ("waiting", Role::Dim),
        Stage::UnderWay => ("under way", Role::Dim),
        Stage::Cancelled => ("cancelled", Role::Dim),
        Stage::Kept => ("kept", Role::Dim),
        Stage::Failed(failure) => (failed(failure), Role::Failure),
        Stage::Answered(answered) => {
            let role = match answered.status {
                200..=399 => Role::Success,
                404 | 429 => Role::Attention,
                _ => Role::Failure,
            };
            return (answered.status.to_string(), role);
        }
    };
    (words.to_owned(), role)
}

fn failed(failure: &Failure) -> &'static str {
    match failure {
        Failure::Unreachable { sent: false, .. } => "no server",
        Failure::Unreachable { sent: true, .. } => "broken",
        Failure::TimedOut { .. } => "timed out",
        Failure::NotRecorded => "missing",
        Failure::KeyWithheld { .. } => "not sent",
        _ => "garbled",
    }
}

/// The source of the answer.
pub(super) fn source(entry: &Entry) -> &'static str {
    match &entry.exchange.stage {
        Stage::Kept => "cache",
        Stage::Answered(answered) if answered.status == 304 => "cache",
        Stage::Answered(answered) if answered.is_recorded => "record",
        Stage::Waiting | Stage::UnderWay | Stage::Answered(_) if entry.wanted_by.len() > 1 => "shared",
        Stage::Waiting | Stage::UnderWay | Stage::Answered(_) => "server",
        Stage::Failed(_) | Stage::Cancelled => "",
    }
}

/// The first pane that requested it, and the number of others.
pub(super) fn wanted_by(entry: &Entry) -> String {
    let first = entry.wanted_by.first().map(Wanter::label).unwrap_or_default();
    match entry.wanted_by.len() {
        0 | 1 => first,
        many => format!("{first} +{}", many - 1),
    }
}

/// The exchange in full, line by line.
pub(super) fn lines(entry: &Entry, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
    let exchange = &entry.exchange;
    let mut lines = vec![vec![(exchange.url.clone(), Role::Plain)]];
    let wanted: Vec<String> = entry.wanted_by.iter().map(Wanter::label).collect();
    let attempt = (exchange.attempt > 1).then(|| format!("attempt {}", exchange.attempt));
    let outcome = outcome(exchange, ctx);
    let wanted = (!wanted.is_empty()).then(|| format!("for {}", wanted.join(", ")));
    let method = Some(exchange.method().to_owned());
    let parts: Vec<String> = [method, Some(outcome), attempt, wanted].into_iter().flatten().collect();
    lines.push(vec![(parts.join(&format!(" {} ", ctx.theme.glyphs.dot)), status(exchange).1)]);
    let mut headers = Vec::new();
    headers.extend(exchange.etag.as_ref().map(|etag| ("if-none-match", Text::from(etag.as_str()))));
    headers.extend(exchange.is_post.then(|| ("content-type", Text::from("application/json"))));
    lines.extend(header_line("sent", &headers));
    let received = exchange.answered().map(|answered| answered.headers.as_slice()).unwrap_or_default();
    let received: Vec<(&str, Text)> =
        received.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    lines.extend(header_line("received", &received));
    lines
}

fn outcome(exchange: &Exchange, ctx: &Context<'_>) -> String {
    match &exchange.stage {
        Stage::Waiting => "waits for its turn".to_owned(),
        Stage::UnderWay => "under way".to_owned(),
        Stage::Cancelled => "cancelled: nobody wanted it any more".to_owned(),
        Stage::Kept => "answered from memory: the kept answer holds still".to_owned(),
        Stage::Failed(failure) => {
            let words = failure.joined_messages().map(|words| format!(" ({})", words.escaped()));
            format!("{}{}", failure.sentence(), words.unwrap_or_default())
        }
        Stage::Answered(answered) => {
            let bytes = counted(answered.bytes, "byte");
            let kept = if answered.status == 304 { ", so the kept answer holds" } else { "" };
            let until = answered.until.filter(|until| *until > ctx.now);
            let until =
                until.map(|until| format!(", asks to wait until {}", ctx.theme.clock(until, ctx.now)));
            let until = until.unwrap_or_default();
            format!("status {}{kept} in {} ms, {bytes}{until}", answered.status, grouped(&exchange.millis))
        }
    }
}

/// A line of headers with their names.
fn header_line(what: &str, headers: &[(&str, Text)]) -> Option<Vec<Cell>> {
    if headers.is_empty() {
        return None;
    }
    let mut line = vec![(format!("{what}  "), Role::Dim)];
    for (name, value) in headers {
        line.push((format!("{name}: "), Role::Dim));
        line.push((format!("{}  ", value.escaped()), Role::Plain));
    }
    Some(line)
}

/// The entries of the copy menu, starting with a command that repeats the request.
pub(super) fn copies(exchange: &Exchange) -> Vec<Copied> {
    let mut copies = copied_request(&exchange.url);
    if exchange.is_post {
        copies.retain(|copied| !copied.text.beginning(4).starts_with("curl"));
        let url = exchange.url.replace('\'', "%27");
        let (what, data) = match &exchange.asked {
            Some(asked) => ("request as a curl command", shell_word(asked)),
            None => ("request as a curl command, without what was submitted", "@submission.json".to_owned()),
        };
        copies.push(Copied::new(
            what,
            format!("curl -s -X POST -H 'Content-Type: application/json' --data {data} '{url}'"),
        ));
    }
    copies.reverse();
    let body = exchange.body().map(|body| body.raw().to_owned());
    copies.extend(body.map(|text| Copied::new("the answer as received", text)));
    copies
}

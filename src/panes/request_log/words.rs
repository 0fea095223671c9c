//! The texts of an exchange.

use ledger::Text;
use ledger::amount::{counted, grouped};
use ledger::shell::shell_word;

use crate::message::request_log::{Entry, Wanter};
use crate::message::{Copied, Exchange, Failure, Stage};
use crate::panes::Context;
use crate::panes::kit::page::on_sheet::copied_request;
use crate::widgets::Role;
use crate::widgets::table::Cell;

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

//! Right answers made wrong: bodies, links to the next page, and records of jobs.

use std::io::Write as _;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use ledger::Timestamp;
use serde_json::{Map, Value, json};

use super::Seen;

/// The change of a correct answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// Cut in half.
    Cut,
    /// Compressed, then cut in half.
    CutGzip,
    /// Called compressed, which it is not.
    NoGzip,
    /// Called a page.
    Page,
    /// With another status.
    Status(u16),
    /// Its link to the next page.
    Link(Link),
    /// Every number in quotes.
    QuotedNumbers,
    /// The id of a job that was accepted is gone, or this.
    Id(Option<&'static str>),
    /// The record of a job.
    Job(Record),
}

impl Change {
    pub(super) async fn apply(self, seen: &Seen, answer: Response) -> Response {
        let (mut parts, body) = answer.into_parts();
        // Bodies here are made in memory, so reading one cannot fail.
        let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
        for name in [header::ETAG, header::CONTENT_LENGTH] {
            parts.headers.remove(name);
        }
        let gzip = (header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        let body = match self {
            Self::Cut => half(&body),
            Self::CutGzip => {
                parts.headers.extend([gzip]);
                half(&compressed(&body))
            }
            Self::NoGzip => {
                parts.headers.extend([gzip]);
                body
            }
            Self::Page => {
                parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html"));
                body
            }
            Self::Status(status) => {
                // Refusals stay unchanged.
                if parts.status.is_success() {
                    parts.status = StatusCode::from_u16(status).unwrap_or_default();
                }
                body
            }
            Self::Link(link) => edited(&body, |text| {
                parts.headers.remove(header::LINK);
                link.lead(seen, text)
            }),
            Self::QuotedNumbers => edited(&body, |text| Some(quoted(text))),
            Self::Id(id) => edited(&body, |text| {
                text.contains("verificationId").then(|| match id {
                    Some(id) => format!("{{\"verificationId\":\"{id}\"}}"),
                    None => "{}".to_owned(),
                })
            }),
            Self::Job(record) => edited(&body, |text| record.rewrite(text)),
        };
        Response::from_parts(parts, Body::from(body))
    }
}

/// The body with `edit` applied; unchanged if it returns `None`.
fn edited(body: &Bytes, edit: impl FnOnce(&str) -> Option<String>) -> Bytes {
    str::from_utf8(body).ok().and_then(edit).map_or_else(|| body.clone(), Bytes::from)
}

fn half(body: &Bytes) -> Bytes {
    body.slice(..body.len() / 2)
}

pub(super) fn compressed(body: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(body);
    encoder.finish().unwrap_or_default().into()
}

/// The JSON with its numbers in quotes; the digits stay.
fn quoted(json: &str) -> String {
    let mut text = String::with_capacity(json.len() + json.len() / 8);
    let (mut in_string, mut escaped, mut in_number) = (false, false, false);
    for c in json.chars() {
        let of_number = !in_string && (c.is_ascii_digit() || c == '-' || in_number && ".eE+".contains(c));
        if of_number != in_number {
            text.push('"');
            in_number = of_number;
        }
        text.push(c);
        match c {
            '"' if !escaped => in_string = !in_string,
            _ => {}
        }
        escaped = in_string && c == '\\' && !escaped;
    }
    text
}

/// Marks the address of a page that was put between two others.
const MARK: &str = "&between=1";

/// The change of a link to the next page.
#[derive(Clone, Copy, Debug)]
pub(super) enum Link {
    /// To another host.
    Elsewhere,
    /// Includes the host.
    Absolute,
    /// To the same page again; the first page leads to the second.
    Repeated,
    /// To the newest rows again, from the second page on.
    Backward,
    /// Another form: a number.
    Odd,
    /// Each next page is empty, and leads to the one that should have been there.
    Empty,
}

impl Link {
    /// The body with its link changed; `None` if it has none.
    pub(super) fn lead(self, seen: &Seen, body: &str) -> Option<String> {
        let (rows, link) = body.rsplit_once("\"links\":{\"next\":")?;
        if let (Self::Empty, Some(target)) = (self, seen.target.strip_suffix(MARK)) {
            let name = rows.split_once(":[")?.0;
            return Some(format!("{name}:[],\"links\":{{\"next\":\"{}\"}}}}", after(target)?));
        }
        let link = link.strip_prefix('"')?.strip_suffix("\"}}")?;
        let host = &seen.host;
        let to = |link: String| Some(format!("{rows}\"links\":{{\"next\":\"{link}\"}}}}"));
        match self {
            Self::Elsewhere => to(format!("http://elsewhere.invalid{link}")),
            Self::Absolute => to(format!("http://{host}{link}")),
            Self::Repeated => to(if is_later(&seen.target) { seen.target.clone() } else { link.to_owned() }),
            Self::Backward if is_later(&seen.target) => {
                to(moved(link, |at| Timestamp { seconds: at.seconds + 86_400, ..at })?)
            }
            Self::Backward => None,
            Self::Odd => Some(format!("{rows}\"links\":{{\"next\":7}}}}")),
            Self::Empty => to(format!("{}{MARK}", moved(link, |at| nudged(at, link))?)),
        }
    }
}

/// The address as the service knows it.
pub(super) fn without_mark(target: &str) -> &str {
    target.strip_suffix(MARK).unwrap_or(target)
}

/// Where the empty page leads: to the bound that was moved for it, moved back.
fn after(target: &str) -> Option<String> {
    moved(target, |at| if is_ascending(target) { next(at) } else { before(at) })
}

/// A bound slightly before the true one in the page's order, so the next page still starts at the true one.
fn nudged(at: Timestamp, link: &str) -> Timestamp {
    if is_ascending(link) { before(at) } else { next(at) }
}

fn next(at: Timestamp) -> Timestamp {
    Timestamp::from_nanos(u64::try_from(at.as_nanos() + 1).unwrap_or(u64::MAX))
}

fn before(at: Timestamp) -> Timestamp {
    Timestamp::from_nanos(u64::try_from(at.as_nanos().saturating_sub(1)).unwrap_or(0))
}

fn is_ascending(target: &str) -> bool {
    target.contains("timestamp=gt:")
}

/// Whether a page is not the first: links bound the times of those.
fn is_later(target: &str) -> bool {
    ["timestamp=lt:", "timestamp=gt:"].iter().any(|bound| target.contains(bound))
}

/// The address with its last exclusive bound of times moved.
fn moved(target: &str, by: impl FnOnce(Timestamp) -> Timestamp) -> Option<String> {
    let start = ["timestamp=lt:", "timestamp=gt:"]
        .iter()
        .filter_map(|bound| target.rfind(bound).map(|at| at + bound.len()))
        .max()?;
    let (before, rest) = target.split_at_checked(start)?;
    let (time, rest) = rest.split_at_checked(rest.find('&').unwrap_or(rest.len()))?;
    Some(format!("{before}{}{rest}", by(Timestamp::parse(time)?)))
}

/// The length of each of the four codes of a large record, in hex digits: three megabytes in all.
const CODE_DIGITS: usize = 750_000;

/// The change of a job's record.
#[derive(Clone, Copy, Debug)]
pub(super) enum Record {
    /// Never completes.
    Pending,
    /// Unspecified members, one of them in the contract.
    Unknown,
    /// The contract is null.
    NoContract,
    /// A status in words instead of the flag.
    Status,
    /// Another outcome, whose codes are three megabytes.
    Large,
}

impl Record {
    /// Rewrites the record; `None` if the text is not a record.
    fn rewrite(self, text: &str) -> Option<String> {
        let mut record: Map<String, Value> = serde_json::from_str(text).ok()?;
        let complete = record.get("isJobCompleted")?.as_bool()?;
        match self {
            Self::Pending => unfinish(&mut record),
            Self::Unknown => {
                record.insert("queue".to_owned(), json!({ "position": 3, "of": [1, 2.5, null] }));
                record.insert("progress".to_owned(), json!("81 %"));
                if let Some(contract) = record.get_mut("contract").and_then(Value::as_object_mut) {
                    contract.insert("confidence".to_owned(), json!(0.99));
                }
            }
            Self::NoContract => {
                record.insert("contract".to_owned(), Value::Null);
            }
            Self::Status => {
                record.remove("isJobCompleted");
                record.insert("status".to_owned(), json!(if complete { "completed" } else { "pending" }));
            }
            Self::Large if complete => {
                forget_matches(&mut record);
                record.insert("error".to_owned(), large_error());
            }
            Self::Large => {}
        }
        serde_json::to_string(&record).ok()
    }
}

fn unfinish(record: &mut Map<String, Value>) {
    record.insert("isJobCompleted".to_owned(), Value::Bool(false));
    for name in ["jobFinishTime", "compilationTime", "error", "externalVerifications"] {
        record.shift_remove(name);
    }
    forget_matches(record);
}

fn forget_matches(record: &mut Map<String, Value>) {
    let Some(contract) = record.get_mut("contract").and_then(Value::as_object_mut) else { return };
    for name in ["match", "creationMatch", "runtimeMatch"] {
        contract.insert(name.to_owned(), Value::Null);
    }
    for name in ["verifiedAt", "matchId"] {
        contract.shift_remove(name);
    }
}

fn large_error() -> Value {
    let code = |digits: &str| format!("0x{}", digits.repeat(CODE_DIGITS / digits.len()));
    json!({
        "customCode": "no_match",
        "message": "The onchain and recompiled bytecodes don't match.",
        "errorId": "0d5e2b91-7c34-4f68-9ab3-51e8c0d7f246",
        "recompiledCreationCode": code("60806040525f"),
        "recompiledRuntimeCode": code("608060405260"),
        "onchainCreationCode": code("60806040525e"),
        "onchainRuntimeCode": code("608060405261"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_quoted_and_nothing_else() {
        let json = r#"{"a1":[1,-2.5e+3,true,null,"3 \" 4"],"b":49999999999999999990000000000}"#;
        let wanted = r#"{"a1":["1","-2.5e+3",true,null,"3 \" 4"],"b":"49999999999999999990000000000"}"#;
        assert_eq!(quoted(json), wanted);
    }
}

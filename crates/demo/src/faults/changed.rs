//! Right answers made wrong.

use std::io::Write as _;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::Seen;
use super::{job, links};

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
    Link(links::Link),
    /// Every number in quotes.
    QuotedNumbers,
    /// The id of a job that was accepted is gone, or this.
    Id(Option<&'static str>),
    /// The record of a job.
    Job(job::Record),
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

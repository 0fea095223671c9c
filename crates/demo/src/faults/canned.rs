//! Canned answers: refusals in the servers' form, and answers of proxies before the servers.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use jiff::fmt::rfc2822;
use ledger::Timestamp;
use serde_json::json;

use super::{Seen, Service};

const JSON: &str = "application/json; charset=utf-8";
const HTML: &str = "text/html";

/// An answer without the service.
#[derive(Clone, Debug)]
pub(super) struct Canned {
    status: StatusCode,
    saying: Saying,
    retry: Retry,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Saying {
    /// The status in words, in the shape of the service that was asked.
    Reason,
    /// These messages, as the mirror node writes them.
    Messages(&'static [&'static str]),
    /// A code and a message, as the verification server writes them.
    Code(&'static str, &'static str),
    /// A page with the status, as a gateway writes it.
    Page,
    /// A login page instead of the answer, as in a network with a captive portal.
    Login,
    Nothing,
    /// JSON nested too deeply for any parser.
    Deep,
    /// JSON of another shape: a list of texts.
    Other,
    Redirect(Where),
}

/// The target of a redirect.
#[derive(Clone, Copy, Debug)]
pub(super) enum Where {
    /// To a host that does not exist.
    Elsewhere,
    /// To the same address again.
    Here,
}

/// The `Retry-After` header.
#[derive(Clone, Copy, Debug)]
enum Retry {
    Unsaid,
    Seconds(u32),
    /// A date this many seconds ahead.
    Date(u32),
}

impl Canned {
    pub(super) const fn new(status: u16, saying: Saying) -> Self {
        // Statuses are constants of code and tests, so an invalid one is reported as a server fault.
        let status = match StatusCode::from_u16(status) {
            Ok(status) => status,
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { status, saying, retry: Retry::Unsaid }
    }

    pub(super) const fn retry_after(self, seconds: u32) -> Self {
        Self { retry: Retry::Seconds(seconds), ..self }
    }

    pub(super) const fn retry_at(self, seconds: u32) -> Self {
        Self { retry: Retry::Date(seconds), ..self }
    }

    pub(super) fn answer(&self, seen: &Seen, now: Timestamp) -> Response {
        let reason = self.status.canonical_reason().unwrap_or("Unknown");
        let (content, body) = match self.saying {
            Saying::Reason if seen.service() == Service::Mirror => (JSON, messages(&[reason])),
            Saying::Reason => (JSON, refusal("internal_error", reason)),
            Saying::Messages(texts) => (JSON, messages(texts)),
            Saying::Code(code, message) => (JSON, refusal(code, message)),
            Saying::Page => (HTML, page(&format!("{} {reason}", self.status.as_u16()))),
            Saying::Login => (HTML, page("Sign in to use this network")),
            Saying::Nothing => (JSON, String::new()),
            Saying::Deep => (JSON, format!("{{\"deep\":{}{}}}", "[".repeat(DEPTH), "]".repeat(DEPTH))),
            Saying::Other => (JSON, r#"["none","of","what","was","asked"]"#.to_owned()),
            Saying::Redirect(_) => (HTML, page(reason)),
        };
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content));
        let location = match self.saying {
            Saying::Redirect(Where::Elsewhere) => Some(format!("http://elsewhere.invalid{}", seen.target)),
            Saying::Redirect(Where::Here) => Some(seen.target.clone()),
            _ => None,
        };
        let retry = match self.retry {
            Retry::Unsaid => None,
            Retry::Seconds(seconds) => Some(seconds.to_string()),
            Retry::Date(seconds) => date(now.plus_millis(u64::from(seconds) * 1000)),
        };
        let said = [(header::LOCATION, location), (header::RETRY_AFTER, retry)];
        for (name, text) in said {
            headers.extend(text.and_then(|text| HeaderValue::from_str(&text).ok()).map(|text| (name, text)));
        }
        response
    }
}

/// The nesting depth of too deep JSON.
const DEPTH: usize = 100_000;

fn messages(texts: &[&str]) -> String {
    let messages: Vec<_> = texts.iter().map(|text| json!({ "message": text })).collect();
    json!({ "_status": { "messages": messages } }).to_string()
}

fn refusal(code: &str, message: &str) -> String {
    let id = "6a1c7e52-93f0-4d1b-8a57-0c2f4be6d931";
    json!({ "customCode": code, "message": message, "errorId": id }).to_string()
}

fn page(words: &str) -> String {
    format!(
        "<html>\r\n<head><title>{words}</title></head>\r\n<body>\r\n<center><h1>{words}</h1></center>\r\n\
         <hr><center>gateway</center>\r\n</body>\r\n</html>\r\n"
    )
}

/// The date as HTTP writes it.
fn date(at: Timestamp) -> Option<String> {
    let at = jiff::Timestamp::from_second(i64::try_from(at.seconds).ok()?).ok()?;
    rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&at).ok()
}

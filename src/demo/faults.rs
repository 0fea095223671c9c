//! Failures on demand: rules that make the network answer badly, late or not at all.

use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use serde_json::json;
use tokio::sync::watch;

/// The rules in force. Clones share them, so a test can change them while the network runs.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<Vec<Rule>>>);

/// What happens to which requests, as text: `/api/v1/contracts status=429 retry-after=3 times=2`.
#[derive(Clone, Debug)]
pub struct Rule {
    /// How the path of a request must start.
    path: String,
    /// How many such requests are answered well before the rule begins.
    skip: u32,
    /// How many requests it strikes; `None` for all that follow.
    times: Option<u32>,
    /// `Retry-After`, in seconds.
    retry_after: Option<u32>,
    fault: Fault,
}

#[derive(Clone, Copy, Debug)]
enum Fault {
    /// Another status in the mirror node's shape, without asking the service.
    Status(StatusCode),
    /// The right answer, cut in half.
    Truncate,
    /// No answer until the network ends.
    Stall,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is no rule: PATH, then status=CODE, truncate or stall, and times=N, skip=N or retry-after=SECONDS"
)]
pub struct NoRule(String);

impl FromStr for Rule {
    type Err = NoRule;

    fn from_str(text: &str) -> Result<Self, NoRule> {
        Self::parse(text).ok_or_else(|| NoRule(text.to_owned()))
    }
}

impl Rule {
    fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let path = words.next()?.to_owned();
        let (mut skip, mut times, mut retry_after, mut fault) = (0, None, None, None);
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            match name {
                "status" => fault = Some(Fault::Status(value.parse().ok()?)),
                "truncate" => fault = Some(Fault::Truncate),
                "stall" => fault = Some(Fault::Stall),
                "times" => times = Some(value.parse().ok()?),
                "skip" => skip = value.parse().ok()?,
                "retry-after" => retry_after = Some(value.parse().ok()?),
                _ => return None,
            }
        }
        Some(Self { path, skip, times, retry_after, fault: fault? })
    }
}

impl Faults {
    /// Adds a rule. For any request the oldest rule that matches it decides.
    pub fn add(&self, rule: Rule) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(rule);
    }

    /// Takes all rules back.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// The rule that strikes a request for this path, which counts as one.
    fn strike(&self, path: &str) -> Option<Rule> {
        let mut rules = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rule = rules.iter_mut().find(|rule| path.starts_with(&rule.path) && rule.times != Some(0))?;
        if rule.skip > 0 {
            rule.skip -= 1;
            return None;
        }
        rule.times = rule.times.map(|times| times - 1);
        Some(rule.clone())
    }
}

#[derive(Clone, Debug)]
pub(super) struct Carrier {
    pub(super) faults: Faults,
    /// Closed when the network ends, which ends what stalls.
    pub(super) ended: watch::Receiver<()>,
}

/// Answers a request, unless a rule strikes it.
pub(super) async fn carry_out(State(mut carrier): State<Carrier>, request: Request, next: Next) -> Response {
    let Some(rule) = carrier.faults.strike(request.uri().path()) else { return next.run(request).await };
    match rule.fault {
        Fault::Status(status) => {
            let message = status.canonical_reason().unwrap_or("Unknown");
            let body = json!({ "_status": { "messages": [{ "message": message }] } }).to_string();
            let mut response = Response::new(Body::from(body));
            *response.status_mut() = status;
            let json = HeaderValue::from_static("application/json; charset=utf-8");
            response.headers_mut().insert(header::CONTENT_TYPE, json);
            if let Some(seconds) = rule.retry_after {
                response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
            }
            response
        }
        Fault::Truncate => {
            let (parts, body) = next.run(request).await.into_parts();
            // Bodies here are made in memory, so reading one cannot fail.
            let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
            Response::from_parts(parts, Body::from(bytes.slice(..bytes.len() / 2)))
        }
        Fault::Stall => {
            // The sender says nothing and is dropped at the end, which is an error here.
            let _ = carrier.ended.changed().await;
            Response::new(Body::empty())
        }
    }
}

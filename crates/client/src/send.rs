//! One attempt: waits for the host's budget, sends the request and reads the whole body, within the limits.

use std::time::Duration;

use api::{Answered, Failure, Retrying};
use bytes::Bytes;
use ledger::amount::grouped;
use ledger::{RawJson, Text};
use reqwest::header::{
    CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH, LOCATION,
    RETRY_AFTER,
};
use reqwest::{Response, StatusCode, Url};
use tokio::time::Instant;

use super::attempt::{Asking, Received, Stopped};
use super::budget::{Held, Rank};
use super::call::Call;
use super::connections::Connections;
use super::options::Options;
use super::secrets::Guard;
use super::{Client, clock, failure, kept, retry};

/// What some servers put before JSON, and what readers may leave out.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The longest wait for a host that is not reported.
const TOLD_WAIT: Duration = Duration::from_millis(300);
/// How many redirects of one request are followed.
const MAX_REDIRECTS: usize = 3;
/// The reported headers: they give the type and freshness of an answer.
const TOLD_HEADERS: [HeaderName; 5] = [CACHE_CONTROL, CONTENT_TYPE, ETAG, LOCATION, RETRY_AFTER];
/// The maximum length of a reported header, in bytes.
const MAX_HEADER_BYTES: usize = 1 << 10;

impl Client {
    /// Makes one attempt within the host's budget; only an attempt of a repeatable request waits for a host that asked
    /// for a pause.
    pub(super) async fn attempt(
        &self,
        asking: &Asking<'_>,
        (number, retries): (usize, bool),
        progress: &(impl Fn(Retrying) + Sync),
    ) -> Result<Received, Stopped> {
        let Asking { request, call, guard, .. } = asking;
        let (options, listeners) = (&self.shared.options, &self.shared.options.listeners);
        if let Some(replay) = &options.replay {
            let ongoing = listeners.begin(asking, number, None);
            let outcome = replay.answer(asking);
            ongoing.end(&outcome);
            return outcome;
        }
        // A submission does not wait for a host that asks to be left alone: its job's plan heeds that.
        let urgent = request.ask.priority().map(Rank::from);
        let rank = urgent.as_ref().unwrap_or(asking.rank);
        let turn = self.shared.budgets.host(&call.url, self.servers.budget).enter(rank);
        let mut went = turn.try_go();
        let mut ongoing = listeners.begin(asking, number, Some((turn.host(), went.is_ok())));
        while let Err(held) = went {
            if let Held::Paused(at, until) = held {
                let failure = Failure::RateLimited { until: Some(until), words: Vec::new(), code: None };
                let wait = at.saturating_duration_since(Instant::now());
                if wait > options.longest_asked_wait || !retries {
                    let outcome = Err(failure.into());
                    ongoing.end(&outcome);
                    return outcome;
                }
                if wait > TOLD_WAIT {
                    progress(retry::next_try(request, &failure, number, options, until));
                }
            }
            turn.wait(held).await;
            went = turn.try_go();
        }
        ongoing.sent();
        let limit = options.limit(call.submitted().map(Bytes::len), self.servers.answer_wait);
        let outcome = once(call, guard, &self.shared.connections, options, limit).await;
        match &outcome {
            Ok(_) => turn.host().answered(),
            Err(Stopped { failure: Failure::RateLimited { .. }, wait, .. }) => {
                turn.host().pause(wait.unwrap_or(options.first_wait * 2));
            }
            Err(_) => {}
        }
        ongoing.end(&outcome);
        outcome
    }
}

/// Sends the request, which may take so long.
async fn once(
    call: &Call,
    guard: &Guard,
    connections: &Connections,
    options: &Options,
    limit: Duration,
) -> Result<Received, Stopped> {
    let mut url = call.url.clone();
    for _ in 0..=MAX_REDIRECTS {
        let response = send_to(&url, call, connections, limit).await?;
        match next_hop(call, guard, &url, &response)? {
            Some(hop) => url = hop,
            None => return receive(response, call, guard, options, limit).await,
        }
    }
    Err(Failure::Refused { status: 302, words: vec![Text::from("it redirects without end")], code: None }
        .into())
}

async fn send_to(
    url: &Url,
    call: &Call,
    connections: &Connections,
    limit: Duration,
) -> Result<Response, Failure> {
    let client = connections.to(url).await.map_err(|fault| failure::of_connection(&fault, limit))?;
    let mut request = match &call.body {
        None => client.get(url.clone()),
        Some(body) => {
            let json = HeaderValue::from_static("application/json");
            client.post(url.clone()).header(CONTENT_TYPE, json).body(body.clone())
        }
    };
    if let Some(etag) = call.etag.as_deref().and_then(|etag| HeaderValue::from_str(etag).ok()) {
        request = request.header(IF_NONE_MATCH, etag);
    }
    request.timeout(limit).send().await.map_err(|fault| failure::of_connection(&fault, limit))
}

/// Where a GET is redirected to. A POST is not sent on, and nothing goes to another origin.
fn next_hop(call: &Call, guard: &Guard, url: &Url, response: &Response) -> Result<Option<Url>, Failure> {
    let status = response.status();
    if !status.is_redirection() || status == StatusCode::NOT_MODIFIED {
        return Ok(None);
    }
    let location = response.headers().get(LOCATION).and_then(|value| value.to_str().ok());
    let hop = location.and_then(|location| url.join(location).ok());
    let words = match hop {
        Some(hop) if call.body.is_none() && hop.origin() == url.origin() => return Ok(Some(hop)),
        Some(hop) => format!("it redirects to {}, which is not followed", guard.header(hop.as_str())),
        None => "it redirects without saying where to".to_owned(),
    };
    Err(Failure::Refused { status: status.as_u16(), words: vec![Text::new(words)], code: None })
}

async fn receive(
    mut response: Response,
    call: &Call,
    guard: &Guard,
    options: &Options,
    limit: Duration,
) -> Result<Received, Stopped> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|fault| failure::of_connection(&fault, limit))? {
        if body.len() + chunk.len() > options.longest_body {
            return Err(too_long(options.longest_body).into());
        }
        body.extend_from_slice(&chunk);
    }
    if body.starts_with(BYTE_ORDER_MARK) {
        body.drain(..BYTE_ORDER_MARK.len());
    }
    let body = String::from_utf8(body)
        .unwrap_or_else(|fault| String::from_utf8_lossy(fault.as_bytes()).into_owned());
    let body = guard.body(body);
    let status = response.status();
    if call.reads(status.as_u16()) {
        let etag = response.headers().get(ETAG).and_then(|etag| etag.to_str().ok());
        let etag = etag.and_then(|etag| guard.token(etag));
        let fresh = kept::freshness(response.headers());
        let headers = told_headers(response.headers(), guard);
        return Ok(Received {
            status: status.as_u16(),
            etag,
            fresh,
            headers,
            body,
            at: None,
            is_recorded: false,
        });
    }
    Err(refused(call, guard, status, response.headers(), body))
}

fn refused(call: &Call, guard: &Guard, status: StatusCode, headers: &HeaderMap, body: RawJson) -> Stopped {
    let now = clock::now();
    let wait = retry::parse_retry_after(headers, now);
    let until = wait.map(|wait| now.plus_millis(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)));
    let failure = call.failure(status.as_u16(), &body, until);
    let (status, headers, bytes) = (status.as_u16(), told_headers(headers, guard), body.raw().len());
    let answered = Answered { status, headers, bytes, body: Some(body), until, is_recorded: false };
    Stopped { failure, wait, answered: Some(Box::new(answered)) }
}

/// The headers to report, without keys.
fn told_headers(headers: &HeaderMap, guard: &Guard) -> Vec<(String, Text)> {
    let told = |name: &HeaderName| {
        let value = headers.get(name)?.as_bytes();
        let value = String::from_utf8_lossy(value.get(..MAX_HEADER_BYTES).unwrap_or(value));
        Some((name.as_str().to_owned(), Text::new(guard.header(&value).into_owned())))
    };
    TOLD_HEADERS.iter().filter_map(told).collect()
}

fn too_long(most: usize) -> Failure {
    let words = format!("the answer is longer than {} bytes", grouped(&most));
    Failure::NotUnderstood { at: String::new(), words: Text::new(words) }
}

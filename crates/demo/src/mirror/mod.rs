//! The mirror node's half: everything under `/api/v1`, with its error shape and the headers that it always sends.

mod accounts;
mod actions;
mod contract_call;
mod contracts;
mod filters;
mod logs;
mod names;
mod network;
mod opcodes;
mod paging_bugs;
mod result_filter;
mod result_shape;
mod results;
mod schedules;
mod tokens;
mod transactions;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use axum::routing::{any, post};
use ledger::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};

use self::filters::Query;
use super::world::World;
use crate::traffic::json as json_answer;

/// A request, as far as routes need it.
struct Asked<'a> {
    world: &'a World,
    now: Timestamp,
    path: &'a str,
    host: &'a str,
    query: Query,
    /// Whether the answer may be packed.
    accepts_gzip: bool,
}

impl Asked<'_> {
    /// A link to this path with another query, from the root of this server.
    fn link(&self, query: &str) -> String {
        format!("{}?{query}", self.path)
    }

    /// A page of a list, with a link to what follows the key of the last row if the page is full.
    fn page<T: Serialize>(
        &self,
        name: &str,
        rows: &[T],
        (key, descending, last): (&'static str, bool, Option<String>),
        max_age: u32,
    ) -> Result<Answer, Refusal> {
        let last = last.filter(|_| rows.len() == self.query.limit());
        let next = last.map(|last| self.link(&self.query.next(key, descending, &last)));
        Answer::page(name, &rows, next, max_age)
    }
}

/// The routes under `/api/v1`.
pub(crate) fn routes(world: Arc<World>) -> Router {
    Router::new()
        .route("/api/v1/contracts/call", post(contract_call::answer).fallback(answer))
        .route("/api/v1/{*path}", any(answer))
        .with_state(world)
}

async fn answer(State(world): State<Arc<World>>, request: Request) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let path = request.uri().path();
    let encodings = request.headers().get(header::ACCEPT_ENCODING).and_then(|it| it.to_str().ok());
    let accepts_gzip = encodings.is_some_and(|encodings| encodings.contains("gzip"));
    let asked = Query::parse(request.uri().query()).map(|query| Asked {
        world: &world,
        now: world.clock.now(),
        path,
        host,
        query,
        accepts_gzip,
    });
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let found = if reads { asked.and_then(|asked| route(&asked)) } else { Err(Refusal::NotFound) };
    respond(found)
}

/// The words of paths are read in any case, and a slash at the end says nothing.
fn route(asked: &Asked<'_>) -> Result<Answer, Refusal> {
    let path = asked.path.trim_end_matches('/');
    let parts: Vec<&str> = path.split('/').skip(3).map(word).collect();
    match parts.as_slice() {
        ["contracts"] => contracts::list(asked),
        ["contracts", "results"] => results::everywhere(asked),
        ["contracts", "results", "logs"] => logs::everywhere(asked),
        ["contracts", "results", name] => results::named(asked, name),
        ["contracts", "results", name, "actions"] => actions::list(asked, name),
        ["contracts", "results", name, "opcodes"] => opcodes::one(asked, name),
        ["contracts", name] => contracts::one(asked, name),
        ["contracts", name, "results"] => results::list(asked, name),
        ["contracts", name, "results", "logs"] => logs::of_contract(asked, name),
        ["contracts", name, "state"] => contracts::state(asked, name),
        ["contracts", name, "results", moment] => results::one(asked, name, moment),
        ["network", "exchangerate"] => network::exchange_rate(asked),
        ["network", "fees"] => network::fees(asked),
        ["accounts", name] => accounts::one(asked, name),
        ["blocks", name] => network::block(asked, name),
        ["tokens", name, "balances"] => tokens::balances(asked, name),
        ["tokens", name] => tokens::one(asked, name),
        ["transactions"] => transactions::list(asked),
        ["transactions", id] => transactions::family(asked, id),
        ["schedules"] => schedules::list(asked),
        ["schedules", id] => schedules::one(asked, id),
        _ => Err(Refusal::NotFound),
    }
}

/// A word of a path as routes write it; a name stays as it is.
fn word(part: &str) -> &str {
    const WORDS: [&str; 15] = [
        "contracts",
        "results",
        "logs",
        "actions",
        "opcodes",
        "state",
        "accounts",
        "tokens",
        "balances",
        "blocks",
        "transactions",
        "schedules",
        "network",
        "exchangerate",
        "fees",
    ];
    WORDS.into_iter().find(|word| word.eq_ignore_ascii_case(part)).unwrap_or(part)
}

#[derive(Clone, Debug)]
struct Answer {
    status: StatusCode,
    body: String,
    /// The link to the following page, as in `links.next`.
    next: Option<String>,
    /// Seconds for which it may be cached; `None` for errors.
    max_age: Option<u32>,
}

/// The reason of a refused request.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Refusal {
    /// 400, one message for each fault.
    Invalid(Vec<String>),
    /// 404.
    NotFound,
    /// 400, 404 or 415 for a call that was requested: the message, its detail, and the data of a revert.
    Call { status: StatusCode, message: String, detail: String, data: String },
    /// Another status, in its own words.
    Status(StatusCode),
    /// 500, the server's answer to an unforeseen error.
    Internal,
}

impl Refusal {
    /// 400 because of one parameter's value.
    fn parameter(name: &str) -> Self {
        Self::Invalid(vec![format!("Invalid parameter: {name}")])
    }

    fn answer(self) -> Answer {
        let (status, messages) = match self {
            Self::Call { status, message, detail, data } => {
                let messages = json!([{ "message": message, "detail": detail, "data": data }]);
                return Answer::refusing(status, &messages);
            }
            Self::Invalid(messages) => (StatusCode::BAD_REQUEST, messages),
            Self::NotFound => (StatusCode::NOT_FOUND, vec!["Not found".to_owned()]),
            Self::Status(status) => (status, vec![status.canonical_reason().unwrap_or_default().to_owned()]),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, vec!["Internal error".to_owned()]),
        };
        Answer::refusing(status, &messages.into_iter().map(|message| json!({ "message": message })).collect())
    }
}

impl Answer {
    fn refusing(status: StatusCode, messages: &Value) -> Self {
        let body = json!({ "_status": { "messages": messages } }).to_string();
        Self { status, body, next: None, max_age: None }
    }

    /// One record that may not be cached.
    fn unkept(record: &impl Serialize) -> Result<Self, Refusal> {
        Ok(Self { max_age: None, ..Self::record(record, 0)? })
    }

    /// One record that may be cached for this many seconds.
    fn record(record: &impl Serialize, max_age: u32) -> Result<Self, Refusal> {
        let body = serde_json::to_string(record).map_err(|_| Refusal::Internal)?;
        Ok(Self { status: StatusCode::OK, body, next: None, max_age: Some(max_age) })
    }

    /// A page of a list under this name, with its link.
    fn page(name: &str, rows: &impl Serialize, next: Option<String>, max_age: u32) -> Result<Self, Refusal> {
        let rows = serde_json::to_string(rows).map_err(|_| Refusal::Internal)?;
        let body = format!("{{\"{name}\":{rows},\"links\":{}}}", json!({ "next": next }));
        Ok(Self { status: StatusCode::OK, body, next, max_age: Some(max_age) })
    }

    /// The same with 206: a piece of it is missing.
    #[must_use]
    fn partial(self) -> Self {
        Self { status: StatusCode::PARTIAL_CONTENT, ..self }
    }
}

/// Writes an answer with the headers that the mirror node sends.
fn respond(answer: Result<Answer, Refusal>) -> Response {
    let answer = answer.unwrap_or_else(Refusal::answer);
    let mut response = json_answer(answer.status, answer.body);
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    let age = answer.max_age.map(|age| (header::CACHE_CONTROL, format!("public, max-age={age}")));
    let next = answer.next.map(|next| (header::LINK, format!("<{next}>; rel=\"next\"")));
    for (name, text) in age.into_iter().chain(next) {
        headers.extend(HeaderValue::from_str(&text).map(|value| (name, value)));
    }
    response
}

#[cfg(test)]
mod tests;

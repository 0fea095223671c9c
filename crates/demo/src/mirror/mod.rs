//! The mirror node's half: everything under `/api/v1`.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, header};
use axum::response::Response;
use axum::routing::{any, post};
use ledger::Timestamp;
use serde::Serialize;

use super::world::World;
use answer::{Answer, Refusal};
use query::Query;

mod accounts;
mod actions;
mod answer;
mod blocks;
mod contract_call;
mod contracts;
mod exchange_rate;
mod filters;
mod log_filter;
mod logs;
mod names;
mod network_fees;
mod opcodes;
mod paging_bugs;
mod query;
mod result_filter;
mod result_name;
mod result_shape;
mod results;
mod schedules;
mod state;
#[cfg(test)]
mod tests;
mod tokens;
mod transaction_list;
mod transactions;

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
    answer::respond(found)
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
        ["contracts", name, "state"] => state::list(asked, name),
        ["contracts", name, "results", moment] => results::one(asked, name, moment),
        ["network", "exchangerate"] => exchange_rate::one(asked),
        ["network", "fees"] => network_fees::list(asked),
        ["accounts", name] => accounts::one(asked, name),
        ["blocks", name] => blocks::one(asked, name),
        ["tokens", name, "balances"] => tokens::balances(asked, name),
        ["tokens", name] => tokens::one(asked, name),
        ["transactions"] => transaction_list::list(asked),
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

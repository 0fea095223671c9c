//! The verification server: submissions, jobs and lookups, as recorded from a real server.
//!
//! Similarity search compares the code on the embedded ledger with verified code. The import takes sources from a
//! built-in explorer, which has some of the contracts. Standard JSON and metadata include sources, which the
//! [compiler] compiles. Jobs take two to four seconds by the network's clock, always the same for one address;
//! nothing runs between two requests. `assets/README.md` lists how each contract is handled.

mod chains;
mod checks;
mod compiler;
mod details;
mod dictionary;
mod explorer;
mod failure;
mod job;
mod lookup;
mod onchain;
mod record;
mod registry;
pub(crate) mod scenario;
mod submit;
mod verdict;

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use axum::extract::{DefaultBodyLimit, Request};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use registry::Registry;
use serde_json::{Value, json};

use super::world::World;

/// The largest body that is read.
const MAX_BODY_BYTES: usize = 30 * 1024 * 1024;

struct Verifier {
    world: Arc<World>,
    /// Opened at the first request that needs it.
    registry: OnceLock<Mutex<Registry>>,
}

impl Verifier {
    /// The registry, with every job completed whose time has come. Never held across an await.
    fn registry(&self) -> MutexGuard<'_, Registry> {
        let registry = self.registry.get_or_init(|| Mutex::new(Registry::open(self.world.as_ref())));
        let mut registry = registry.lock().unwrap_or_else(PoisonError::into_inner);
        registry.settle(self.world.clock.now());
        registry
    }
}

/// The server's routes. What none of them knows is for [`nowhere`].
pub(crate) fn routes(world: Arc<World>) -> Router {
    let verifier = Arc::new(Verifier { world, registry: OnceLock::new() });
    Router::new()
        .route("/v2/verify/similarity/{chain}/{address}", post(submit::similarity))
        .route("/v2/verify/etherscan/{chain}/{address}", post(submit::import))
        .route("/v2/verify/blockexplorer/{chain}/{address}", post(submit::import))
        .route("/v2/verify/metadata/{chain}/{address}", submit::sources(&submit::metadata::MODE))
        .route("/v2/verify/{chain}/{address}", submit::sources(&submit::standard_json::MODE))
        .route("/v2/verify/{chain}/{address}/", submit::sources(&submit::standard_json::MODE))
        .route("/v2/verify/{id}", get(record::show))
        .route("/v2/verify/{id}/", get(record::show))
        .route("/v2/contract/all-chains/{address}", get(lookup::all_chains))
        .route("/v2/contract/{chain}/{address}", get(lookup::contract))
        .route("/signature-database/v1/lookup", get(dictionary::lookup))
        .route("/chains", get(lookup::list_chains))
        .route("/health", get(lookup::health))
        .route("/version", get(lookup::version))
        .method_not_allowed_fallback(nowhere)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn(refuse_gaps))
        .with_state(verifier)
}

fn json_answer(status: StatusCode, body: &Value) -> Response {
    crate::traffic::json(status, body.to_string())
}

/// A request that is not carried out: `{"customCode", "message", "errorId"}`, or a page.
#[derive(Debug)]
struct Refusal {
    status: StatusCode,
    /// The `customCode`; `None` for a page.
    code: Option<&'static str>,
    message: String,
}

impl Refusal {
    /// A refusal with this status and `customCode`.
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code: Some(code), message: message.into() }
    }

    fn page(status: StatusCode, words: impl Into<String>) -> Self {
        Self { status, code: None, message: words.into() }
    }

    /// 400 `invalid_parameter`.
    fn parameter(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_parameter", message)
    }

    /// 400 `invalid_json`.
    fn not_json(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_json", message)
    }

    /// 500 `internal_error`.
    fn fault() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal_error", "The server met an unexpected error.")
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Some(code) = self.code else { return page(self.status, &self.message) };
        let body = json!({ "customCode": code, "message": self.message, "errorId": job::uuid() });
        json_answer(self.status, &body)
    }
}

/// 404 with a page, for unknown routes.
pub(crate) async fn nowhere(request: Request) -> Response {
    page(StatusCode::NOT_FOUND, &format!("Cannot {} {}", request.method(), request.uri().path()))
}

fn page(status: StatusCode, words: &str) -> Response {
    let mut safe = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '<' | '>' | '&' | '"' | '\'' => {
                // Writing to a string cannot fail.
                let _ = write!(safe, "&#{};", u32::from(c));
            }
            _ => safe.push(c),
        }
    }
    let text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Error</title>\n</head>\n\
         <body>\n<pre>{safe}</pre>\n</body>\n</html>\n"
    );
    (status, Html(text)).into_response()
}

/// Sends a path with an empty segment nowhere: it names no route of this server.
async fn refuse_gaps(request: Request, next: Next) -> Response {
    if request.uri().path().contains("//") { nowhere(request).await } else { next.run(request).await }
}

#[cfg(test)]
mod tests;

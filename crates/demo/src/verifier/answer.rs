//! Answers: JSON with a weak entity tag, refusals with their code, and the page for unknown paths.

use std::fmt::Write as _;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use serde_json::{Value, json};

use super::ids;

pub(super) fn json_answer(status: StatusCode, body: &Value) -> Response {
    crate::answer::json(status, body.to_string())
}

/// A request that is not carried out: `{"customCode", "message", "errorId"}`, or a page.
#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    /// The `customCode`; `None` for a page.
    code: Option<&'static str>,
    message: String,
}

impl Refusal {
    /// A refusal with this status and `customCode`.
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code: Some(code), message: message.into() }
    }

    pub(super) fn page(status: StatusCode, words: impl Into<String>) -> Self {
        Self { status, code: None, message: words.into() }
    }

    /// 400 `invalid_parameter`.
    pub(super) fn parameter(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_parameter", message)
    }

    /// 400 `invalid_json`.
    pub(super) fn not_json(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_json", message)
    }

    /// 500 `internal_error`.
    pub(super) fn fault() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal_error", "The server met an unexpected error.")
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Some(code) = self.code else { return page(self.status, &self.message) };
        let body = json!({ "customCode": code, "message": self.message, "errorId": ids::uuid() });
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
pub(super) async fn refuse_gaps(request: Request, next: Next) -> Response {
    if request.uri().path().contains("//") { nowhere(request).await } else { next.run(request).await }
}

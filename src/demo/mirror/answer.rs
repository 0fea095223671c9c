//! Answers of the mirror node: JSON bodies and its error shape.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// 404 in the server's words.
pub(super) fn not_found() -> Response {
    let body = json!({ "_status": { "messages": [{ "message": "Not found" }] } });
    (StatusCode::NOT_FOUND, Json(body)).into_response()
}

//! HTTP caching for both services: a weak entity tag, and 304 if the client holds the current version.

use std::hash::{DefaultHasher, Hasher};

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

pub(super) fn json(status: StatusCode, text: String) -> Response {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    let tag = HeaderValue::from_str(&format!("W/\"{:x}-{:016x}\"", text.len(), hasher.finish()));
    let mut answer = Response::new(Body::from(text));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    headers.extend(tag.map(|tag| (ETAG, tag)));
    answer
}

/// Answers 304 without a body if the client holds the current version.
pub(super) async fn spare_the_known(request: Request, next: Next) -> Response {
    let held = request.headers().get(IF_NONE_MATCH).cloned();
    let reading = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut answer = next.run(request).await;
    let known = held.is_some() && held.as_ref() == answer.headers().get(ETAG);
    if known && reading && answer.status() == StatusCode::OK {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
        *answer.body_mut() = Body::empty();
        for name in [CONTENT_TYPE, CONTENT_LENGTH, VARY] {
            answer.headers_mut().remove(name);
        }
    }
    answer
}

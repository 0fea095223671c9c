//! The HTTP layers of both services: answers with a weak entity tag, 304 if the client holds the current version, and
//! a log of requests.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::extract::{Request, State};
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

/// The most requests stored.
const MAX_REQUESTS: usize = 1000;

/// The newest requests as `METHOD /path?query`, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Requests(Arc<Mutex<VecDeque<String>>>);

impl Requests {
    pub(super) fn all(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    fn note(&self, line: String) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == MAX_REQUESTS {
            lines.pop_front();
        }
        lines.push_back(line);
    }
}

pub(super) async fn note(State(requests): State<Requests>, request: Request, next: Next) -> Response {
    requests.note(format!("{} {}", request.method(), request.uri()));
    next.run(request).await
}

//! The requests to the network: a log for tests and for reading.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

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

//! An attempt of a request: the question, and the response or the reason why none came.

use std::time::Duration;

use api::{Answered, Failure, Request};
use ledger::{RawJson, Text, Timestamp};

use super::call::Call;
use super::kept::Label;
use super::secrets::Guard;
use super::{Rank, clock};

/// The request, its call, and what keeps keys out of the response.
pub(super) struct Asking<'a> {
    pub(super) request: &'a Request,
    pub(super) call: Call,
    pub(super) guard: Guard,
    pub(super) rank: &'a Rank,
}

/// What a server sent with a status of success, 304, or a 404 that may be an answer.
pub(super) struct Received {
    pub(super) status: u16,
    /// `ETag`.
    pub(super) etag: Option<String>,
    /// Freshness by `Cache-Control`; `None` if it must not be cached.
    pub(super) fresh: Option<Duration>,
    /// The headers to report.
    pub(super) headers: Vec<(String, Text)>,
    /// The body. Bytes that are not UTF-8 have become replacement characters.
    pub(super) body: RawJson,
    /// When it came, if that is not now.
    pub(super) at: Option<Timestamp>,
    /// Whether it is from a recording.
    pub(super) is_recorded: bool,
}

impl Received {
    /// What it says of itself.
    pub(super) fn label(&self) -> Label {
        Label { etag: self.etag.clone(), fresh: self.fresh, body_bytes: self.body.raw().len() }
    }

    pub(super) fn received_at(&self) -> Timestamp {
        self.at.unwrap_or_else(clock::now)
    }

    /// The response as reported to listeners.
    pub(super) fn answered(&self) -> Answered {
        Answered {
            status: self.status,
            headers: self.headers.clone(),
            bytes: self.body.raw().len(),
            body: Some(self.body.clone()),
            until: None,
            is_recorded: self.is_recorded,
        }
    }
}

/// Why an attempt brought nothing.
#[derive(Debug)]
pub(super) struct Stopped {
    pub(super) failure: Failure,
    /// How long the server asks to wait before the next attempt.
    pub(super) wait: Option<Duration>,
    /// What came all the same.
    pub(super) answered: Option<Box<Answered>>,
}

impl From<Failure> for Stopped {
    fn from(failure: Failure) -> Self {
        Self { failure, wait: None, answered: None }
    }
}

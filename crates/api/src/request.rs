//! Requests to the servers of a network, their responses, from a server or from the cache on disk, and waits before
//! retries.

use std::fmt;

use ledger::{RawJson, Timestamp};

use crate::{Answer, AnyOperation, Failure};

/// A question to a network. The response carries it, so that whoever asked can tell responses apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request<A = AnyOperation> {
    /// The network's profile name, which keeps the answers of networks apart.
    pub network: String,
    /// The question.
    pub ask: A,
}

impl<A> Request<A> {
    /// A question to a network.
    pub fn new(network: &str, ask: impl Into<A>) -> Self {
        Self { network: network.to_owned(), ask: ask.into() }
    }

    /// The same as a question of another type.
    pub fn map<B>(self, to: impl FnOnce(A) -> B) -> Request<B> {
        Request { network: self.network, ask: to(self.ask) }
    }
}

/// The answer to a [`Request`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response<A = AnyOperation, T = Answer> {
    /// What was asked.
    pub request: Request<A>,
    /// The answer, or why there is none.
    pub outcome: Result<T, Failure>,
    /// When it came.
    pub at: Timestamp,
    /// The server, or the cache on disk.
    pub source: AnswerSource,
    /// The length of the body, bytes; 0 without one.
    pub body_bytes: usize,
    /// The requested URL, without secrets.
    pub url: String,
}

impl<A, T> Response<A, T> {
    /// A response made without a request.
    pub fn here(request: Request<A>, outcome: Result<T, Failure>, at: Timestamp) -> Self {
        Self { request, outcome, at, source: AnswerSource::default(), body_bytes: 0, url: String::new() }
    }

    /// The same, as the response to another request, with an answer of another type.
    pub fn to<B, U>(self, request: Request<B>, answer: impl FnOnce(T) -> U) -> Response<B, U> {
        let Self { outcome, at, source, body_bytes, url, .. } = self;
        Response { request, outcome: outcome.map(answer), at, source, body_bytes, url }
    }

    /// The answer that `read` takes from the outcome.
    ///
    /// # Errors
    /// The failure, with the requested URL.
    pub fn read<U>(
        self,
        read: impl FnOnce(Result<T, Failure>) -> Result<U, Failure>,
    ) -> Result<U, Unanswered> {
        read(self.outcome).map_err(|failure| Unanswered { failure, url: self.url })
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// What went wrong, with the server's messages.
    pub failure: Failure,
    /// The requested URL, without secrets; empty without a request.
    pub url: String,
}

impl From<Failure> for Unanswered {
    fn from(failure: Failure) -> Self {
        Self { failure, url: String::new() }
    }
}

/// A GET that failed transiently and will be retried automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retrying<A = AnyOperation> {
    /// What was asked.
    pub request: Request<A>,
    /// What went wrong.
    pub failure: Failure,
    /// Which attempt comes next, counted from 1.
    pub attempt: usize,
    /// The maximum number of attempts.
    pub of: usize,
    /// When it is made.
    pub at: Timestamp,
}

impl<A> Retrying<A> {
    /// The same about a question of another type.
    pub fn map<B>(self, to: impl FnOnce(A) -> B) -> Retrying<B> {
        let Self { request, failure, attempt, of, at } = self;
        Retrying { request: request.map(to), failure, attempt, of, at }
    }

    /// The failure and the next attempt, in sentences.
    pub fn sentence(&self) -> String {
        format!("{} Attempt {} of {} follows.", self.failure.sentence(), self.attempt, self.of)
    }
}

/// The priority of a request; the least goes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Priority {
    /// The user refreshed or submits something: ignores a host's `Retry-After`.
    Urgent,
    /// A key press caused it.
    Key,
    /// A pane on screen wants it.
    #[default]
    Visible,
    /// Polling by a live list or by the watch list.
    Tail,
    /// Polling of a job or a batch.
    Poll,
    /// Not visible: a prefetch, a covered pane, or an export.
    Background,
}

impl Priority {
    /// All of them, the most urgent first.
    pub const ALL: [Self; 6] =
        [Self::Urgent, Self::Key, Self::Visible, Self::Tail, Self::Poll, Self::Background];
}

/// A stored response body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedBody {
    /// The decompressed JSON, as received.
    pub body: RawJson,
    /// When the server sent it.
    pub at: Timestamp,
    /// The server's tag of it (`ETag`).
    pub etag: Option<String>,
}

/// The metadata of a stored body, available without reading the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedHead {
    /// The server's tag of the body, sent as `If-None-Match` to revalidate it.
    pub etag: Option<String>,
}

/// A cache keyed by network profile and URL (without secrets). Calls block on the disk. Read and write errors count as
/// cache misses.
pub trait AnswerCache: fmt::Debug + Send + Sync {
    /// The metadata, to decide on revalidation before [`Self::find`] reads the body.
    fn head(&self, network: &str, url: &str) -> Option<CachedHead>;

    /// The latest stored body; `None` on a cache miss.
    fn find(&self, network: &str, url: &str) -> Option<CachedBody>;

    /// Stores a body, replacing an older one.
    fn keep(&self, network: &str, url: &str, answer: &CachedBody);
}

/// Where an answer is from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum AnswerSource {
    /// The server, or a recording in its place.
    #[default]
    Server,
    /// The cache on disk: the answer is immutable.
    Cache,
    /// The cache on disk, because the server failed at this time.
    CacheAfter(Failure, Timestamp),
}

//! Answers stored on disk: immutable ones are reused without a request, large ones are revalidated instead of resent.

use std::fmt;

use ledger::{RawJson, Timestamp};

use super::Failure;

/// A stored response body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedBody {
    pub body: RawJson,
    /// When the server sent it.
    pub at: Timestamp,
    /// The server's tag of it (`ETag`).
    pub etag: Option<String>,
}

/// The metadata of a stored body, available without reading the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedHead {
    pub etag: Option<String>,
}

/// A cache keyed by network profile and URL (without secrets). Calls block on the disk. Read and write errors count as
/// cache misses.
pub trait AnswerCache: fmt::Debug + Send + Sync {
    fn head(&self, network: &str, url: &str) -> Option<CachedHead>;

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

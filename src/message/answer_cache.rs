//! Answers that are kept on disk: those that cannot change any more are there at once, and without a network; long ones
//! are sent once only.

use std::fmt;

use ledger::{RawJson, Timestamp};

use super::Failure;

/// A body that a server sent before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedBody {
    pub body: RawJson,
    /// When the server sent it.
    pub at: Timestamp,
    /// The server's tag of it (`ETag`).
    pub etag: Option<String>,
}

/// What is known of such a body without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedHead {
    pub etag: Option<String>,
}

/// What keeps them, by the network's profile name and the address, which is without secrets. Its calls wait for the
/// disk. What cannot be read or written is as if it were not kept: the server is asked.
pub trait AnswerCache: fmt::Debug + Send + Sync {
    fn head(&self, network: &str, url: &str) -> Option<CachedHead>;

    fn find(&self, network: &str, url: &str) -> Option<CachedBody>;

    /// Keeps a body in place of an older one.
    fn keep(&self, network: &str, url: &str, answer: &CachedBody);
}

/// Where an answer is from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum AnswerSource {
    /// The server, or a recording in its place.
    #[default]
    Server,
    /// The cache on disk: it cannot change any more.
    Cache,
    /// The cache on disk, because the server failed at this time.
    CacheAfter(Failure, Timestamp),
}

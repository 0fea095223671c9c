//! Answers that are kept on disk because they cannot change any more, so that they are there at once, and without a
//! network.

use std::fmt;

use super::Failure;
use crate::ledger::{RawJson, Timestamp};

/// A body that a server sent before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedBody {
    pub body: RawJson,
    /// When the server sent it.
    pub at: Timestamp,
}

/// What keeps them, by the network's profile name and the address, which is without secrets. Its calls wait for the
/// disk. What cannot be read or written is as if it were not kept: the server is asked.
pub trait AnswerCache: fmt::Debug + Send + Sync {
    fn has(&self, network: &str, url: &str) -> bool;

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

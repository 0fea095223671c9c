//! Requests as clients report them to the request log and to recordings. They contain no secrets: submissions are left
//! out, and keys that servers repeat are removed from answers.

use ledger::{RawJson, Text, Timestamp};

use crate::{Failure, HostBudget, Request};

/// The number of concurrent requests per host, excluding less urgent ones.
pub const MAX_AT_ONCE: usize = 8;

/// The kinds of servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Api {
    /// The ledger's records, below `/api/v1`.
    MirrorNode,
    /// Contract verification, below `/v2`.
    Verifier,
    /// Signatures by their hashes, below `/signature-database/v1`.
    Signatures,
}

impl Api {
    /// The name for messages, in lower case.
    pub fn label(self) -> &'static str {
        match self {
            Self::MirrorNode => "mirror node",
            Self::Verifier => "verifier",
            Self::Signatures => "signature server",
        }
    }
}

/// One attempt of a request, or an answer from memory that needed none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Counts the attempts of all clients of this run, from 1, in the order in which they began.
    pub number: u64,
    /// The network's profile name.
    pub network: String,
    /// The kind of the server that [`Self::url`] is of.
    pub api: Api,
    /// Whether it is a POST: a submission or a question with a body.
    pub is_post: bool,
    /// The body of a question, as sent.
    pub asked: Option<String>,
    /// The whole address, without secrets.
    pub url: String,
    /// `If-None-Match`.
    pub etag: Option<String>,
    /// Counted from 1; 0 for an answer from memory.
    pub attempt: usize,
    /// When it began.
    pub at: Timestamp,
    /// The time since it was sent, if known.
    pub millis: u64,
    /// The progress when this was reported; later reports have the same [`Self::number`].
    pub stage: Stage,
}

/// How far an exchange has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Waiting for a slot: the maximum number of requests is in progress.
    Waiting,
    /// Sent; the answer is incomplete.
    UnderWay,
    /// An answer came, of any status.
    Answered(Answered),
    /// No answer came.
    Failed(Failure),
    /// The request was cancelled.
    Cancelled,
    /// A stored answer is still valid.
    Kept,
}

/// What a server sent.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Answered {
    /// The HTTP status.
    pub status: u16,
    /// The headers that matter, by their names in lower case.
    pub headers: Vec<(String, Text)>,
    /// The length of the body, after decompression.
    pub bytes: usize,
    /// The body; `None` once evicted.
    pub body: Option<RawJson>,
    /// The time before which the server accepts no requests (`Retry-After`).
    pub until: Option<Timestamp>,
    /// Whether a recording answered in place of the server.
    pub is_recorded: bool,
}

impl Exchange {
    /// The method of HTTP.
    pub fn method(&self) -> &'static str {
        if self.is_post { "POST" } else { "GET" }
    }

    /// Host and port.
    pub fn host(&self) -> &str {
        let rest = self.url.split_once("://").map_or(self.url.as_str(), |(_, rest)| rest);
        rest.split('/').next().unwrap_or(rest)
    }

    /// The path with its query.
    pub fn path(&self) -> &str {
        let rest = self.url.split_once("://").map_or(self.url.as_str(), |(_, rest)| rest);
        rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/")
    }

    /// What came, if anything did.
    pub fn answered(&self) -> Option<&Answered> {
        match &self.stage {
            Stage::Answered(answered) => Some(answered),
            _ => None,
        }
    }

    /// The body of the answer, if it is in memory.
    pub fn body(&self) -> Option<&RawJson> {
        self.answered()?.body.as_ref().filter(|body| !body.raw().is_empty())
    }
}

/// News of an exchange.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The state of the exchange after the change.
    pub exchange: Exchange,
    /// The request, once per attempt, with the first news. `None` for submissions, which may hold a key.
    pub request: Option<Request>,
    /// The host's current budget, if the request has a host.
    pub budget: Option<HostBudget>,
}

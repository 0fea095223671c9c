//! What clients tell of each request that they send: the request log and recordings are made of it. No secret is in it:
//! what is submitted is left out, and answers come without the keys that servers repeat.

use ledger::{RawJson, Text, Timestamp};

use super::{Failure, HostBudget, Request};

/// How many requests a host is asked at once, those that are less urgent not counted.
pub const MAX_AT_ONCE: usize = 8;

/// The kinds of servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Api {
    MirrorNode,
    Verifier,
    Signatures,
}

impl Api {
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
    pub api: Api,
    /// Whether something was submitted, or asked with a body; else it is a GET.
    pub is_post: bool,
    /// The body of a question, as sent.
    pub asked: Option<String>,
    /// The whole address, without secrets.
    pub url: String,
    /// `If-None-Match`.
    pub etag: Option<String>,
    /// Counted from 1; 0 if the answer was here already.
    pub attempt: usize,
    /// When it began.
    pub at: Timestamp,
    /// How long it took from when it was sent, so far as that is known.
    pub millis: u64,
    pub stage: Stage,
}

/// How far an exchange has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// As many requests as may be are in progress: it waits for its turn.
    Waiting,
    UnderWay,
    /// An answer came, of whatever status.
    Answered(Answered),
    /// Nothing came that is an answer.
    Failed(Failure),
    /// Nobody wanted it any more.
    Cancelled,
    /// Its answer is kept, and holds still.
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
    /// The body; `None` once it was let go.
    pub body: Option<RawJson>,
    /// Until when the server asks to be left alone (`Retry-After`).
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

    /// The body of the answer, if there is one and it is here.
    pub fn body(&self) -> Option<&RawJson> {
        self.answered()?.body.as_ref().filter(|body| !body.raw().is_empty())
    }
}

/// News of an exchange.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub exchange: Exchange,
    /// What is asked, once: with the first news of an attempt. Submissions are not told, which may hold a key.
    pub request: Option<Request>,
    /// What the host's budget is now, if a host is asked.
    pub budget: Option<HostBudget>,
}

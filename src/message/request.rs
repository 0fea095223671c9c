//! Questions with typed answers, the requests that carry them, and the responses, from a server or from the cache on
//! disk.

use std::fmt;

use decode::Snapshot;
use decode::analysis::{Analysis, AnalysisInput as Input};
use ledger::{RawJson, Timestamp};

use super::Failure;
use super::operation::{Operation, Repeats};
use super::registry::{Answer, AnyOperation, AnyWork, Ask};

/// A question to a network, or to this machine on its behalf. The response carries it, and panes ignore responses to
/// requests they no longer make.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request<A = Ask> {
    /// The network's profile name, which keeps the answers of networks apart.
    pub network: String,
    /// The question.
    pub ask: A,
}

impl Request {
    /// A question to a network.
    pub fn new<A: Into<Ask>>(network: &str, ask: A) -> Self {
        Self { network: network.to_owned(), ask: ask.into() }
    }
}

/// A question to the servers of a network.
pub type OperationRequest = Request<AnyOperation>;

/// What servers answered.
pub type OperationResponse = Response<AnyOperation>;

impl From<&OperationRequest> for Request {
    fn from(request: &OperationRequest) -> Self {
        Self { network: request.network.clone(), ask: Ask::Server(request.ask.clone()) }
    }
}

/// The answer to a [`Request`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response<A = Ask> {
    /// What was asked.
    pub request: Request<A>,
    pub outcome: Result<Answer, Failure>,
    /// When it came.
    pub at: Timestamp,
    pub source: AnswerSource,
    /// The length of the body, bytes; 0 without one.
    pub body_bytes: usize,
    /// The requested URL, without secrets.
    pub url: String,
}

impl Request {
    /// The operation, if it is of this type.
    pub fn operation<O: Operation>(&self) -> Option<&O> {
        if let Ask::Server(operation) = &self.ask { O::of(operation) } else { None }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    pub failure: Failure,
    /// The requested URL, without secrets; empty without a request.
    pub url: String,
}

impl From<Failure> for Unanswered {
    fn from(failure: Failure) -> Self {
        Self { failure, url: String::new() }
    }
}

impl Response {
    /// The answer to this question.
    ///
    /// # Errors
    /// The failure; [`Failure::UnexpectedAnswer`] if the answer is to another question.
    pub fn read<Q: Question<Answer: Clone>>(self) -> Result<Q::Answer, Unanswered> {
        let Self { outcome, url, .. } = self;
        Q::read(outcome).map_err(|failure| Unanswered { failure, url })
    }

    /// The operation and its answer, if it is of this type.
    pub fn answered<O: Operation>(&self) -> Option<(&O, &O::Answer)> {
        let answer = self.outcome.as_ref().ok()?;
        Some((self.request.operation::<O>()?, <O as Operation>::pick(answer)?))
    }
}

impl<A> Response<A> {
    /// The same, as the response to another request.
    pub fn to<B>(self, request: Request<B>) -> Response<B> {
        let Self { outcome, at, source, body_bytes, url, .. } = self;
        Response { request, outcome, at, source, body_bytes, url }
    }

    /// A response made without a request.
    pub fn here(request: Request<A>, outcome: Result<Answer, Failure>, at: Timestamp) -> Self {
        Self { request, outcome, at, source: AnswerSource::default(), body_bytes: 0, url: String::new() }
    }
}

/// A GET that failed transiently and will be retried automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retrying {
    /// What was asked.
    pub request: Request,
    /// What went wrong.
    pub failure: Failure,
    /// Which attempt comes next, counted from 1.
    pub attempt: usize,
    /// The maximum number of attempts.
    pub of: usize,
    /// When it is made.
    pub at: Timestamp,
}

/// Progress in loading the records that a replay needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathering {
    /// What was asked.
    pub request: Request,
    /// The number loaded.
    pub done: usize,
    /// The number known to be needed; the execution may need more.
    pub of: usize,
}

impl Retrying {
    /// The failure and the next attempt, in sentences.
    pub fn sentence(&self) -> String {
        format!("{} Attempt {} of {} follows.", self.failure.sentence(), self.attempt, self.of)
    }
}

/// A question that a pane can ask.
pub trait Question {
    /// The type of the answer.
    type Answer;

    /// The subject of the question.
    fn topic(&self) -> Topic;

    /// The typed answer, if it is of the expected kind.
    fn pick(answer: &Answer) -> Option<&Self::Answer>;

    /// The request for it, without prior knowledge.
    fn ask(&self) -> Ask {
        self.topic().ask(&Snapshot::default())
    }

    /// The typed answer of an outcome.
    ///
    /// # Errors
    /// The failure of the outcome; [`Failure::UnexpectedAnswer`] if it answers another question.
    fn read(outcome: Result<Answer, Failure>) -> Result<Self::Answer, Failure>
    where
        Self::Answer: Clone,
    {
        outcome.and_then(|answer| Self::pick(&answer).cloned().ok_or(Failure::UnexpectedAnswer))
    }
}

/// The subject of a question. An analysis is identified by its bytes alone: the knowledge available when it was asked
/// is not part of the topic, though it may change the answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A question to a server or to this machine.
    Ask(Ask),
    /// An analysis of bytes.
    Analysis(Input),
}

impl Topic {
    /// The request for this topic, given the current knowledge.
    pub fn ask(&self, known: &Snapshot) -> Ask {
        match self {
            Self::Ask(ask) => ask.clone(),
            Self::Analysis(input) => {
                let known = if input.depends_on_known() { known.clone() } else { Snapshot::default() };
                Ask::from(&Analysis { known, input: input.clone() })
            }
        }
    }

    /// When it may be asked again.
    pub fn repeats(&self) -> Repeats {
        match self {
            Self::Ask(ask) => ask.repeats(),
            Self::Analysis(_) => Repeats::UntilAnswered,
        }
    }

    /// Whether this request was made with less knowledge than is available now.
    pub fn is_outdated(&self, request: &Request, known: &Snapshot) -> bool {
        matches!(&request.ask, Ask::Here(AnyWork::Analysis(analysis)) if analysis.input.depends_on_known() && analysis.known != *known)
    }
}

impl From<Ask> for Topic {
    fn from(ask: Ask) -> Self {
        match ask {
            Ask::Here(AnyWork::Analysis(analysis)) => Self::Analysis(analysis.input),
            ask => Self::Ask(ask),
        }
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

//! Requests, and the responses to them.

use ledger::Timestamp;

use super::operation::Operation;
use super::question::Question;
use super::registry::{Answer, AnyOperation, Ask};
use super::{AnswerSource, Failure};

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

//! Questions with typed answers, to servers or to this machine, the requests that carry them, and the responses.

use api::{Failure, Repeats};
use decode::Snapshot;
use decode::analysis::{Analysis, AnalysisInput as Input};

use super::registry::{Answer, AnyWork, Ask};

/// A question to a network, or to this machine on its behalf. The response carries it, and panes ignore responses to
/// requests they no longer make.
pub type Request = api::Request<Ask>;

/// The answer to a [`Request`].
pub type Response = api::Response<Ask, Answer>;

/// A request to a server that failed transiently and will be retried automatically.
pub type Retrying = api::Retrying<Ask>;

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
                Ask::Here(AnyWork::Analysis(Analysis { known, input: input.clone() }))
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

//! Questions with typed answers, so that nobody who asks matches an [`Answer`].

use decode::Snapshot;
use decode::analysis::{Analysis, AnalysisInput as Input};

use super::failure::Failure;
use super::operation::Repeats;
use super::registry::{Answer, AnyWork, Ask};
use super::request::Request;

/// Something that a pane can want to know.
pub trait Question {
    /// What the answer is made of.
    type Answer;

    /// What it is about.
    fn topic(&self) -> Topic;

    /// What the answer says, if it is of the kind that was asked for.
    fn pick(answer: &Answer) -> Option<&Self::Answer>;

    /// The request for it, with nothing known beside it.
    fn ask(&self) -> Ask {
        self.topic().ask(&Snapshot::default())
    }

    /// What an outcome says.
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

/// What a question is about. An analysis of bytes is about the bytes, whatever was known beside them when it was asked
/// for: with more known, the same topic has another answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A question to a server or to this machine.
    Ask(Ask),
    /// An analysis of bytes.
    Analysis(Input),
}

impl Topic {
    /// The request for this, given what is known.
    pub fn ask(&self, known: &Snapshot) -> Ask {
        match self {
            Self::Ask(ask) => ask.clone(),
            Self::Analysis(input) => {
                let known = if input.depends_on_known() { known.clone() } else { Snapshot::default() };
                Ask::from(&Analysis { known, input: input.clone() })
            }
        }
    }

    /// When it is asked again.
    pub fn repeats(&self) -> Repeats {
        match self {
            Self::Ask(ask) => ask.repeats(),
            Self::Analysis(_) => Repeats::UntilAnswered,
        }
    }

    /// Whether an answer to this request is made with less than is known now.
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

//! Work on bytes that may take a while: asked as data, done off the loop's thread, answered as data.

use std::fmt;
use std::sync::Arc;

use super::Comparison;
use super::code::{self, CodeReading, Codes};
use super::document;
use super::interface::sources::{Source, sources};
use super::interface::{Interface, Refusal};
use super::known::Snapshot;
use super::reading::{CallQuestion, CallReading, LogQuestion, Questions, Reader, Reading};
use super::source::{Colours, SourceText};
use super::storage::{self, Case, Explained};
use crate::ledger::raw::Lines;
use crate::ledger::{ContractRef, RawJson};

/// A question about bytes, and what was known when it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Study {
    /// What is known beside the bytes.
    pub known: Snapshot,
    /// What is to be found out.
    pub question: Question,
}

/// What can be found out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// What an ABI or lines of signatures hold, which somebody wants to add.
    Interface(Arc<str>),
    /// Where the interface of this contract comes from, and what each source says.
    Sources(ContractRef),
    /// What these calls say.
    Calls(Questions<CallQuestion>),
    /// What these logs say.
    Logs(Questions<LogQuestion>),
    /// What the codes of a contract say.
    Code(Codes),
    /// How the codes of two deployed contracts differ.
    Difference(Codes, Codes),
    /// Where these slots lie and what they hold.
    Storage(Arc<Case>),
    /// What the parts of a source text are.
    Source(SourceText),
    /// On which lines a document is shown.
    Lines(RawJson),
    /// Which of the lines hold this text.
    Find(Lines, Arc<str>),
}

impl Question {
    /// Whether what is known beside the bytes has a part in the answer.
    pub fn depends_on_known(&self) -> bool {
        match self {
            Self::Interface(_) | Self::Difference(..) | Self::Source(_) | Self::Lines(_) | Self::Find(..) => {
                false
            }
            Self::Sources(_) | Self::Calls(_) | Self::Logs(_) | Self::Code(_) | Self::Storage(_) => true,
        }
    }
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// What it holds, or why nothing of it can be taken.
    Interface(Result<Interface, Refusal>),
    /// The sources, the most trusted first.
    Sources(Vec<Source>),
    /// The calls, in the order of the question.
    Calls(Vec<CallReading>),
    /// The logs, in the order of the question.
    Logs(Vec<Reading>),
    /// What the codes of a contract say.
    Code(Box<CodeReading>),
    /// How the codes of two deployed contracts differ, runtime code first; codes that are not known are left out.
    Difference(Vec<Comparison>),
    /// The slots.
    Storage(Arc<Explained>),
    /// The colours of the text.
    Source(Colours),
    /// The lines.
    Lines(Lines),
    /// The places of the lines that hold it, in order.
    Found(Arc<[usize]>),
}

/// The stack that a study is to be given, in bytes: the types of hostile code nest as deep as the search for its
/// functions has gas, some thousand levels of several frames each.
pub const STACK: usize = 64 << 20;

/// Tells a study that nobody waits for it any more. Long searches ask now and then.
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// Stops a study as soon as this says so.
    pub fn when(nobody_waits: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(nobody_waits)))
    }

    /// Whether to stop now.
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|nobody_waits| nobody_waits())
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.is_set()).finish()
    }
}

/// Finds it out, on a thread with a stack of [`STACK`] bytes. `None` if it was stopped.
pub fn answer(study: &Study, stop: &Stop) -> Option<Finding> {
    let finding = match &study.question {
        Question::Interface(text) => Finding::Interface(Interface::parse(text)),
        Question::Sources(contract) => Finding::Sources(sources(&study.known, *contract)),
        Question::Calls(calls) => {
            let reader = Reader::new(&study.known);
            Finding::Calls(until(stop, calls.iter().map(|call| reader.read_call(call)))?)
        }
        Question::Logs(logs) => {
            let reader = Reader::new(&study.known);
            Finding::Logs(until(stop, logs.iter().map(|log| reader.read_log(log)))?)
        }
        Question::Code(codes) => Finding::Code(Box::new(CodeReading::of(codes, &study.known, stop)?)),
        Question::Source(source) => Finding::Source(Colours::of(source, stop)?),
        Question::Lines(raw) => Finding::Lines(Lines::of(raw)),
        Question::Find(lines, wanted) => Finding::Found(document::find(lines, wanted, stop)?),
        Question::Difference(one, other) => Finding::Difference(code::compare(one, other, stop)?),
        Question::Storage(case) => {
            Finding::Storage(Arc::new(storage::explain(case, &study.known, storage::BUDGET, stop)?))
        }
    };
    (!stop.is_set()).then_some(finding)
}

/// All of them, unless it is stopped on the way.
fn until<T>(stop: &Stop, all: impl Iterator<Item = T>) -> Option<Vec<T>> {
    all.map(|one| (!stop.is_set()).then_some(one)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_answered_who_does_not_wait() {
        let question = Question::Code(Codes::default());
        let study = Study { known: Snapshot::default(), question };
        assert!(matches!(answer(&study, &Stop::default()), Some(Finding::Code(_))));
        assert_eq!(answer(&study, &Stop::when(|| true)), None);
    }
}

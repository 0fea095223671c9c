//! Work on bytes that may take a while: asked as data, done off the loop's thread, answered as data.

use std::sync::Arc;

use ledger::raw::Lines;
use ledger::{ContractRef, HexBytes, RawJson};

use super::Comparison;
use super::code::{self, CodeProfile, CodeReading, Codes};
use super::diamond::Facets;
use super::dispatch::Dispatch;
use super::document;
use super::envelope::{Envelope, Proof};
use super::folds::Folds;
use super::interface::sources::{Source, sources};
use super::interface::{Interface, Refusal};
use super::json_path;
use super::known::Snapshot;
use super::reading::bytes::{self, BytesQuestion, BytesReading};
use super::reading::{CallQuestion, CallReading, LogQuestion, Questions, Reader, Reading};
use super::rows::{Arrange, Arranged, RowValues, Summarize, Summary, Tallied, Tally, Valuation};
use super::source::{Colours, SourceText};
use super::stop::Stop;
use super::storage::{self, Case, Explained};

/// A question about bytes, and what was known when it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Analysis {
    /// What is known besides the bytes.
    pub known: Snapshot,
    pub input: AnalysisInput,
}

/// What can be found out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum AnalysisInput {
    /// What an ABI or lines of signatures hold, which somebody wants to add.
    Interface(Arc<str>),
    /// Where the interface of this contract comes from, and what each source says.
    Sources(ContractRef),
    /// What these calls say.
    Calls(Questions<CallQuestion>),
    /// What these logs say.
    Logs(Questions<LogQuestion>),
    /// What these bytes may be, and what they say then.
    Bytes(Arc<BytesQuestion>),
    /// What the codes of a contract say.
    Code(Codes),
    /// Which functions this runtime code has.
    Functions(HexBytes),
    /// What this runtime code is, in outline.
    Profile(HexBytes),
    /// Which facets a diamond has after these events.
    Facets(Questions<LogQuestion>),
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
    /// What this path leads to in a document.
    Narrow(Lines, Arc<str>),
    /// Which of the lines are shown while this is folded.
    Fold(Lines, Folds),
    /// What the rows of some pages are worth in the columns of their list.
    Values(Valuation),
    /// Which of the loaded rows are shown, and in which order.
    Arrange(Arrange),
    /// How many of the loaded rows are in each bucket.
    Tally(Tally),
    /// The loaded rows in a few numbers.
    Summarize(Summarize),
    /// What can be proven of a wrapped transaction.
    Envelope(Arc<Envelope>),
}

impl AnalysisInput {
    /// Whether what is known beside the bytes has a part in the answer.
    pub fn depends_on_known(&self) -> bool {
        match self {
            Self::Interface(_)
            | Self::Functions(_)
            | Self::Profile(_)
            | Self::Facets(_)
            | Self::Difference(..)
            | Self::Source(_)
            | Self::Lines(_)
            | Self::Find(..)
            | Self::Narrow(..)
            | Self::Fold(..)
            | Self::Arrange(_)
            | Self::Tally(_)
            | Self::Summarize(_)
            | Self::Envelope(_) => false,
            Self::Values(_)
            | Self::Sources(_)
            | Self::Calls(_)
            | Self::Logs(_)
            | Self::Bytes(_)
            | Self::Code(_)
            | Self::Storage(_) => true,
        }
    }
}

/// The result of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisOutput {
    /// What it holds, or why nothing of it can be taken.
    Interface(Result<Interface, Refusal>),
    /// The sources, the most trusted first.
    Sources(Vec<Source>),
    /// The functions, with their arguments as far as these can be inferred.
    Functions(Dispatch),
    /// The outline of the code.
    Profile(CodeProfile),
    Facets(Facets),
    /// The calls, in the order of the question.
    Calls(Vec<CallReading>),
    /// The logs, in the order of the question.
    Logs(Vec<Reading>),
    Bytes(BytesReading),
    /// What the codes of a contract say.
    Code(Box<CodeReading>),
    /// How the codes of two deployed contracts differ, runtime code first; codes that are not known are left out.
    Difference(Vec<Comparison>),
    /// The slots.
    Storage(Arc<Explained>),
    /// The colours of the text.
    Source(Colours),
    Lines(Lines),
    /// The places of the lines that hold it, in order.
    Found(Arc<[usize]>),
    /// What it leads to, or why it leads nowhere, in words.
    Narrowed(Result<Lines, String>),
    Shown(Arc<[usize]>),
    /// The values, page by page.
    Values(Vec<Arc<RowValues>>),
    Arranged(Arranged),
    Tallied(Tallied),
    Summary(Summary),
    Envelope(Proof),
}

/// The stack that an analysis is to be given, in bytes: the types of hostile code nest as deep as the search for its
/// functions has gas, some thousand levels of several frames each.
pub const STACK_BYTES: usize = 64 << 20;

/// Runs it, on a thread with a stack of [`STACK_BYTES`] bytes. `None` if it was stopped.
pub fn run(analysis: &Analysis, stop: &Stop) -> Option<AnalysisOutput> {
    let output = match &analysis.input {
        AnalysisInput::Interface(text) => AnalysisOutput::Interface(Interface::parse(text)),
        AnalysisInput::Sources(contract) => AnalysisOutput::Sources(sources(&analysis.known, *contract)),
        AnalysisInput::Calls(calls) => {
            let reader = Reader::new(&analysis.known);
            AnalysisOutput::Calls(until(stop, calls.iter().map(|call| reader.read_call(call)))?)
        }
        AnalysisInput::Logs(logs) => {
            let reader = Reader::new(&analysis.known);
            AnalysisOutput::Logs(until(stop, logs.iter().map(|log| reader.read_log(log)))?)
        }
        AnalysisInput::Bytes(asked) => AnalysisOutput::Bytes(bytes::read_bytes(&analysis.known, asked)),
        AnalysisInput::Code(codes) => {
            AnalysisOutput::Code(Box::new(CodeReading::new(codes, &analysis.known, stop)?))
        }
        AnalysisInput::Source(source) => AnalysisOutput::Source(Colours::highlight(source, stop)?),
        AnalysisInput::Functions(code) => AnalysisOutput::Functions(Dispatch::find(code.bytes())),
        AnalysisInput::Profile(code) => AnalysisOutput::Profile(CodeProfile::outline(code.bytes())),
        AnalysisInput::Facets(events) => AnalysisOutput::Facets(Facets::after(events)),
        AnalysisInput::Lines(raw) => AnalysisOutput::Lines(Lines::new(raw)),
        AnalysisInput::Find(lines, wanted) => AnalysisOutput::Found(document::find(lines, wanted, stop)?),
        AnalysisInput::Narrow(lines, path) => AnalysisOutput::Narrowed(json_path::narrow(lines, path, stop)?),
        AnalysisInput::Fold(lines, folds) => AnalysisOutput::Shown(folds.shown(lines, stop)?),
        AnalysisInput::Values(pages) => AnalysisOutput::Values(pages.0.values(&analysis.known, stop)?),
        AnalysisInput::Arrange(arrange) => AnalysisOutput::Arranged(arrange.run(stop)?),
        AnalysisInput::Tally(tally) => AnalysisOutput::Tallied(tally.run(stop)?),
        AnalysisInput::Summarize(rows) => AnalysisOutput::Summary(rows.run(stop)?),
        AnalysisInput::Envelope(envelope) => AnalysisOutput::Envelope(envelope.prove(stop)?),
        AnalysisInput::Difference(one, other) => AnalysisOutput::Difference(code::compare(one, other, stop)?),
        AnalysisInput::Storage(case) => AnalysisOutput::Storage(Arc::new(storage::explain(
            case,
            &analysis.known,
            storage::MAX_STEPS,
            stop,
        )?)),
    };
    (!stop.is_set()).then_some(output)
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
        let input = AnalysisInput::Code(Codes::default());
        let analysis = Analysis { known: Snapshot::default(), input };
        assert!(matches!(run(&analysis, &Stop::default()), Some(AnalysisOutput::Code(_))));
        assert_eq!(run(&analysis, &Stop::when(|| true)), None);
    }
}

//! Analyses of bytes as questions: computed off the main loop, again when knowledge grows.

use std::sync::Arc;

use decode::Comparison;
use decode::analysis::{AnalysisInput as Input, AnalysisOutput};
use decode::code::{CodeProfile, CodeReading, Codes};
use decode::diamond::Facets;
use decode::dispatch::Dispatch;
use decode::document::Folds;
use decode::envelope::{Envelope, Proof};
use decode::interface::book::Source;
use decode::interface::{Interface, Refusal};
use decode::reading::bytes::{BytesQuestion, BytesReading};
use decode::reading::{CallQuestion, CallReading, LogQuestion, Questions, Reading};
use decode::rows::{Arrange, Arranged, RowValues, Summarize, Summary, Tallied, Tally, Valuation};
use decode::source::{Colours, SourceText};
use decode::storage::{Case, Explained};
use ledger::raw::Lines;
use ledger::{ContractRef, HexBytes, RawJson};

use crate::message::{Answer, Question, Topic};

/// The difference between the codes of two deployed contracts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeDiff(pub Codes, pub Codes);

/// The functions of runtime code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Functions(pub HexBytes);

/// The outline of runtime code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile(pub HexBytes);

/// The facets of a diamond after these events, oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiamondFacets(pub Questions<LogQuestion>);

/// A document laid out as lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayOut(pub RawJson);

/// The lines that contain a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindLines(pub Lines, pub Arc<str>);

/// The values at a path of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NarrowLines(pub Lines, pub Arc<str>);

/// The lines that are not folded away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldLines(pub Lines, pub Folds);

/// The sources of a contract's interface, the most trusted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterfaceSources(pub ContractRef);

/// The interface in an ABI or in lines of signatures that the user adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterfaceText {
    /// Origin of the text.
    pub origin: String,
    pub text: Arc<str>,
}

/// Implements the question of an analysis: its answer type, its input, and the answer's field.
macro_rules! analysis {
    ($question:ty => $answer:ty, |$it:ident| $input:expr, $pattern:pat => $picked:expr) => {
        impl Question for $question {
            type Answer = $answer;

            fn topic(&self) -> Topic {
                let $it = self;
                Topic::Analysis($input)
            }

            fn pick(answer: &Answer) -> Option<&$answer> {
                let Answer::Analysis(found) = answer else { return None };
                match found.as_ref() {
                    $pattern => Some($picked),
                    _ => None,
                }
            }
        }
    };
}

analysis!(Questions<CallQuestion> => Vec<CallReading>, |it| Input::Calls(it.clone()), AnalysisOutput::Calls(all) => all);
analysis!(Questions<LogQuestion> => Vec<Reading>, |it| Input::Logs(it.clone()), AnalysisOutput::Logs(all) => all);
analysis!(Arc<BytesQuestion> => BytesReading, |it| Input::Bytes(Arc::clone(it)), AnalysisOutput::Bytes(read) => read);
analysis!(Arc<Case> => Arc<Explained>, |it| Input::Storage(Arc::clone(it)), AnalysisOutput::Storage(found) => found);
analysis!(CodeDiff => Vec<Comparison>, |it| Input::Difference(it.0.clone(), it.1.clone()), AnalysisOutput::Difference(all) => all);
analysis!(Functions => Dispatch, |it| Input::Functions(it.0.clone()), AnalysisOutput::Functions(all) => all);
analysis!(Profile => CodeProfile, |it| Input::Profile(it.0.clone()), AnalysisOutput::Profile(found) => found);
analysis!(DiamondFacets => Facets, |it| Input::Facets(it.0.clone()), AnalysisOutput::Facets(found) => found);
analysis!(LayOut => Lines, |it| Input::Lines(it.0.clone()), AnalysisOutput::Lines(lines) => lines);
analysis!(FindLines => Arc<[usize]>, |it| Input::Find(it.0.clone(), Arc::clone(&it.1)), AnalysisOutput::Found(hits) => hits);
analysis!(
    NarrowLines => Result<Lines, String>,
    |it| Input::Narrow(it.0.clone(), Arc::clone(&it.1)),
    AnalysisOutput::Narrowed(narrowed) => narrowed
);
analysis!(FoldLines => Arc<[usize]>, |it| Input::Fold(it.0.clone(), it.1.clone()), AnalysisOutput::Shown(shown) => shown);
analysis!(Valuation => Vec<Arc<RowValues>>, |it| Input::Values(it.clone()), AnalysisOutput::Values(pages) => pages);
analysis!(Arrange => Arranged, |it| Input::Arrange(it.clone()), AnalysisOutput::Arranged(arranged) => arranged);
analysis!(Tally => Tallied, |it| Input::Tally(it.clone()), AnalysisOutput::Tallied(tallied) => tallied);
analysis!(Summarize => Summary, |it| Input::Summarize(it.clone()), AnalysisOutput::Summary(summary) => summary);
analysis!(Arc<Envelope> => Proof, |it| Input::Envelope(Arc::clone(it)), AnalysisOutput::Envelope(proof) => proof);
analysis!(SourceText => Colours, |it| Input::Source(it.clone()), AnalysisOutput::Source(colours) => colours);
analysis!(Codes => Box<CodeReading>, |it| Input::Code(it.clone()), AnalysisOutput::Code(reading) => reading);
analysis!(InterfaceSources => Vec<Source>, |it| Input::Sources(it.0), AnalysisOutput::Sources(all) => all);
analysis!(
    InterfaceText => Result<Interface, Refusal>,
    |it| Input::Interface(Arc::clone(&it.text)),
    AnalysisOutput::Interface(interface) => interface
);

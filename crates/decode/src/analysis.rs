//! Long-running analyses: described as data, run off the event loop's thread, returned as data. Each can be
//! cancelled.

use std::sync::Arc;

use ledger::raw::Lines;
use ledger::{ContractRef, HexBytes, RawJson};

use super::code::{CodeProfile, CodeReading, Codes, Piece};
use super::diamond::Facets;
use super::dispatch::Dispatch;
use super::document::Folds;
use super::envelope::{Envelope, Proof};
use super::interface::book::{Source, sources};
use super::interface::{Interface, Refusal};
use super::known::Snapshot;
use super::reading::bytes::{BytesQuestion, BytesReading};
use super::reading::{CallQuestion, CallReading, LogQuestion, Questions, Reader, Reading, bytes};
use super::rows::{Arrange, Arranged, RowValues, Summarize, Summary, Tallied, Tally, Valuation};
use super::source::{Colours, SourceText};
use super::stop::Stop;
use super::storage::{Case, Explained};
use super::{Comparison, code, document, json_path, storage};

/// An analysis to run, with the knowledge at its start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Analysis {
    /// The knowledge beyond the input.
    pub known: Snapshot,
    /// What is analysed.
    pub input: AnalysisInput,
}

/// The kind of an analysis, with its input.
#[derive(Clone, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum AnalysisInput {
    /// Parse an ABI or lines of signatures that the user adds.
    Interface(Arc<str>),
    /// Collect the sources of a contract's interface.
    Sources(ContractRef),
    /// Decode calls.
    Calls(Questions<CallQuestion>),
    /// Decode logs.
    Logs(Questions<LogQuestion>),
    /// Decode bytes of an unknown kind.
    Bytes(Arc<BytesQuestion>),
    /// What the codes of a contract say.
    Code(Codes),
    /// Find the functions of runtime code.
    Functions(HexBytes),
    /// Outline runtime code.
    Profile(HexBytes),
    /// Find the facets of a diamond after these events.
    Facets(Questions<LogQuestion>),
    /// Compare the codes of two deployed contracts.
    Difference(Codes, Codes),
    /// Find the paths and values of slots.
    Storage(Arc<Case>),
    /// Colour a source text.
    Source(SourceText),
    /// Lay out a document in lines.
    Lines(RawJson),
    /// Find the lines that contain a text.
    Find(Lines, Arc<str>),
    /// Select the values at a path of a document.
    Narrow(Lines, Arc<str>),
    /// Find the visible lines with these folds.
    Fold(Lines, Folds),
    /// Compute the values of the rows of some pages in all columns of their list.
    Values(Valuation),
    /// Filter and sort the loaded rows.
    Arrange(Arrange),
    /// Count the loaded rows by bucket.
    Tally(Tally),
    /// Summarise the loaded rows.
    Summarize(Summarize),
    /// Prove a wrapped transaction.
    Envelope(Arc<Envelope>),
}

impl AnalysisInput {
    /// Whether the output depends on [`Analysis::known`] in addition to the input.
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
    /// The parsed interface, or why it was refused.
    Interface(Result<Interface, Refusal>),
    /// The sources, the most trusted first.
    Sources(Vec<Source>),
    /// The functions, with inferred arguments where inference succeeds.
    Functions(Dispatch),
    /// The outline of the code.
    Profile(CodeProfile),
    /// The facets that run a function after all events.
    Facets(Facets),
    /// The calls, in the order of the input.
    Calls(Vec<CallReading>),
    /// The logs, in the order of the input.
    Logs(Vec<Reading>),
    /// Every role in which the bytes decode.
    Bytes(BytesReading),
    /// What the codes of a contract say.
    Code(Box<CodeReading>),
    /// The differences between the codes of two deployed contracts, runtime code first; unknown codes are left out.
    Difference(Vec<Comparison>),
    /// The paths and values of those slots that could be explained.
    Storage(Arc<Explained>),
    /// The colours of the text.
    Source(Colours),
    /// The document with one member or element per line.
    Lines(Lines),
    /// The indices of the lines that contain the text, in order.
    Found(Arc<[usize]>),
    /// The values at the path, or the reason why it has none.
    Narrowed(Result<Lines, String>),
    /// The indices of the visible lines, in order.
    Shown(Arc<[usize]>),
    /// The values, page by page.
    Values(Vec<Arc<RowValues>>),
    /// The rows that pass the filter, sorted.
    Arranged(Arranged),
    /// The buckets with their counts.
    Tallied(Tallied),
    /// Counts, percentiles and a timeline.
    Summary(Summary),
    /// Whether the record's fields have the recorded hash, and who signed them.
    Envelope(Proof),
}

/// Stack size for analyses, bytes. Types inferred from hostile code nest as deep as the gas of the function search
/// permits: some thousand levels of several frames each.
pub const STACK_BYTES: usize = 64 << 20;

/// Runs an analysis; needs a thread with a stack of [`STACK_BYTES`] bytes. `None` if stopped.
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

/// Approximate memory use of a decoded call or event, bytes: its values and their texts.
const READING_BYTES: usize = 2_000;
/// Memory use of a coloured part of a line, including its share of the line, bytes.
const COLOUR_BYTES: usize = 32;

impl AnalysisOutput {
    /// Approximate memory use, bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Calls(readings) => readings.len() * READING_BYTES,
            Self::Logs(readings) => readings.len() * READING_BYTES,
            Self::Bytes(read) => read.data.len() + read.meanings.len() * READING_BYTES,
            // At worst each byte is an instruction.
            Self::Code(reading) => {
                (reading.lengths.runtime + reading.lengths.creation) * (1 + size_of::<Piece>())
            }
            Self::Storage(explained) => size_of_val(&*explained.slots),
            Self::Source(colours) => colours.parts() * COLOUR_BYTES,
            Self::Lines(lines) | Self::Narrowed(Ok(lines)) => lines.bytes(),
            Self::Found(lines) | Self::Shown(lines) => size_of_val(&**lines),
            Self::Values(pages) => pages.iter().map(|page| page.bytes()).sum(),
            Self::Arranged(arranged) => size_of_val(&*arranged.rows),
            Self::Interface(_)
            | Self::Sources(_)
            | Self::Functions(_)
            | Self::Profile(_)
            | Self::Facets(_)
            | Self::Difference(_)
            | Self::Narrowed(Err(_))
            | Self::Tallied(_)
            | Self::Summary(_)
            | Self::Envelope(_) => 0,
        }
    }
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

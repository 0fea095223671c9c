//! Questions that this machine answers: the output of the user's command, spilled rows, the contract of a project that
//! a deployed code comes from, and replays of results.

use std::borrow::Cow;
use std::sync::Arc;

use api::{Cause, Failure};
use decode::candidates::{Candidate, Nearness, nearest};
use decode::difference::{Filled, Finding};
use ledger::packed::{Held, Shelf};
use ledger::raw::Lines;
use ledger::shell::shell_word;
use ledger::text::visible;
use ledger::{HexBytes, Text, Timestamp};
use replay::{Changes, Replayed};
use verification::{Compiled, ContractIdentifier, Project};

use super::ResultName;

/// Work on bytes ended without a finding.
pub const NOT_ANALYSED: Failure = Failure::Here {
    cause: Cause::Work,
    sentence: Cow::Borrowed("The bytes could not be read to the end."),
    next_step: "The bytes are shown as they are; refresh tries again.",
};

/// Rows that were put on disk cannot be read from there.
pub const ROWS_LOST: Failure = Failure::Here {
    cause: Cause::Work,
    sentence: Cow::Borrowed("Rows that were put on disk cannot be read from there."),
    next_step: "Open the list again to load them anew.",
};

/// A run of the command.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PipeQuery {
    /// The program and its arguments.
    pub command: Arc<[String]>,
    /// The command's input: all values, one per line.
    pub input: Lines,
    /// The time of the request, which makes a later run a new query.
    pub at: Timestamp,
}

impl PipeQuery {
    /// The command as it is shown.
    pub fn shown(&self) -> String {
        command_shown(&self.command)
    }
}

/// A command as it is shown.
pub fn command_shown(command: &[String]) -> String {
    visible(&command.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" "))
}

/// What a command wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piped {
    /// The lines of its output, and those of its complaints.
    pub output: Vec<Text>,
    pub errors: Vec<Text>,
    /// How it ended, in words.
    pub ending: String,
    pub is_success: bool,
}

/// Pages of spilled rows.
#[derive(Clone, Debug)]
pub struct FarRows(Arc<[Arc<dyn Held>]>);

impl FarRows {
    /// `None` if `pages` is empty.
    pub fn new(pages: Vec<Arc<dyn Held>>) -> Option<Self> {
        (!pages.is_empty()).then(|| Self(pages.into()))
    }

    /// Writes them to disk, blocking. `false` if some stay in memory for lack of space.
    pub fn put_away(&self, disk: &dyn Shelf) -> bool {
        self.0.iter().all(|page| page.put_away(disk))
    }

    /// Reads them back from disk, blocking. `false` if some cannot be read.
    pub fn fetch(&self) -> bool {
        let lost = self.0.iter().filter(|page| !page.fetch());
        lost.count() == 0
    }
}

ledger::by_pointer!(FarRows);

/// Asks which of the contracts that were compiled in a directory has this runtime code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProjectQuery {
    /// The project's directory, the directory of what was compiled, or one file of it.
    pub directory: String,
    /// The runtime code.
    pub code: HexBytes,
}

/// A project's contracts, ranked by similarity to a deployed code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectMatch {
    pub project: Arc<Project>,
    /// The most similar first; each names its place in the project.
    pub candidates: Vec<Candidate>,
}

/// A compiled contract and its similarity.
pub type Compared<'a> = (&'a Candidate, &'a Compiled);

/// Why no contract of a project is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unchosen {
    /// No contract is similar enough.
    Poor,
    /// These contracts are equally similar: the code does not determine which one it is.
    Ambiguous(Vec<ContractIdentifier>),
}

impl ProjectMatch {
    /// Compares, which takes milliseconds: too slow for the loop's thread.
    pub fn new(project: Arc<Project>, code: &[u8]) -> Self {
        Self::of_named(project, code, None)
    }

    /// Compares the contracts of this name, or all contracts if `None`.
    pub fn of_named(project: Arc<Project>, code: &[u8], name: Option<&str>) -> Self {
        let all = project.compiled.iter().enumerate();
        let meant = all.filter(|(_, compiled)| name.is_none_or(|name| compiled.is_meant_by(name)));
        let mut candidates = nearest(code, meant.map(|(at, compiled)| (at, &*compiled.code)));
        for linked in candidates.iter_mut().flat_map(linked) {
            let library = linked.name.as_ref().and_then(|name| project.linked_as(name));
            linked.name = library.map(|library| Text::new(library.to_string())).or(linked.name.take());
        }
        Self { project, candidates }
    }

    /// All compared contracts, the most similar first.
    pub fn all(&self) -> impl Iterator<Item = Compared<'_>> {
        self.candidates.iter().filter_map(|it| Some((it, self.project.compiled.get(it.at)?)))
    }

    /// The most similar contract that is similar enough. Ties are decided by `name`.
    ///
    /// # Errors
    /// If no contract is similar enough, or several are equally similar.
    pub fn chosen(
        &self,
        good: impl Fn(Nearness) -> bool,
        named: Option<&str>,
    ) -> Result<Compared<'_>, Unchosen> {
        let (first, _) = self.all().next().filter(|(first, _)| good(first.nearness)).ok_or(Unchosen::Poor)?;
        let as_near = || self.all().take_while(|(candidate, _)| candidate.nearness == first.nearness);
        let named = named.filter(|name| as_near().any(|(_, compiled)| compiled.is_meant_by(name)));
        let meant = || as_near().filter(|(_, compiled)| named.is_none_or(|name| compiled.is_meant_by(name)));
        let mut contracts: Vec<_> = meant().map(|(_, compiled)| compiled.contract.clone()).collect();
        contracts.sort();
        contracts.dedup();
        match meant().next() {
            Some(only) if contracts.len() == 1 => Ok(only),
            _ => Err(Unchosen::Ambiguous(contracts)),
        }
    }
}

/// The libraries that are linked in the deployed code.
fn linked(candidate: &mut Candidate) -> impl Iterator<Item = &mut Filled> {
    candidate.comparison.findings.iter_mut().flat_map(|finding| match finding {
        Finding::Links(linked) => linked.as_mut_slice(),
        _ => &mut [],
    })
}

/// Which result is executed again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReplayQuery {
    pub of: ResultName,
    /// The hypothetical changes to its inputs.
    pub changes: Box<Changes>,
}

impl ReplayQuery {
    /// A replay without changes.
    pub fn new(of: ResultName) -> Self {
        Self { of, changes: Box::default() }
    }
}

/// A finished replay, compared by identity.
#[derive(Clone, Debug)]
pub struct SameReplay(pub Arc<Replayed>);

ledger::by_pointer!(SameReplay);

/// The same replay with the sources of its contracts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourcesQuery(pub SameReplay);

/// The machine state at a step of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StepQuery {
    pub of: SameReplay,
    /// The number of steps before it.
    pub step: u64,
}

/// A search for steps that execute an instruction or use a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StepSearch {
    pub of: SameReplay,
    /// An instruction's name, or a value in hex such as a selector or a slot.
    pub text: String,
}

/// The gas use of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GasQuery(pub SameReplay);

/// How the server's own execution of the result compares with a replay.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReexecutionQuery(pub SameReplay);

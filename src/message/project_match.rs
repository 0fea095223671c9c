//! Which contract of a project a deployed code comes from: the question and the best matches.

use std::sync::Arc;

use decode::candidates::{Candidate, Nearness, nearest};
use decode::difference::{Filled, Finding};
use ledger::HexBytes;
use ledger::Text;
use verification::{Compiled, ContractIdentifier, Project};

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

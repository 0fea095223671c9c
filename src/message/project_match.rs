//! Which contract of a project a deployed code comes from: the question, and what is nearest.

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

/// What a project has, and how near some of it comes to a deployed code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectMatch {
    pub project: Arc<Project>,
    /// The nearest first; each names its place in the project.
    pub candidates: Vec<Candidate>,
}

/// A compiled contract, and how near it comes.
pub type Compared<'a> = (&'a Candidate, &'a Compiled);

/// Why no contract of a project is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unchosen {
    /// None is good enough.
    Poor,
    /// These are as near as each other, so that their code does not say which is meant.
    Ambiguous(Vec<ContractIdentifier>),
}

impl ProjectMatch {
    /// Compares, which takes milliseconds: too long for the loop's thread.
    pub fn new(project: Arc<Project>, code: &[u8]) -> Self {
        Self::of_named(project, code, None)
    }

    /// Compares the contracts that are meant by a name, if one is given.
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

    /// What was compared, the nearest first.
    pub fn all(&self) -> impl Iterator<Item = Compared<'_>> {
        self.candidates.iter().filter_map(|it| Some((it, self.project.compiled.get(it.at)?)))
    }

    /// The nearest that is good enough. Of several contracts that are as near, the one that is meant by this name.
    ///
    /// # Errors
    /// If none is good enough, or several are meant.
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

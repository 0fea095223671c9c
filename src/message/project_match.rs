//! Which contract of a project a deployed code comes from: the question, and what is nearest.

use std::sync::Arc;

use crate::decode::candidates::{Candidate, Nearness, nearest};
use crate::decode::difference::{Filled, Finding};
use crate::ledger::HexBytes;
use crate::ledger::Text;
use crate::verification::{Compiled, Project};

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

impl ProjectMatch {
    /// Compares, which takes milliseconds: too long for the loop's thread.
    pub fn new(project: Arc<Project>, code: &[u8]) -> Self {
        let mut candidates = nearest(code, project.compiled.iter().map(|compiled| &*compiled.code));
        for linked in candidates.iter_mut().flat_map(linked) {
            let library = linked.name.as_ref().and_then(|name| project.linked_as(name));
            linked.name = library.map(|library| Text::new(library.to_string())).or(linked.name.take());
        }
        Self { project, candidates }
    }

    /// What was compared, the nearest first.
    pub fn all(&self) -> impl Iterator<Item = (&Candidate, &Compiled)> {
        self.candidates.iter().filter_map(|it| Some((it, self.project.compiled.get(it.at)?)))
    }

    /// The nearest that is good enough. Of several that are as near, the one that is meant by this name comes first.
    pub fn chosen(
        &self,
        good: impl Fn(Nearness) -> bool,
        named: Option<&str>,
    ) -> Option<(&Candidate, &Compiled)> {
        let (first, _) = self.all().next().filter(|(first, _)| good(first.nearness))?;
        let as_near = || self.all().take_while(|(candidate, _)| candidate.nearness == first.nearness);
        let meant = named.and_then(|name| as_near().find(|(_, compiled)| compiled.is_meant_by(name)));
        meant.or_else(|| as_near().next())
    }
}

/// The libraries that are linked in the deployed code.
fn linked(candidate: &mut Candidate) -> impl Iterator<Item = &mut Filled> {
    candidate.comparison.findings.iter_mut().flat_map(|finding| match finding {
        Finding::Links(linked) => linked.as_mut_slice(),
        _ => &mut [],
    })
}

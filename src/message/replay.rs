//! Questions about replays of results.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use replay::{Changes, Replayed};

use super::ResultName;

/// Which result is executed again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReplayQuery {
    pub of: ResultName,
    /// What is to be otherwise than it was.
    pub changes: Box<Changes>,
}

impl ReplayQuery {
    /// As it was.
    pub fn new(of: ResultName) -> Self {
        Self { of, changes: Box::default() }
    }
}

/// A replay that was made, and no other one that came of the same.
#[derive(Clone, Debug)]
pub struct SameReplay(pub Arc<Replayed>);

impl PartialEq for SameReplay {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SameReplay {}

impl Hash for SameReplay {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

/// The same replay with the sources of its contracts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourcesQuery(pub SameReplay);

/// What there is at a step of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StepQuery {
    pub of: SameReplay,
    /// How many steps were made before.
    pub step: u64,
}

/// The steps of a replay that are of an instruction, or use a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StepSearch {
    pub of: SameReplay,
    /// The name of an instruction, or a value in hex such as a selector or a slot.
    pub text: String,
}

/// Where the gas of a replay went.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GasQuery(pub SameReplay);

/// How the server's own execution of the result compares with a replay.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReexecutionQuery(pub SameReplay);

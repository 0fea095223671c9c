//! Questions about replays of results.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use replay::{Changes, Replayed};

use super::ResultName;

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

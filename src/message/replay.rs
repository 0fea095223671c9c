//! Questions about replays of results.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::Place;
use crate::ledger::query::ExecutionQuery;
use crate::ledger::{ContractRef, Timestamp};
use crate::replay::{Changes, Replayed};

/// Which result is executed again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReplayQuery {
    pub of: ResultName,
    /// What is to be otherwise than it was.
    pub changes: Changes,
}

/// How a result is named.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ResultName {
    /// By its contract and its consensus time.
    At(ContractRef, Timestamp),
    /// By its transaction or its hash.
    Of(ExecutionQuery),
}

impl ResultName {
    /// The result that this place shows; `None` if it is no result's.
    pub fn of(place: &Place) -> Option<Self> {
        match place {
            Place::Result(contract, at) => Some(Self::At(*contract, *at)),
            Place::Execution(query) => Some(Self::Of(query.clone())),
            _ => None,
        }
    }

    /// The place of the result.
    pub fn place(&self) -> Place {
        match self {
            Self::At(contract, at) => Place::Result(*contract, *at),
            Self::Of(query) => Place::Execution(query.clone()),
        }
    }
}

impl ReplayQuery {
    /// As it was.
    pub fn new(of: ResultName) -> Self {
        Self { of, changes: Changes::default() }
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

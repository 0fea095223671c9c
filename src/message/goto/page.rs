//! The pages of a contract by their names: `code 0.0.5001`, `abi 0.0.5001 token.json`.

use super::{Reading, Scene};
use crate::ledger::ContractRef;
use crate::ledger::query::{LogsQuery, ResultsQuery, StateQuery};
use crate::message::{HuntPlace, Place};

/// A page of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Code,
    Sources,
    Interfaces,
    Versions,
    Hunt,
    Economics,
    Logs,
    State,
}

impl Page {
    /// The page's place; `None` where the network has no chain whose verifier could have sources.
    pub(super) fn of(self, contract: ContractRef, scene: &Scene<'_>) -> Option<Place> {
        Some(match self {
            Self::Code => Place::Code(contract),
            Self::Sources => Place::Sources(scene.network.chain.clone()?, contract),
            Self::Interfaces => Place::Interfaces(contract),
            Self::Versions => Place::Versions(contract),
            Self::Hunt => Place::Hunt(HuntPlace::of(contract)),
            Self::Economics => Place::Economics(ResultsQuery::all(contract)),
            Self::Logs => Place::Logs(Box::new(LogsQuery::all(contract))),
            Self::State => Place::State(StateQuery::all(contract)),
        })
    }
}

/// The form that adds the interface in a file to a contract.
pub(super) fn adding(contract: ContractRef, path: &str) -> Reading {
    Reading::new(Place::AddInterface(contract, path.to_owned()))
}

/// Whether a text is meant as a file's path, and not as a contract's name with a slip in it.
pub(super) fn is_path(text: &str) -> bool {
    let ends = [".json", ".abi"].iter().any(|end| text.to_ascii_lowercase().ends_with(end));
    ends || text.contains(['/', '\\']) || text.starts_with('~')
}

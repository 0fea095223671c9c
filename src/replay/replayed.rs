//! All that came of a result: its records, its execution, and its sources.

use std::sync::Arc;

use alloy_primitives::Address;

use super::gathered::Gathered;
use super::source::{FailedCall, Sources, failed_calls};
use super::verdict::{Replay, Unreplayed};
use crate::verification::Verified;

/// A result that was gathered and, if it could be, executed again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    pub gathered: Gathered,
    pub outcome: Result<Replay, Unreplayed>,
    /// The sources of the contracts that took part, as far as they are verified.
    pub sources: Sources,
    /// What the verifier has of them, by their addresses.
    pub verified: Vec<(Address, Arc<Verified>)>,
    /// The calls that failed, each because of the next one.
    pub failed: Vec<FailedCall>,
}

impl Replayed {
    /// Leads it to the sources.
    pub fn new(
        gathered: Gathered,
        outcome: Result<Replay, Unreplayed>,
        verified: Vec<(Address, Arc<Verified>)>,
    ) -> Self {
        let mut sources = Sources::default();
        let inputs = outcome.as_ref().ok().map(|replay| &replay.inputs);
        for (address, verified) in &verified {
            match inputs.and_then(|inputs| inputs.code(*address)) {
                Some(code) => sources.add(*address, code, verified),
                None => sources.add_creation(verified),
            }
        }
        let failed =
            outcome.as_ref().map(|replay| failed_calls(&replay.execution, &sources)).unwrap_or_default();
        Self { gathered, outcome, sources, verified, failed }
    }

    /// The innermost call that failed by its own doing and whose source is known.
    pub fn line_at_fault(&self) -> Option<&FailedCall> {
        self.failed.iter().rev().find(|failed| failed.place.is_some())
    }
}

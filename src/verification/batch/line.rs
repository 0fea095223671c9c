//! One line of a batch: what it means, and where it stands.

use super::reading::ReadLine;
use crate::ledger::{ContractRef, EvmAddress};
use crate::verification::{ChainId, CreationHash, JobKey, JobState};

/// What a line asks to verify.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The chain.
    pub chain: ChainId,
    /// The contract, as it was written.
    pub contract: ContractRef,
    /// The hash of its creation transaction, if it was written.
    pub creation_hash: Option<CreationHash>,
    /// Whether the chain is the network's own, which alone can tell about the contract.
    pub here: bool,
}

impl Target {
    /// The address to send, unless the network must be asked for it: an id and a long-zero address may stand
    /// for a contract with an address of its own.
    pub fn address(&self) -> Option<EvmAddress> {
        match self.contract {
            ContractRef::Address(address) if !self.here || address.entity_num().is_none() => Some(address),
            _ => None,
        }
    }
}

/// A line of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchLine {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The line as it was written.
    pub text: String,
    /// What it means; none if it is faulty.
    pub target: Option<Target>,
    /// The address that is sent, once it is known.
    pub address: Option<EvmAddress>,
    /// Where it stands.
    pub state: LineState,
    /// How many states it has been in. Of two versions of a line, the one with more is the later one.
    pub changes: u32,
}

/// Where a line stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineState {
    /// It cannot be read; why, in words.
    Faulty(String),
    /// It waits for its turn.
    Waiting,
    /// Its contract is being looked up.
    LookingUp,
    /// It was sent under this key, and its job stands like that.
    Sent(JobKey, JobState),
    /// It could not be sent; why, in words.
    Unsent(String),
    /// It is not sent.
    Skipped(Skipped),
}

/// Why a line is not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skipped {
    /// The line of this number asks for the same.
    Double(usize),
    /// The user wanted it.
    Asked,
}

/// What a line's state amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its turn is yet to come.
    Waiting,
    /// It takes up one of the places.
    UnderWay,
    /// The contract is verified.
    Verified,
    /// It came to an error.
    Failed,
    /// It was sent, and nobody knows what became of it.
    Unknown,
    /// It is not sent.
    Skipped,
    /// It cannot be sent.
    Faulty,
}

/// Whether a job in this state holds up the batch no longer. A stalled job may never end, and neither may one
/// whose record tells no state: they are an error, and the next line has its turn.
pub(super) fn is_settled(state: JobState) -> bool {
    state.is_final() || matches!(state, JobState::Stalled | JobState::UnknownShape)
}

impl BatchLine {
    pub(super) fn new(read: &ReadLine) -> Self {
        let target = read.read.as_ref().ok().cloned();
        let state = match (&read.read, read.double_of) {
            (Err(fault), _) => LineState::Faulty(fault.clone()),
            (Ok(_), Some(number)) => LineState::Skipped(Skipped::Double(number)),
            (Ok(_), None) => LineState::Waiting,
        };
        Self {
            number: read.number,
            text: read.text.clone(),
            address: target.as_ref().and_then(Target::address),
            target,
            state,
            changes: 0,
        }
    }

    /// What its state amounts to.
    pub fn standing(&self) -> Standing {
        match &self.state {
            LineState::Faulty(_) => Standing::Faulty,
            LineState::Waiting => Standing::Waiting,
            LineState::LookingUp => Standing::UnderWay,
            LineState::Unsent(_) => Standing::Failed,
            LineState::Skipped(_) => Standing::Skipped,
            LineState::Sent(_, state) => match state {
                state if state.is_success() => Standing::Verified,
                state if !is_settled(*state) => Standing::UnderWay,
                JobState::UnknownOutcome | JobState::UnknownShape | JobState::Lost | JobState::Stalled => {
                    Standing::Unknown
                }
                _ => Standing::Failed,
            },
        }
    }

    /// Its job, once it was sent.
    pub fn job(&self) -> Option<JobKey> {
        match self.state {
            LineState::Sent(key, _) => Some(key),
            _ => None,
        }
    }

    /// Whether it was sent.
    pub(super) fn is_sent(&self) -> bool {
        self.job().is_some()
    }

    pub(super) fn enter(&mut self, state: LineState) {
        if self.state != state {
            self.state = state;
            self.changes = self.changes.saturating_add(1);
        }
    }
}

//! One line of a batch: its target and state.

use ledger::{ContractRef, EvmAddress};

use super::lines_text::ReadLine;
use super::{Lookup, Matching};
use crate::{ChainId, CreationHash, JobKey, JobState};

/// The target of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub chain: ChainId,
    /// The contract, as it was written.
    pub contract: ContractRef,
    /// The hash of its creation transaction, if it was written.
    pub creation_hash: Option<CreationHash>,
    /// The artifact that it was deployed from, if that was written.
    pub artifact: Option<String>,
    /// Whether the chain is the network's own, whose mirror node knows the contract.
    pub here: bool,
}

impl Target {
    /// The address to send, unless it must be looked up: an id or a long-zero address may belong to a
    /// contract with an alias.
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
    /// The target; `None` if the line is invalid.
    pub target: Option<Target>,
    /// The address that is sent, once it is known.
    pub address: Option<EvmAddress>,
    pub state: LineState,
    /// What is known of its contract beside the address. Not kept beyond the process.
    pub lookup: Lookup,
    /// What it is verified from, if that is a project. Not kept beyond the process.
    pub matching: Matching,
    /// How many states it has been in. Of two versions of a line, the one with more is the later one.
    pub changes: u32,
}

/// The state of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineState {
    /// Invalid, with the reason.
    Faulty(String),
    /// It waits for its turn.
    Waiting,
    LookingUp,
    /// Sent under this key; the job's state.
    Sent(JobKey, JobState),
    /// Not sent, with the reason.
    Unsent(String),
    /// Not sent, because the verifier has it as well as it would become: how.
    VerifiedBefore(String),
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

/// The state of a line in short.
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

/// Whether a job in this state no longer blocks the batch. Stalled jobs and unknown records may never end:
/// they count as errors, and the next line is sent.
pub(super) fn is_settled(state: JobState) -> bool {
    state.is_final() || matches!(state, JobState::Stalled | JobState::UnknownShape)
}

impl BatchLine {
    /// A line that waits, if it can be sent: of a project only on the chain of the network, whose mirror node has code to
    /// compare with.
    pub(super) fn new(read: &ReadLine, project: bool, network: &str) -> Self {
        let target = read.read.as_ref().ok().cloned();
        let state = match (&read.read, read.double_of) {
            (Err(fault), _) => LineState::Faulty(fault.clone()),
            (Ok(target), _) if project && !target.here => {
                LineState::Faulty(format!("chain {} is not that of {network}", target.chain))
            }
            (Ok(_), Some(number)) => LineState::Skipped(Skipped::Double(number)),
            (Ok(_), None) => LineState::Waiting,
        };
        Self {
            number: read.number,
            text: read.text.clone(),
            address: target.as_ref().and_then(Target::address),
            target,
            state,
            lookup: Lookup::Nothing,
            matching: Matching::Nothing,
            changes: 0,
        }
    }

    pub fn standing(&self) -> Standing {
        match &self.state {
            LineState::Faulty(_) => Standing::Faulty,
            LineState::Waiting => Standing::Waiting,
            LineState::LookingUp => Standing::UnderWay,
            LineState::Unsent(_) => Standing::Failed,
            LineState::VerifiedBefore(_) => Standing::Verified,
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

    /// Has what was not found looked up again; from a project, its code and file, too.
    pub(super) fn ask_again(&mut self, project: bool) {
        self.lookup = if project { Lookup::Nothing } else { self.lookup.again() };
        self.matching = Matching::Nothing;
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

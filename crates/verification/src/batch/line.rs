//! One line of a batch: its target and state, and the number of lines in each state.

use ledger::{ContractRef, EvmAddress};

use super::lines_text::ReadLine;
use super::{Batch, Lookup, Matching};
use crate::{ChainId, CreationHash, JobKey, JobState};

/// The target of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The chain of the line, or that of the network.
    pub chain: ChainId,
    /// The contract in its written form.
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
    /// The line's original text.
    pub text: String,
    /// The target; `None` if the line is invalid.
    pub target: Option<Target>,
    /// The address to send, once known.
    pub address: Option<EvmAddress>,
    /// How far the line has come.
    pub state: LineState,
    /// The lookup of its contract, without the address. Not stored.
    pub lookup: Lookup,
    /// The project's contract that it is verified from. Not stored.
    pub matching: Matching,
    /// The number of states so far. Of two versions of a line, the one with more is the later one.
    pub changes: u32,
}

/// The state of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineState {
    /// Invalid, with the reason.
    Faulty(String),
    /// Waits to be sent.
    Waiting,
    /// The record, the verification and the match with the project are looked up.
    LookingUp,
    /// Sent under this key; the job's state.
    Sent(JobKey, JobState),
    /// Not sent, with the reason.
    Unsent(String),
    /// Not sent: the verifier already has this match, which a submission would not improve.
    VerifiedBefore(String),
    /// Not sent.
    Skipped(Skipped),
}

/// The reason why a line is not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skipped {
    /// Duplicates the line of this number.
    Double(usize),
    /// At the user's request.
    Asked,
}

/// The state of a line in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Not started.
    Waiting,
    /// Occupies one of the places.
    UnderWay,
    /// The contract is verified.
    Verified,
    /// Ended with an error.
    Failed,
    /// Sent, with an unknown outcome.
    Unknown,
    /// Not sent.
    Skipped,
    /// Cannot be sent.
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

    /// The line's part in the counts of the batch.
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

    /// Resets failed lookups, to repeat them; for a project, also the lookups of its code and file.
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

/// Numbers of lines by state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Progress {
    /// Lines to send, sent or not: neither invalid nor skipped.
    pub all: usize,
    /// Lines that wait.
    pub waiting: usize,
    /// Lines in progress.
    pub under_way: usize,
    /// Lines with a verified contract.
    pub verified: usize,
    /// Lines that ended with an error.
    pub failed: usize,
    /// Lines with an unknown outcome.
    pub unknown: usize,
    /// Skipped lines.
    pub skipped: usize,
    /// Invalid lines.
    pub faulty: usize,
}

impl Progress {
    /// The number of settled lines among [`Progress::all`].
    pub fn done(&self) -> usize {
        self.verified + self.failed + self.unknown
    }
}

impl Batch {
    /// Counts the lines by their standing.
    pub fn progress(&self) -> Progress {
        let mut progress = Progress::default();
        for line in &self.lines {
            let standing = line.standing();
            let count = match standing {
                Standing::Waiting => &mut progress.waiting,
                Standing::UnderWay => &mut progress.under_way,
                Standing::Verified => &mut progress.verified,
                Standing::Failed => &mut progress.failed,
                Standing::Unknown => &mut progress.unknown,
                Standing::Skipped => &mut progress.skipped,
                Standing::Faulty => &mut progress.faulty,
            };
            *count += 1;
            progress.all += usize::from(!matches!(standing, Standing::Skipped | Standing::Faulty));
        }
        progress
    }
}

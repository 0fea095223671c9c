//! Lookups about a line's contract before it is sent: its address and its creation transaction, without which a
//! verifier may compare the runtime code only. For a project also its code.

use std::path::PathBuf;

use ledger::{ContractRef, EvmAddress, HexBytes, Timestamp};

use super::line::{BatchLine, LineState, Skipped};
use super::{Batch, Matching, Mode};
use crate::{ChainId, CreationHash};

/// The progress of the lookup of a line's contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lookup {
    #[default]
    Nothing,
    /// The contract's name for further lookups, and its creation time.
    Created(ContractRef, Timestamp),
    /// Completed, with the hash of the creation if found.
    Done(Option<CreationHash>),
}

/// A question about a line's contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineQuestion {
    /// Its record.
    Record(ContractRef),
    /// The result at the time of its creation.
    Creation(ContractRef, Timestamp),
    /// Find the project's contract with this runtime code.
    Project(HexBytes),
    /// The verifier's record of it.
    Verified(ChainId, EvmAddress),
    /// The contracts in this file.
    File(PathBuf),
}

/// The record of a line's contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRecord {
    pub address: EvmAddress,
    /// Its name in further questions, and when it was created.
    pub created: Option<(ContractRef, Timestamp)>,
    /// Its runtime code; `None` if missing.
    pub code: Option<HexBytes>,
}

impl Batch {
    /// The question to ask before the line at this index is sent; `None` if it can be sent.
    pub fn question(&self, at: usize) -> Option<LineQuestion> {
        let line = self.lines.get(at)?;
        let contract = line.target.as_ref()?.contract;
        match line.lookup {
            Lookup::Created(contract, created) => Some(LineQuestion::Creation(contract, created)),
            Lookup::Nothing if line.address.is_none() || self.wants_creation(line) || self.wants_code(at) => {
                Some(LineQuestion::Record(contract))
            }
            Lookup::Nothing | Lookup::Done(_) => self.question_of_project(at),
        }
    }

    /// Whether the line needs the hash of the creation and lacks it.
    fn wants_creation(&self, line: &BatchLine) -> bool {
        let target = line.target.as_ref();
        (self.mode == Mode::Similarity || self.project.is_some())
            && target.is_some_and(|target| target.here && target.creation_hash.is_none())
    }

    /// Notes that the line's contract is being looked up.
    pub fn looking_up(&mut self, at: usize) {
        self.set(at, LineState::LookingUp);
    }

    /// Stores the record of a line's contract, or why it was not found; a line with a written address is sent all the
    /// same. Two lines that name the same contract are sent once.
    pub fn looked_up(&mut self, at: usize, found: Result<FoundRecord, String>) {
        let Some(line) = self.lines.get(at).filter(|line| line.state == LineState::LookingUp) else { return };
        let (number, written) = (line.number, line.address);
        let wants_creation = self.wants_creation(line);
        let project = self.project.is_some();
        let found = found.and_then(|found| match found.code {
            None if project => Err("the mirror node has no runtime code of it".to_owned()),
            _ => Ok(found),
        });
        let (address, created, code) = match (found, written) {
            (Ok(found), written) => (written.unwrap_or(found.address), found.created, found.code),
            (Err(_), Some(written)) if !project => (written, None, None),
            (Err(words), _) => return self.unsent(at, words),
        };
        let chain = line.target.as_ref().map(|target| target.chain.clone());
        let same = |line: &BatchLine| {
            line.address == Some(address)
                && line.target.as_ref().map(|target| &target.chain) == chain.as_ref()
        };
        let sent = self.lines.iter().find(|line| line.is_sent() && same(line)).map(|line| line.number);
        for line in self.lines.iter_mut().filter(|line| line.state == LineState::Waiting && same(line)) {
            line.enter(LineState::Skipped(Skipped::Double(sent.unwrap_or(number))));
        }
        if let Some(line) = self.lines.get_mut(at) {
            line.address = Some(address);
            line.matching = code.filter(|_| project).map(Matching::Code).unwrap_or_default();
            match (sent, created.filter(|_| wants_creation)) {
                (Some(of), _) => line.enter(LineState::Skipped(Skipped::Double(of))),
                (None, Some((contract, created))) => line.lookup = Lookup::Created(contract, created),
                (None, None) => {
                    if wants_creation || project {
                        line.lookup = Lookup::Done(None);
                    }
                    line.enter(LineState::Waiting);
                }
            }
        }
        self.end_if_done();
    }

    /// The line at this place is not sent, for this reason.
    pub(super) fn unsent(&mut self, at: usize, words: String) {
        let Some(number) = self.lines.get(at).map(|line| line.number) else { return };
        self.set(at, LineState::Unsent(words));
        self.trouble(number, None);
        self.end_if_done();
    }

    /// The line at this place, while it is looked up.
    pub(super) fn looked_up_line(&mut self, at: usize) -> Option<&mut BatchLine> {
        self.lines.get_mut(at).filter(|line| line.state == LineState::LookingUp)
    }

    /// Stores the creation hash of a line's contract, if the network returned one.
    pub fn found_creation(&mut self, at: usize, hash: Option<CreationHash>) {
        let looked_up = |line: &&mut BatchLine| {
            line.state == LineState::LookingUp && matches!(line.lookup, Lookup::Created(..))
        };
        if let Some(line) = self.lines.get_mut(at).filter(looked_up) {
            line.lookup = Lookup::Done(hash);
            line.enter(LineState::Waiting);
        }
    }
}

impl Lookup {
    /// The hash of the creation, if it was found.
    pub(super) fn hash(self) -> Option<CreationHash> {
        match self {
            Self::Done(hash) => hash,
            Self::Nothing | Self::Created(..) => None,
        }
    }

    /// The state for another attempt, which repeats failed lookups.
    pub(super) fn again(self) -> Self {
        if self.hash().is_some() { self } else { Self::Nothing }
    }
}

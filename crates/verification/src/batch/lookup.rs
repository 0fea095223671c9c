//! Lookups about a line's contract before it is sent: its address and its creation transaction, without which a
//! verifier may compare the runtime code only. For a project also its code, which finds the contract that the line
//! deployed.

use std::path::PathBuf;

use ledger::{ContractRef, EvmAddress, HexBytes, Text, Timestamp};

use super::line::{BatchLine, LineState, Skipped};
use super::{Batch, Mode};
use crate::{ChainId, ContractIdentifier, CreationHash, SubmissionBody, Verified};

/// The progress of the lookup of a line's contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lookup {
    /// Not looked up.
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
    /// The address to send: the alias if the contract has one.
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
    fn looked_up_line(&mut self, at: usize) -> Option<&mut BatchLine> {
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

/// The progress of the search for a line's contract in the project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Matching {
    /// Not compared.
    #[default]
    Nothing,
    /// Holds the runtime code.
    Code(HexBytes),
    /// Matches this contract of the project.
    Found(Box<FoundContract>),
    /// The verifier's match is not that good.
    Wanted(Box<FoundContract>),
    /// The submission, ready to send.
    Ready(Box<FoundContract>, Box<SubmissionBody>),
}

/// The contract of a project that is deployed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundContract {
    /// Path and name in the project's sources.
    pub contract: ContractIdentifier,
    /// The file that it can be verified from.
    pub source: PathBuf,
    /// The compiler, if the tool's files name it.
    pub compiler: Option<Text>,
    /// Whether it would be an exact match.
    pub is_exact: bool,
}

impl Matching {
    /// The contract, once it was found.
    pub fn found(&self) -> Option<&FoundContract> {
        match self {
            Self::Nothing | Self::Code(_) => None,
            Self::Found(found) | Self::Wanted(found) | Self::Ready(found, _) => Some(found),
        }
    }
}

impl Batch {
    /// The next question about a project's line whose contract was looked up.
    fn question_of_project(&self, at: usize) -> Option<LineQuestion> {
        let line = self.lines.get(at).filter(|_| self.project.is_some())?;
        match &line.matching {
            Matching::Code(code) => Some(LineQuestion::Project(code.clone())),
            Matching::Found(_) => {
                Some(LineQuestion::Verified(line.target.as_ref()?.chain.clone(), line.address?))
            }
            Matching::Wanted(found) => Some(LineQuestion::File(found.source.clone())),
            Matching::Nothing | Matching::Ready(..) => None,
        }
    }

    /// Stores the project's contract that matches a line, or why none does.
    pub fn matched(&mut self, at: usize, found: Result<FoundContract, String>) {
        self.advance(at, found, |found| Matching::Found(Box::new(found)));
    }

    /// Stores the verifier's record of a line's contract. The line is skipped if its match cannot improve.
    pub fn at_verifier(&mut self, at: usize, verified: Option<&Verified>) {
        let Some(line) = self.looked_up_line(at) else { return };
        let Matching::Found(found) = &line.matching else { return };
        if let Some(verified) = verified.filter(|it| it.is_as_good_as(found.is_exact)) {
            line.enter(LineState::VerifiedBefore(verified.label()));
            self.end_if_done();
        } else {
            line.matching = Matching::Wanted(found.clone());
            line.enter(LineState::Waiting);
        }
    }

    /// Stores the body for a line, or why it cannot be built.
    pub fn ready(&mut self, at: usize, body: Result<SubmissionBody, String>) {
        let found = self.lines.get(at).and_then(|line| line.matching.found()).cloned();
        let Some(found) = found else { return };
        self.advance(at, body, |body| Matching::Ready(Box::new(found), Box::new(body)));
    }

    /// Brings a line that is looked up to its next step.
    fn advance<T>(&mut self, at: usize, step: Result<T, String>, next: impl FnOnce(T) -> Matching) {
        let Some(line) = self.looked_up_line(at) else { return };
        match step {
            Ok(found) => {
                line.matching = next(found);
                line.enter(LineState::Waiting);
            }
            Err(words) => self.unsent(at, words),
        }
    }

    /// The body for a project's line.
    pub(super) fn ready_body(&self, at: usize) -> Option<SubmissionBody> {
        let line = self.lines.get(at)?;
        let Matching::Ready(_, body) = &line.matching else { return None };
        let hash = line.target.as_ref().and_then(|target| target.creation_hash).or(line.lookup.hash());
        Some(SubmissionBody::clone(body).created_by(hash))
    }

    /// Whether the contract's code must still be requested.
    fn wants_code(&self, at: usize) -> bool {
        let nothing =
            |line: &BatchLine| line.matching == Matching::Nothing && matches!(line.lookup, Lookup::Nothing);
        self.project.is_some() && self.lines.get(at).is_some_and(nothing)
    }
}

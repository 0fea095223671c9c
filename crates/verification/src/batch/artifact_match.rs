//! Finds the project's contract that a line of a batch deployed, and its file.

use std::path::PathBuf;

use ledger::{HexBytes, Text};

use super::{Batch, LineQuestion, LineState, Lookup};
use crate::{ContractIdentifier, SubmissionBody, Verified};

/// The progress of the search for a line's contract in the project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Matching {
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
    pub(super) fn question_of_project(&self, at: usize) -> Option<LineQuestion> {
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
    pub(super) fn wants_code(&self, at: usize) -> bool {
        let nothing = |line: &super::BatchLine| {
            line.matching == Matching::Nothing && matches!(line.lookup, Lookup::Nothing)
        };
        self.project.is_some() && self.lines.get(at).is_some_and(nothing)
    }
}

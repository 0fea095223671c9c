//! The lookup of a contract where its job does not tell what became of it: no answer came, the verifier failed,
//! another job holds the contract, or the job is not known any more.

use std::sync::Arc;

use super::Followed;
use crate::ledger::{EvmAddress, Timestamp};
use crate::verification::{ChainId, Grade, Job, JobKey, JobState, Verified};

/// How the lookup of a job's contract stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookupState {
    /// The verifier is to be asked.
    Wanted,
    /// It is being asked.
    Asked,
    /// What it has of the contract, and when it said so.
    Found(Arc<Verified>, Timestamp),
    /// It did not tell, and why.
    Failed(String),
}

impl LookupState {
    /// What the verifier has of the contract, if it has it verified.
    pub fn verified(&self) -> Option<&Verified> {
        match self {
            Self::Found(verified, _) => Some(verified.as_ref()).filter(|found| found.grade() != Grade::Not),
            _ => None,
        }
    }
}

impl Job {
    /// Whether its state does not tell whether the contract is verified.
    pub fn leaves_open(&self) -> bool {
        match self.state {
            JobState::UnknownOutcome | JobState::Locked | JobState::Lost => true,
            JobState::Failed | JobState::Refused => self.code().is_some_and(|code| code.is("internal_error")),
            _ => false,
        }
    }
}

impl Followed {
    /// How the lookup of the job's contract stands; none if it tells by itself what became of it.
    pub fn lookup(&self, key: JobKey) -> Option<&LookupState> {
        self.lookups.get(&key).filter(|_| self.get(key).is_some_and(Job::leaves_open))
    }

    /// Has the job's contract looked up, if the job does not tell what became of it.
    pub fn want_lookup(&mut self, key: JobKey) {
        if self.get(key).is_some_and(Job::leaves_open) {
            self.lookups.insert(key, LookupState::Wanted);
        } else {
            self.lookups.remove(&key);
        }
    }

    /// The jobs whose contracts are to be looked up now. Each is handed out once.
    pub fn due_lookups(&mut self) -> Vec<JobKey> {
        let wanted = self.lookups.iter_mut().filter(|(_, lookup)| **lookup == LookupState::Wanted);
        let due = wanted.map(|(key, lookup)| {
            *lookup = LookupState::Asked;
            *key
        });
        due.collect()
    }

    /// Takes what a verifier has of a contract, or why it does not tell.
    pub fn apply_lookup(
        &mut self,
        network: &str,
        (chain, address): (&ChainId, EvmAddress),
        found: &Result<Arc<Verified>, String>,
        at: Timestamp,
    ) -> bool {
        let mut changed = false;
        let about = |job: &&Job| {
            job.network == network && job.chain.as_ref() == Some(chain) && job.address == Some(address)
        };
        for job in self.jobs.iter().filter(about) {
            if let Some(lookup) = self.lookups.get_mut(&job.key) {
                changed = true;
                *lookup = match found {
                    Ok(verified) => LookupState::Found(Arc::clone(verified), at),
                    Err(words) => LookupState::Failed(words.clone()),
                };
            }
        }
        changed
    }
}

//! Lookups of contracts whose jobs have no known outcome: no answer came, the verifier failed, another job
//! holds the contract, or the job is gone.

use std::sync::Arc;

use super::Followed;
use crate::ledger::{EvmAddress, Timestamp};
use crate::verification::{ChainId, Grade, Job, JobKey, JobState, Verified};

/// The state of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookupState {
    /// The verifier is to be asked.
    Wanted,
    /// It is being asked.
    Asked,
    /// Its record of the contract, and when it was received.
    Found(Arc<Verified>, Timestamp),
    /// The lookup failed, with the reason.
    Failed(String),
}

impl LookupState {
    /// The verifier's record, if the contract is verified.
    pub fn verified(&self) -> Option<&Verified> {
        match self {
            Self::Found(verified, _) => Some(verified.as_ref()).filter(|found| found.grade() != Grade::Not),
            _ => None,
        }
    }
}

impl Job {
    /// Whether its state leaves open if the contract is verified.
    pub fn leaves_open(&self) -> bool {
        match self.state {
            JobState::UnknownOutcome | JobState::Locked | JobState::Lost => true,
            JobState::Failed | JobState::Refused => self.code().is_some_and(|code| code.is("internal_error")),
            _ => false,
        }
    }
}

impl Followed {
    /// The lookup of the job's contract; `None` if the job's outcome is known.
    pub fn lookup(&self, key: JobKey) -> Option<&LookupState> {
        self.lookups.get(&key).filter(|_| self.get(key).is_some_and(Job::leaves_open))
    }

    /// Queues a lookup of the job's contract, if the job has no known outcome.
    pub fn want_lookup(&mut self, key: JobKey) {
        if self.get(key).is_some_and(Job::leaves_open) {
            self.lookups.insert(key, LookupState::Wanted);
        } else {
            self.lookups.remove(&key);
        }
    }

    /// The jobs whose contracts are to be looked up now. Each is returned once.
    pub fn due_lookups(&mut self) -> Vec<JobKey> {
        let wanted = self.lookups.iter_mut().filter(|(_, lookup)| **lookup == LookupState::Wanted);
        let due = wanted.map(|(key, lookup)| {
            *lookup = LookupState::Asked;
            *key
        });
        due.collect()
    }

    /// Stores a verifier's record of a contract, or why the lookup failed.
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

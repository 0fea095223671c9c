//! Lookups of contracts whose jobs have no known outcome: no answer came, the verifier failed, another job
//! holds the contract, or the job is gone. And of those that are verified without sources of the user's, by their names.

use std::sync::Arc;

use ledger::Timestamp;
use ledger::timestamp::NANOS;

use super::Followed;
use crate::{Grade, Job, JobEvent, JobKey, JobState, Verified};

/// Milliseconds before a contract that is not verified is looked up again; later ones wait as long as the outcome has
/// been unknown.
const MIN_AGAIN_MILLIS: u64 = 10_000;

/// For how many nanoseconds after its outcome became unknown the contract of a job is looked up again.
const MAX_UNKNOWN_NANOS: u128 = 3_600 * NANOS as u128;

/// The state of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookupState {
    /// Needs a lookup at the verifier.
    Wanted,
    /// The verifier is being asked.
    Asked,
    /// Its record of the contract, and when it was received.
    Found(Arc<Verified>, Timestamp),
    /// The lookup failed, with the reason.
    Failed(String),
}

/// A lookup, and when it is made again.
#[derive(Clone, Debug)]
pub(super) struct Lookup {
    state: LookupState,
    again: Option<Timestamp>,
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
            JobState::Failed => self.code().is_some_and(|code| code.is("internal_error")),
            _ => false,
        }
    }

    /// Whether an answer to its submission is missing, and has not been for too long: it may be running.
    pub(crate) fn may_be_running(&self, now: Timestamp) -> bool {
        let since = self.timeline.last().map(|moment| now.since(moment.at));
        self.is_unanswered() && since.is_some_and(|since| since < MAX_UNKNOWN_NANOS)
    }

    /// The time of the next lookup of its contract; `None` if its outcome has been unknown for too long.
    pub fn lookup_after(&self, now: Timestamp) -> Option<Timestamp> {
        let unknown = now.since(self.timeline.last()?.at);
        let wait = u64::try_from(unknown / 1_000_000).unwrap_or(u64::MAX).max(MIN_AGAIN_MILLIS);
        (unknown < MAX_UNKNOWN_NANOS && self.leaves_open()).then(|| now.plus_millis(wait))
    }
}

impl Followed {
    /// The lookup of the job's contract; `None` if the job's outcome is known.
    pub fn lookup(&self, key: JobKey) -> Option<&LookupState> {
        let lookup = self.lookups.get(&key).filter(|_| self.get(key).is_some_and(Job::leaves_open))?;
        Some(&lookup.state)
    }

    /// Queues a lookup of the job's contract, if the job has no known outcome or the contract no name. Other instances
    /// look up names for their jobs.
    pub fn want_lookup(&mut self, key: JobKey) {
        let is_wanted = |job: &Job| job.leaves_open() || job.wants_name() && !self.is_elsewhere(key);
        let is_known = |job: &Job| job.chain.is_some() && job.address.is_some();
        if self.get(key).is_some_and(|job| is_wanted(job) && is_known(job)) {
            self.lookups.insert(key, Lookup { state: LookupState::Wanted, again: None });
        } else {
            self.lookups.remove(&key);
        }
    }

    /// Queues a lookup of the contract of a job that another process recently left without a known outcome.
    pub(super) fn want_first_lookup(&mut self, key: JobKey, now: Timestamp) {
        let recent = self.get(key).is_some_and(|job| job.lookup_after(now).is_some());
        if recent && !self.lookups.contains_key(&key) {
            self.want_lookup(key);
        }
    }

    /// The jobs whose contracts are due for a lookup. Each is returned once.
    pub fn due_lookups(&mut self, now: Timestamp) -> Vec<JobKey> {
        let is_due = |lookup: &Lookup| {
            lookup.state == LookupState::Wanted || lookup.again.is_some_and(|again| again <= now)
        };
        let due: Vec<JobKey> =
            self.lookups.iter().filter(|(_, lookup)| is_due(lookup)).map(|(key, _)| *key).collect();
        for key in &due {
            if let Some(lookup) = self.lookups.get_mut(key) {
                if lookup.state == LookupState::Wanted {
                    lookup.state = LookupState::Asked;
                }
                lookup.again = None;
            }
        }
        due
    }

    /// The time of the next lookup of a contract.
    pub(super) fn next_lookup(&self) -> Option<Timestamp> {
        self.lookups.values().filter_map(|lookup| lookup.again).min()
    }

    /// Stores the result of a lookup of the job's contract, if the event is one and the outcome is still unknown.
    pub(super) fn apply_lookup(&mut self, key: JobKey, event: &JobEvent, now: Timestamp) {
        let state = match event {
            JobEvent::Contract(found) => LookupState::Found(Arc::clone(found), now),
            JobEvent::ContractFailed(words) => LookupState::Failed(words.escaped()),
            _ => return,
        };
        let again = self.get(key).and_then(|job| job.lookup_after(now));
        if let Some(lookup) = self.lookups.get_mut(&key) {
            let again = again.filter(|_| state.verified().is_none());
            *lookup = Lookup { state, again };
        }
    }
}

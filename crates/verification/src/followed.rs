//! The followed jobs: their history, and when to poll each.

use std::collections::{BTreeMap, BTreeSet};

use self::lookups::Lookup;
use self::schedule::Polls;
use self::stored_jobs::{LookedAt, Older};
use super::{
    ChainId, Earlier, Job, JobEvent, JobId, JobKey, JobState, Mode, PollInterval, Statistics, Submission,
};
use ledger::{EvmAddress, Timestamp};
pub use lookups::LookupState;

/// The followed jobs, newest first.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    jobs: Vec<Job>,
    polls: Polls,
    /// Submissions of this process that it may have to send again.
    submissions: BTreeMap<JobKey, Submission>,
    /// The jobs that this process has sent with a key for the explorer.
    with_key: BTreeSet<JobKey>,
    /// The jobs that another instance of the program takes care of, which runs now.
    elsewhere: BTreeSet<JobKey>,
    /// The lookups of contracts whose jobs have no known outcome.
    lookups: BTreeMap<JobKey, Lookup>,
    /// The stored jobs that are not among these.
    older: Older,
    /// The large records that are loaded.
    looked_at: LookedAt,
}

impl Followed {
    /// Newest first.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// The job of this key.
    pub fn get(&self, key: JobKey) -> Option<&Job> {
        let at = self.jobs.binary_search_by(|job| key.cmp(&job.key)).ok()?;
        self.jobs.get(at)
    }

    /// The newest job with this id on the server.
    pub fn by_id(&self, id: &JobId) -> Option<&Job> {
        self.jobs.iter().find(|job| job.id.as_ref() == Some(id))
    }

    /// Inserts a job, replacing one of the same key. A job that is already followed under another key (same
    /// server, same id) is not inserted again. Returns the key under which it is followed.
    pub fn insert(&mut self, job: Job) -> JobKey {
        let known = self.jobs.iter().find(|known| {
            known.key != job.key && job.id.is_some() && known.id == job.id && known.server == job.server
        });
        if let Some(known) = known {
            return known.key;
        }
        let key = job.key;
        self.jobs.retain(|known| known.key != key);
        let place = self.jobs.partition_point(|known| known.key > key);
        self.jobs.insert(place, job);
        key
    }

    /// Applies an event to a job. Returns the job if it changed and must be stored.
    pub fn apply(&mut self, key: JobKey, event: JobEvent, now: Timestamp) -> Option<&Job> {
        let interval = self.poll_interval();
        let looks_up = matches!(event, JobEvent::Contract(_) | JobEvent::ContractFailed(_));
        if !looks_up || self.get(key).is_some_and(|job| job.checks_contract) {
            self.polls.end(key);
        }
        self.apply_lookup(key, &event, now);
        let job = self.jobs.iter_mut().find(|job| job.key == key)?;
        let before = job.state;
        let changed = job.apply(event, now, &interval);
        let moved = job.state != before;
        if self.elsewhere.contains(&key) {
            job.leave_to_others();
        }
        self.release(key);
        if moved {
            self.want_lookup(key);
        }
        self.get(key).filter(|_| changed)
    }

    /// Whether a poll of the job is in progress.
    pub fn is_looking(&self, key: JobKey) -> bool {
        self.polls.is_under_way(key)
    }

    /// Removes a job and returns it, for inserting it again.
    pub fn forget(&mut self, key: JobKey) -> Option<Job> {
        self.polls.end(key);
        self.submissions.remove(&key);
        self.elsewhere.remove(&key);
        self.lookups.remove(&key);
        let place = self.jobs.iter().position(|job| job.key == key)?;
        Some(self.jobs.remove(place))
    }

    /// The job that blocks another submission of the same contract to the same verifier: one that is being sent or
    /// still runs.
    pub fn running_for(&self, server: &str, chain: &ChainId, address: EvmAddress) -> Option<&Job> {
        self.jobs.iter().find(|job| job.is_open_for(server, chain, address))
    }

    /// The job that this one would duplicate: one that blocks it, or an identical one that was sent recently and has an
    /// unknown outcome.
    pub fn doubled_by(&self, wanted: &Job, now: Timestamp) -> Option<&Job> {
        let running = self.running_for(&wanted.server, wanted.chain.as_ref()?, wanted.address?);
        running.or_else(|| match Earlier::find(&self.jobs, &[], wanted, now)? {
            Earlier::Unknown(job) => self.get(job.key),
            Earlier::Accepted(_) | Earlier::Leaving => None,
        })
    }

    /// Whether a mode failed or was refused for the contract of this job, or import for its whole chain.
    pub fn in_vain(&self, job: &Job, mode: Mode) -> bool {
        let same_server = |known: &&Job| known.server == job.server && known.chain == job.chain;
        let mut known = self.jobs.iter().filter(same_server).filter(|known| known.mode == Some(mode));
        known.any(|known| match known.state {
            JobState::Failed => known.address == job.address,
            JobState::Refused => {
                let whole_chain = known.code().is_some_and(|code| code.is("unsupported_chain"));
                whole_chain || (known.address == job.address && known.most_attempts() == 1)
            }
            _ => false,
        })
    }

    /// The newest job for this contract on this chain, in any state.
    pub fn latest_for(&self, chain: &ChainId, address: EvmAddress) -> Option<&Job> {
        self.jobs.iter().find(|job| job.chain.as_ref() == Some(chain) && job.address == Some(address))
    }

    /// Durations and outcomes of all followed jobs, by kind.
    pub fn statistics(&self) -> Statistics {
        Statistics::new(&self.jobs)
    }

    /// The poll intervals, estimated from earlier jobs.
    pub(crate) fn poll_interval(&self) -> PollInterval {
        self.statistics().all.median.map_or_else(PollInterval::default, PollInterval::of_median)
    }
}

mod lookups;
mod schedule;
mod stored_jobs;
#[cfg(test)]
mod tests;

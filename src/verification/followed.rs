//! The jobs that are followed: which of them to look at when, and what they were like so far.

use std::collections::BTreeMap;

use super::{ChainId, Job, JobId, JobKey, JobState, Mode, News, Pace, Statistics, Submission};
use crate::ledger::{EvmAddress, Timestamp};

/// Milliseconds after which a look that brought no news counts as gone.
const LOOK_GONE: u64 = 90_000;

/// The followed jobs, newest first.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    jobs: Vec<Job>,
    /// The looks that are under way, and when each counts as gone.
    looking: BTreeMap<JobKey, Timestamp>,
    /// What this process has submitted and may have to send again.
    submissions: BTreeMap<JobKey, Submission>,
}

/// How many jobs there are, by how they stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// On their way, running or to be sent again, as far as is known.
    pub running: usize,
    /// Ended.
    pub done: usize,
    /// Ended with a verified contract.
    pub ok: usize,
}

impl Followed {
    /// The jobs, newest first.
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

    /// Takes a job in, in place of one of the same key. A job that is followed already under another key
    /// (same server, same id) is not taken in twice. Returns the key under which it is followed.
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

    /// Tells a job what was heard. Returns it if something changed that is worth keeping.
    pub fn learn(&mut self, key: JobKey, news: News, now: Timestamp) -> Option<&Job> {
        let pace = self.pace();
        self.looking.remove(&key);
        let job = self.jobs.iter_mut().find(|job| job.key == key)?;
        let changed = job.learn(news, now, &pace);
        self.release(key);
        self.get(key).filter(|_| changed)
    }

    /// The jobs to look at now. Each is handed out once, until news of it comes or its look counts as gone.
    pub fn due(&mut self, now: Timestamp) -> Vec<JobKey> {
        self.looking.retain(|_, gone| *gone > now);
        let due = self
            .jobs
            .iter()
            .filter(|job| job.next_look.is_some_and(|at| at <= now) && !self.looking.contains_key(&job.key));
        let due: Vec<JobKey> = due.map(|job| job.key).collect();
        self.looking.extend(due.iter().map(|key| (*key, now.plus_millis(LOOK_GONE))));
        due
    }

    /// When something is due next.
    pub fn next_deadline(&self) -> Option<Timestamp> {
        let deadline = |job: &Job| {
            let look = job.next_look?;
            Some(self.looking.get(&job.key).map_or(look, |gone| look.max(*gone)))
        };
        self.jobs.iter().filter_map(deadline).chain(self.next_retry()).min()
    }

    /// Plans a look at once. Returns whether the job has an id to look at.
    pub fn look_now(&mut self, key: JobKey, now: Timestamp) -> bool {
        self.jobs.iter_mut().find(|job| job.key == key).is_some_and(|job| job.look_now(now))
    }

    /// Whether a look at the job is under way.
    pub fn is_looking(&self, key: JobKey) -> bool {
        self.looking.contains_key(&key)
    }

    /// Takes over the jobs that earlier processes left. Those that are followed already stay as they are.
    pub fn restore(&mut self, jobs: Vec<Job>, now: Timestamp) {
        for mut job in jobs {
            if self.get(job.key).is_none() {
                job.resume(now);
                self.insert(job);
            }
        }
    }

    /// Forgets a job, and returns it, so that it can be taken in again.
    pub fn forget(&mut self, key: JobKey) -> Option<Job> {
        self.looking.remove(&key);
        self.submissions.remove(&key);
        let place = self.jobs.iter().position(|job| job.key == key)?;
        Some(self.jobs.remove(place))
    }

    /// The job that stands in the way of another submission of the same contract to the same verifier: one
    /// that is on its way or runs, as far as is known.
    pub fn running_for(&self, server: &str, chain: &ChainId, address: EvmAddress) -> Option<&Job> {
        self.jobs.iter().find(|job| {
            !job.state.is_final()
                && job.server == server
                && job.chain.as_ref() == Some(chain)
                && job.address == Some(address)
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

    /// The newest job for this contract on this chain, whatever became of it.
    pub fn latest_for(&self, chain: &ChainId, address: EvmAddress) -> Option<&Job> {
        self.jobs.iter().find(|job| job.chain.as_ref() == Some(chain) && job.address == Some(address))
    }

    /// What the jobs were like.
    pub fn statistics(&self) -> Statistics {
        Statistics::of(&self.jobs)
    }

    /// The pace that follows from what the jobs were like.
    pub fn pace(&self) -> Pace {
        self.statistics().all.median.map_or_else(Pace::default, Pace::of_median)
    }

    /// How many jobs run, are done, and went well.
    pub fn counts(&self) -> Counts {
        let done = self.jobs.iter().filter(|job| job.is_over()).count();
        let ok = self.jobs.iter().filter(|job| job.state.is_success()).count();
        Counts { running: self.jobs.len() - done, done, ok }
    }
}

mod retries;
#[cfg(test)]
mod tests;

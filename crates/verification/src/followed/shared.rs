//! Jobs of other processes: taken over from ended ones, left to running ones.

use ledger::Timestamp;

use super::Followed;
use crate::{Job, JobKey, JobState};

impl Followed {
    /// Takes over the jobs of earlier processes. Jobs that are already followed stay unchanged.
    pub fn restore(&mut self, jobs: Vec<Job>, now: Timestamp) {
        self.merge(jobs, &[], now);
    }

    /// Merges stored jobs; `elsewhere` are owned by other instances. Of two versions, the one that knows more
    /// wins. Returns the jobs whose state changed.
    pub fn merge(&mut self, jobs: Vec<Job>, elsewhere: &[JobKey], now: Timestamp) -> Vec<JobKey> {
        let mut changed = Vec::new();
        for kept in jobs {
            let (key, there) = (kept.key, elsewhere.contains(&kept.key));
            let was_there = self.elsewhere.contains(&key);
            let known = self.get(key);
            let newer = known.is_none_or(|known| kept.knowledge() > known.knowledge());
            if !newer && !was_there && known.is_some_and(|known| known.knowledge() > kept.knowledge()) {
                // This instance's change is not stored yet.
                continue;
            }
            // At equal knowledge, a job that another instance handles may still have a new plan.
            let take_kept = newer || there && known.is_none_or(|known| known.knowledge() <= kept.knowledge());
            let mut job = known.filter(|_| !take_kept).cloned().unwrap_or(kept);
            if there {
                job.leave_to_others();
            } else if was_there || self.get(key).is_none() {
                let before = (job.state, job.retry_at);
                job.resume(now);
                changed.extend((before != (job.state, job.retry_at)).then_some((key, before.0 != job.state)));
            } else if newer {
                job.go_on(now);
            }
            self.set_elsewhere(key, there);
            let key = self.insert(job);
            if newer {
                self.want_first_lookup(key, now);
            }
        }
        for (key, _) in changed.iter().filter(|(_, moved)| *moved) {
            self.want_lookup(*key);
        }
        changed.into_iter().map(|(key, _)| key).collect()
    }

    /// Takes in a job that was to be sent from here and was not, because another instance was faster.
    pub fn give_way(&mut self, kept: Job, there: bool, now: Timestamp) {
        self.forget(kept.key);
        let elsewhere = there.then_some(kept.key);
        self.merge(vec![kept], elsewhere.as_slice(), now);
    }

    /// Whether another instance of the program takes care of the job.
    pub fn is_elsewhere(&self, key: JobKey) -> bool {
        self.elsewhere.contains(&key)
    }

    /// Whether another instance of the program has planned to send the job's submission again.
    pub fn is_planned_elsewhere(&self, key: JobKey) -> bool {
        self.is_elsewhere(key) && self.get(key).is_some_and(|job| job.retry_at.is_some())
    }

    /// The number of submissions that this instance is sending.
    pub fn in_flight(&self) -> usize {
        let own = |job: &&Job| job.state == JobState::Submitting && !self.is_elsewhere(job.key);
        self.jobs.iter().filter(own).count()
    }

    pub(super) fn set_elsewhere(&mut self, key: JobKey, there: bool) {
        if there {
            self.elsewhere.insert(key);
        } else {
            self.elsewhere.remove(&key);
        }
    }
}

impl Job {
    /// Polls nothing: another instance does. When that one sends it again stays known.
    pub(super) fn leave_to_others(&mut self) {
        self.next_poll = None;
    }
}

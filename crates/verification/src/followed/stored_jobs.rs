//! Stored jobs: older ones, loaded page by page, large records, loaded when a job is viewed, and jobs of other
//! processes.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use ledger::Timestamp;

use super::Followed;
use crate::{Job, JobKey, JobRecord, JobState};

/// The jobs that are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Older {
    count: usize,
    /// The newest of them is older than this one.
    than: Option<JobKey>,
    /// Whether the next page is being loaded.
    is_loading: bool,
}

impl Followed {
    /// Remembers how many stored jobs are left out, which are older than this one.
    pub fn set_older(&mut self, count: usize, than: Option<JobKey>) {
        self.older = Older { count, than, is_loading: false };
    }

    /// The number of stored jobs left out.
    pub fn older(&self) -> usize {
        self.older.count
    }

    /// The job after which the next page begins, if it is due for loading.
    pub fn load_older(&mut self) -> Option<JobKey> {
        let than = self.older.than.filter(|_| self.older.count > 0 && !self.older.is_loading)?;
        self.older.is_loading = true;
        Some(than)
    }
}

/// The most whole records that stay loaded, by latest view.
const MAX_WHOLE: usize = 4;

/// The records that are or were loaded.
#[derive(Clone, Debug, Default)]
pub(super) struct LookedAt {
    /// The jobs whose records are being loaded, or cannot be.
    asked: BTreeSet<JobKey>,
    /// The loaded records, newest last.
    loaded: VecDeque<Loaded>,
}

#[derive(Clone, Debug)]
struct Loaded {
    key: JobKey,
    /// The part that lists show.
    abridged: Arc<JobRecord>,
    whole: Arc<JobRecord>,
}

impl Followed {
    /// Marks a job as viewed. Returns whether its record must be loaded.
    pub fn look_at(&mut self, key: JobKey) -> bool {
        let is_abridged = self.get(key).is_some_and(|job| job.record.as_ref().is_some_and(|it| it.abridged));
        is_abridged && self.looked_at.asked.insert(key)
    }

    /// Stores the whole record of a job, unless a newer one has come. Evicts the one viewed longest ago.
    pub fn complete(&mut self, key: JobKey, whole: Arc<JobRecord>) {
        self.looked_at.asked.remove(&key);
        let Some(job) = self.jobs.iter_mut().find(|job| job.key == key) else { return };
        let Some(abridged) = job.record.take_if(|record| record.abridged) else { return };
        job.record = Some(Arc::clone(&whole));
        self.looked_at.loaded.push_back(Loaded { key, abridged, whole });
        if self.looked_at.loaded.len() > MAX_WHOLE
            && let Some(Loaded { key, abridged, whole }) = self.looked_at.loaded.pop_front()
            && let Some(job) = self.jobs.iter_mut().find(|job| job.key == key)
            && job.record.as_ref().is_some_and(|record| Arc::ptr_eq(record, &whole))
        {
            job.record = Some(abridged);
        }
    }

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

#[cfg(test)]
mod tests {
    use ledger::Timestamp;

    use super::*;
    use crate::{Job, JobId};

    fn record(words: &str, abridged: bool) -> Arc<JobRecord> {
        Arc::new(JobRecord { status_word: Some(words.into()), abridged, ..JobRecord::default() })
    }

    fn key(process: u32) -> JobKey {
        JobKey { made: Timestamp::from_secs(7), process }
    }

    #[test]
    fn a_record_is_loaded_when_it_is_looked_at_and_let_go_after_some_others() {
        let mut followed = Followed::default();
        for process in 0..=5 {
            let id = JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f").unwrap();
            let server = process.to_string();
            let job = Job::adopt(key(process), "n", &server, id, Timestamp::from_secs(7));
            followed.insert(Job { record: Some(record("head", true)), ..job });
        }
        assert!(followed.look_at(key(0)) && !followed.look_at(key(0)), "it is asked for once");
        followed.complete(key(0), record("whole", false));
        assert!(!followed.look_at(key(0)), "it is there");
        for process in 1..=3 {
            assert!(followed.look_at(key(process)));
            followed.complete(key(process), record("whole", false));
        }
        assert_eq!(followed.get(key(0)).unwrap().record, Some(record("whole", false)));
        followed.complete(key(4), record("whole", false));
        assert_eq!(followed.get(key(0)).unwrap().record, Some(record("head", true)));
        assert!(followed.look_at(key(0)), "it is loaded again");
        // A newer one is not replaced by what was loaded before it came.
        followed
            .insert(Job { record: Some(record("newer", false)), ..followed.get(key(1)).unwrap().clone() });
        followed.complete(key(1), record("older", false));
        followed.complete(key(5), record("whole", false));
        assert_eq!(followed.get(key(1)).unwrap().record, Some(record("newer", false)));
    }
}

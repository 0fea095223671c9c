//! Large records of stored jobs: lists hold an abridged record, and the whole one is loaded when the job is viewed.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use super::Followed;
use crate::{JobKey, JobRecord};

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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Job, JobId};
    use ledger::Timestamp;

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

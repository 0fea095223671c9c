//! The store as a kill has left it: it is whole, and nothing that was in it is gone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use client::{read_job_record, read_verified};
use hieroscope::message::Saved;
use hieroscope::store::{FILE, Readers, Store};
use rusqlite::Connection;
use tempfile::TempDir;
use verification::{BatchId, JobId, JobKey, JobState};

/// What was in a store.
#[derive(Debug, Default)]
pub(crate) struct Known {
    jobs: BTreeMap<JobKey, (Option<JobId>, JobState)>,
    /// Batches, with the number of their lines.
    batches: BTreeMap<BatchId, usize>,
}

/// A new directory, in memory where that is possible: on a disk most of the time would pass with waiting for it.
pub(crate) fn directory() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory).unwrap() } else { tempfile::tempdir().unwrap() }
}

/// Everything in the store of a home.
pub(crate) fn saved(data: &Path) -> Saved {
    let readers = Readers { job: read_job_record, verified: read_verified };
    let mut store = Store::open(data, readers).unwrap();
    let saved = store.saved().unwrap();
    let remarks = store.take_remarks();
    assert!(remarks.is_empty(), "the store is not whole: {remarks:?}");
    saved
}

impl Known {
    /// Looks at a copy of the store, which stays as the kill has left it.
    pub(crate) fn check(&mut self, data: &Path) {
        let copy = directory();
        for entry in fs::read_dir(data).into_iter().flatten().map(Result::unwrap) {
            let name = entry.file_name();
            // The index of the log is memory of the processes that are dead, and so are their bells.
            if ![".bell", "-shm"].iter().any(|end| name.to_string_lossy().ends_with(end)) {
                fs::copy(entry.path(), copy.path().join(name)).unwrap();
            }
        }
        if !copy.path().join(FILE).exists() {
            assert!(self.jobs.is_empty(), "the store is gone");
            return;
        }
        let saved = saved(copy.path());
        let connection = Connection::open(copy.path().join(FILE)).unwrap();
        let words: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(words, "ok", "the store is damaged");
        self.compare(&saved);
    }

    /// Compares what was known with what is there now, which is known from now on.
    pub(crate) fn compare(&mut self, saved: &Saved) {
        let jobs = saved.jobs.iter().map(|job| (job.key, (job.id.clone(), job.state))).collect();
        let batches = saved.batches.iter().map(|batch| (batch.id, batch.lines.len())).collect();
        let now = Self { jobs, batches };
        for (key, (id, state)) in &self.jobs {
            let (id_now, state_now) =
                now.jobs.get(key).unwrap_or_else(|| panic!("the job {key} is gone, which was {state:?}"));
            assert!(id.is_none() || id == id_now, "the job {key} was {id:?}, and is {id_now:?}");
            assert!(
                !state.is_verdict() || state_now.is_verdict(),
                "{key} was {state:?}, and is {state_now:?}"
            );
        }
        for (batch, lines) in &self.batches {
            assert_eq!(now.batches.get(batch), Some(lines), "lines of the batch {batch:?}");
        }
        *self = now;
    }
}

//! The store in the data directory, for commands that only read it.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use ledger::Timestamp;
use ledger::text::visible;
use verification::{Job, JobKey, JobRecord, JobState};

use super::console::say;
use crate::config::Config;
use crate::message::Saved;
use crate::runtime::READERS;
use crate::store::{FILE, Remark, Store, StoreFault};

/// Everything in the store, with its remarks printed; empty if there is no store. Never creates one.
///
/// # Errors
/// If the store cannot be read.
pub(super) fn saved(config: &Config) -> Result<Saved, StoreFault> {
    let (saved, remarks) = read(config)?;
    remarks.iter().for_each(tell);
    Ok(saved)
}

/// The same for what is read at the start: nothing where a recording is replayed, or no directory is known.
///
/// # Errors
/// When it cannot be read.
pub(super) fn saved_before(config: &Config) -> Result<Saved, StoreFault> {
    if config.recording.is_some() || config.data_dir.as_os_str().is_empty() {
        return Ok(Saved::default());
    }
    saved(config)
}

/// Everything in the store, with the remarks to print.
///
/// # Errors
/// If the store cannot be read.
pub(super) fn read(config: &Config) -> Result<(Saved, Vec<Remark>), StoreFault> {
    if !is_there(config) {
        return Ok((Saved::default(), Vec::new()));
    }
    let mut store = Store::open(&config.data_dir, READERS)?;
    let saved = store.saved();
    if let Some(fault) = store.barred() {
        say(&visible(&fault.to_string()));
    }
    let remarks = store.take_remarks();
    match saved {
        Ok(saved) => Ok((saved, remarks)),
        Err(fault) => {
            remarks.iter().for_each(tell);
            Err(fault)
        }
    }
}

/// The jobs after a restart: responses to requests of ended processes are no longer awaited.
pub(super) fn resumed(saved: Saved, now: Timestamp) -> Vec<Job> {
    let Saved { mut jobs, elsewhere, .. } = saved;
    for job in jobs.iter_mut().filter(|job| !elsewhere.contains(&job.key)) {
        job.resume(now);
    }
    jobs
}

/// Prints a remark of the store.
pub(super) fn tell(remark: &Remark) {
    say(&visible(&remark.to_string()));
}

/// Loads the records of which the list has only the verdict and that say more of a failure. What cannot be read stays as
/// it is.
pub(super) fn complete(data_dir: &Path, jobs: &mut [Job]) {
    let lacks = |job: &&mut Job| {
        job.state == JobState::Failed && job.record.as_ref().is_some_and(|record| record.abridged)
    };
    let mut lacking = jobs.iter_mut().filter(lacks).peekable();
    if lacking.peek().is_none() {
        return;
    }
    let Ok(mut store) = Store::open(data_dir, READERS) else { return };
    for job in lacking {
        job.record = store.record(job.key).ok().map(Arc::new).or(job.record.take());
    }
}

/// The whole record of a job.
///
/// # Errors
/// Why it cannot be read, in a sentence.
pub(super) fn record(data_dir: &Path, key: JobKey) -> Result<Arc<JobRecord>, String> {
    let record = Store::open(data_dir, READERS).and_then(|mut store| store.record(key));
    record.map(Arc::new).map_err(|fault| fault.to_string())
}

/// Whether there is a store, or something in its way: opening it says what.
pub(super) fn is_there(config: &Config) -> bool {
    let found = std::fs::symlink_metadata(config.data_dir.join(FILE));
    let is_missing = found.is_err_and(|error| error.kind() == ErrorKind::NotFound);
    config.data_dir.as_os_str().is_empty() || !is_missing
}

//! What is kept in the data directory, for commands that only read it.

use std::path::Path;
use std::sync::Arc;

use super::console::say;
use crate::config::Config;
use crate::ledger::text::visible;
use crate::message::Saved;
use crate::runtime::READERS;
use crate::store::{FILE, Store, StoreFault};
use crate::verification::{JobKey, JobRecord};

/// Everything in the store, with what there is to say of it; nothing if there is no store, and none is made.
///
/// # Errors
/// When it cannot be read.
pub(super) fn saved(config: &Config) -> Result<Saved, StoreFault> {
    if !is_there(config) {
        return Ok(Saved::default());
    }
    let mut store = Store::open(&config.data_dir, READERS)?;
    let saved = store.saved();
    let barred = store.barred().map(ToString::to_string);
    let remarks = store.take_remarks().into_iter().map(|remark| remark.to_string());
    barred.into_iter().chain(remarks).for_each(|words| say(&visible(&words)));
    saved
}

/// The whole record of a job.
///
/// # Errors
/// Why it cannot be read, in a sentence.
pub(super) fn record(data_dir: &Path, key: JobKey) -> Result<Arc<JobRecord>, String> {
    let record = Store::open(data_dir, READERS).and_then(|mut store| store.record(key));
    record.map(Arc::new).map_err(|fault| fault.to_string())
}

/// Whether there is a store. Where no directory is known, opening it says so.
pub(super) fn is_there(config: &Config) -> bool {
    config.data_dir.as_os_str().is_empty() || std::fs::symlink_metadata(config.data_dir.join(FILE)).is_ok()
}

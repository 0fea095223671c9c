//! The store: jobs, batches, visited places, forms, choices, and knowledge of contracts, in one SQLite file.
//!
//! Several instances can use the file at once: each change is one transaction, jobs are written by key, and no instance
//! overwrites what another has learnt since. A running job or batch belongs to the instance that handles it; when that
//! ends, another takes over. A confirmed change survives a kill and a power cut (write-ahead log, `synchronous = FULL`;
//! changes are few and have their own thread). Secrets are never stored: a job has no key, and a form's field of that
//! name is left out.

mod answers;
mod batches;
mod bookmarks;
mod chosen;
mod column_choice;
mod columns;
mod custom_abi;
mod drafts;
pub mod fault;
mod file;
mod filters;
mod instance;
mod jobs;
mod labels;
mod open_panes;
mod own;
mod owners;
mod schema;
mod signature_cache;
mod switches;
mod visits;
mod watch;
mod watched;
pub mod worker;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

pub use fault::StoreFault;
pub use owners::Begun;
pub use worker::StoreWorker;

use self::jobs::{Kept, Writer};
use self::owners::Ownership;
use crate::ledger::RawJson;
use crate::message::{Persist, Saved};
use crate::verification::{JobId, JobKey, JobRecord, Verified};

/// The name of the file within the data directory.
pub const FILE: &str = "hieroscope.sqlite";

/// How long a change waits for another instance's transaction.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The file is there already, its name is no URI, and one thread at a time uses the connection.
const FLAGS: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// Parsers of stored JSON. The store does not depend on the API's shapes.
#[derive(Clone, Copy, Debug)]
pub struct Readers {
    /// Reads a job's record.
    pub job: fn(&RawJson) -> JobRecord,
    /// Reads what a verifier has of a contract; `None` if it is something else.
    pub verified: fn(&RawJson) -> Option<Verified>,
}

/// The open file.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    file: PathBuf,
    readers: Readers,
    /// The identity of the opened file, to notice if it is replaced.
    identity: file::Identity,
    /// Whether everything in it could be read: a job in a file that cannot be read is as good as lost.
    readable: bool,
    /// The jobs that this instance has forgotten, and may therefore take back.
    forgotten: BTreeSet<JobKey>,
    ownership: Ownership,
}

impl Store {
    /// Opens the file in this directory; makes both if need be, readable by their owner only.
    ///
    /// # Errors
    /// When directory or file cannot be made, or the file is not the store's or of a newer version. Then the
    /// file is left as it is.
    pub fn open(data_dir: &Path, readers: Readers) -> Result<Self, StoreFault> {
        let file = file::prepare(data_dir)?;
        let fault = |error| StoreFault::of_sqlite(&file, &error);
        let mut connection = Connection::open_with_flags(&file, FLAGS).map_err(fault)?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(fault)?;
        let found = schema::version(&connection).map_err(fault)?;
        if found > schema::VERSION {
            return Err(StoreFault::Newer { file, found, known: schema::VERSION });
        }
        schema::set_up(&mut connection).map_err(fault)?;
        let ownership = Ownership::in_directory(data_dir);
        let identity = file::Identity::from_path(&file);
        let forgotten = BTreeSet::new();
        Ok(Self { connection, file, readers, identity, readable: false, forgotten, ownership })
    }

    /// Loads everything.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn saved(&self) -> Result<Saved, StoreFault> {
        let read = || {
            // One transaction, so that a change by another instance is seen as a whole or not at all.
            let transaction = self.connection.unchecked_transaction()?;
            let jobs = jobs::load_all(&transaction, self.readers.job)?;
            let count = jobs::count(&transaction)?;
            Ok(Saved {
                elsewhere: self.ownership.elsewhere(&transaction, &jobs)?,
                older_jobs: usize::try_from(count).unwrap_or(usize::MAX).saturating_sub(jobs.len()),
                jobs,
                visits: visits::load_visits(&transaction)?,
                drafts: drafts::load_drafts(&transaction)?,
                batches: batches::load_batches(&transaction, None, |owner| {
                    self.ownership.is_elsewhere(owner)
                })?,
                interfaces: custom_abi::interfaces(&transaction)?,
                signatures: custom_abi::signatures(&transaction)?,
                slots: custom_abi::slots(&transaction)?,
                labels: own::load(&transaction)?,
                bookmarks: own::load(&transaction)?,
                watched: own::load(&transaction)?,
                answers: answers::load_answers(&transaction, self.readers.verified)?,
                signature_cache: signature_cache::load_signatures(&transaction)?,
                chosen: chosen::load_chosen(&transaction)?,
                open_tabs: open_panes::load_open_tabs(&transaction)?,
                filters: filters::load_filters(&transaction)?,
                preview: switches::load(&transaction, switches::PREVIEW)?,
                columns: column_choice::load_choices(&transaction)?,
            })
        };
        read().map_err(|error| StoreFault::of_sqlite(&self.file, &error))
    }

    /// Whether what is written now can be found again.
    fn check(&mut self) -> Result<(), StoreFault> {
        if self.identity != file::Identity::from_path(&self.file) {
            return Err(StoreFault::Gone { file: self.file.clone() });
        }
        if !self.readable {
            self.saved()?;
            self.readable = true;
        }
        Ok(())
    }

    /// Whether something can be written now.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn probe(&mut self) -> Result<(), StoreFault> {
        self.check()?;
        self.connection
            .execute("UPDATE revision SET number = number", [])
            .map(drop)
            .map_err(|error| StoreFault::of_sqlite(&self.file, &error))
    }

    /// Writes one change. It is on disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written; then nothing of the change is.
    pub fn persist(&mut self, change: &Persist) -> Result<(), StoreFault> {
        if matches!(change, Persist::Job(_)) {
            self.check()?;
        }
        self.write(change).map_err(|error| StoreFault::of_sqlite(&self.file, &error))
    }

    /// Writes down under which id the submission of a job was accepted. It is on disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written; then nothing is.
    pub fn accept(&mut self, key: JobKey, id: &JobId) -> Result<(), StoreFault> {
        self.check()?;
        self.write_accepted(key, id).map_err(|error| StoreFault::of_sqlite(&self.file, &error))
    }

    fn write_accepted(&mut self, key: JobKey, id: &JobId) -> rusqlite::Result<()> {
        let me = self.ownership.me();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let revision = owners::next_revision(&transaction)?;
        jobs::accept(&transaction, key, id, Writer { me: me.as_deref(), revision })?;
        transaction.commit()?;
        self.ownership.wrote(revision);
        Ok(())
    }

    fn write(&mut self, keep: &Persist) -> rusqlite::Result<()> {
        let owned = matches!(keep, Persist::Job(_) | Persist::ForgetJob(_) | Persist::Batch(_));
        let me = if owned { self.ownership.me() } else { None };
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let revision = if owned { owners::next_revision(&transaction)? } else { 0 };
        let writer = Writer { me: me.as_deref(), revision };
        match keep {
            Persist::Job(job) => {
                let planned = if job.retry_at.is_some() { Kept::load(&transaction, job.key)? } else { None };
                jobs::write(&transaction, job, writer)?;
                if let Some(kept) = planned
                    && kept.lets_plan(kept.is_elsewhere(&self.ownership))
                {
                    jobs::own(&transaction, job.key, writer)?;
                }
                if self.forgotten.contains(&job.key) {
                    jobs::forget(&transaction, job.key, false, writer)?;
                }
            }
            Persist::ForgetJob(key) => jobs::forget(&transaction, *key, true, writer)?,
            Persist::Visit(visit) => visits::write(&transaction, visit)?,
            Persist::Filter(filter) => filters::write(&transaction, filter)?,
            Persist::ForgetFilter(filter) => filters::forget(&transaction, filter)?,
            Persist::OpenTabs(tabs) => open_panes::write(&transaction, tabs)?,
            Persist::Draft(draft) => drafts::write(&transaction, draft)?,
            Persist::Batch(batch) => {
                let keeper = batches::owner(&transaction, batch.id)?;
                if !keeper.is_some_and(|keeper| self.ownership.is_elsewhere(&keeper)) {
                    batches::write(&transaction, batch, writer)?;
                }
            }
            Persist::Interface(interface) => custom_abi::keep_interface(&transaction, interface)?,
            Persist::ForgetInterface(interface) => custom_abi::forget_interface(&transaction, interface)?,
            Persist::Signature(signature) => custom_abi::keep_signature(&transaction, signature)?,
            Persist::ForgetSignature(text) => custom_abi::forget_signature(&transaction, text)?,
            Persist::SlotName(name) => custom_abi::name_slot(&transaction, name)?,
            Persist::Labels(all) => all.iter().try_for_each(|label| {
                let keep = if label.name.is_empty() { own::forget } else { own::write };
                keep(&transaction, label)
            })?,
            Persist::Bookmarks(all) => all.iter().try_for_each(|it| own::write(&transaction, it))?,
            Persist::ForgetBookmark(bookmark) => own::forget(&transaction, bookmark)?,
            Persist::Watched(watched) => own::write(&transaction, &**watched)?,
            Persist::ForgetWatched(watched) => own::forget(&transaction, &**watched)?,
            Persist::Answer(answer) => answers::write(&transaction, answer)?,
            Persist::CachedSignatures(names, at) => signature_cache::write(&transaction, names, *at)?,
            Persist::Chosen(name, at) => chosen::write(&transaction, name, *at)?,
            Persist::Preview(on) => switches::write(&transaction, switches::PREVIEW, *on)?,
            Persist::Columns(list, choice) => column_choice::write(&transaction, list, choice)?,
        }
        transaction.commit()?;
        if owned {
            self.ownership.wrote(revision);
        }
        match keep {
            Persist::Job(job) => self.forgotten.remove(&job.key),
            Persist::ForgetJob(key) => self.forgotten.insert(*key),
            _ => false,
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests;

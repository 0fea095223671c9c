//! The store: jobs, batches, visited places, forms, choices, and knowledge of contracts, in one SQLite file.
//!
//! Several instances can use the file at once: each change is one transaction, jobs are written by key, and no instance
//! overwrites what another has learnt since. A running job or batch belongs to the instance that handles it; when that
//! ends, another takes over. A change survives a kill, and unless it only says where one was, a power cut (write-ahead
//! log, `synchronous = FULL`; changes are few and have their own thread). Secrets are never stored: a job has no key, and a form's field of that
//! name is left out.

mod answer_cache;
mod batches;
mod bell;
mod busy_timeout;
mod changes;
mod choices;
mod columns;
mod custom_abi;
pub mod fault;
mod file;
mod instance;
mod jobs;
mod mend;
mod own;
mod owners;
mod places;
mod records;
mod remark;
mod revision;
mod salvage;
mod schema;
mod shelf;
mod signature_cache;
pub mod worker;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

pub use answer_cache::{CacheSize, DiskCache};
pub use fault::StoreFault;
pub use owners::{Begun, Beside};
pub use remark::Remark;
pub use shelf::DiskShelf;
pub use worker::StoreWorker;

use self::busy_timeout::BusyTimeout;
use self::file::{Identity, Place};
use self::owners::Ownership;
use self::remark::Unread;
use crate::message::{OlderJobs, Saved};
use ledger::RawJson;
use verification::{JobKey, JobRecord, Verified};

/// The name of the file within the data directory.
pub const FILE: &str = "hieroscope.sqlite";

/// The file exists, its name is not a URI, and one thread at a time uses the connection.
const FLAGS: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// Parsers of stored JSON. The store does not depend on the API's shapes.
#[derive(Clone, Copy, Debug)]
pub struct Readers {
    /// Reads a job's record.
    pub job: fn(&RawJson) -> JobRecord,
    /// Parses a verifier's record of a contract; `None` if it is something else.
    pub verified: fn(&RawJson) -> Option<Verified>,
}

/// The open file.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    file: PathBuf,
    readers: Readers,
    /// The identity of the opened file, to notice if it is replaced.
    identity: Identity,
    /// Why the file is read-only; `None` if writable.
    barred: Option<StoreFault>,
    /// Whether all rows could be read: unreadable jobs count as lost.
    readable: bool,
    /// The jobs that this instance marked as forgotten, and may restore.
    forgotten: BTreeSet<JobKey>,
    ownership: Ownership,
    busy_timeout: BusyTimeout,
    /// Remarks not reported yet.
    remarks: Vec<Remark>,
    /// The unreadable rows at the last report.
    unread: Unread,
    /// How many rows had been changed when the write-ahead log was last copied into the file.
    copied: u64,
}

impl Store {
    /// Opens the file in this directory; creates both if needed, readable by their owner only. A damaged file is set
    /// aside, and its readable rows are copied to a new one. A file of a newer version, or one that is not writable, is
    /// opened read-only.
    ///
    /// # Errors
    /// When directory or file cannot be created or opened.
    pub fn open(data_dir: &Path, readers: Readers) -> Result<Self, StoreFault> {
        Self::open_with(data_dir, readers, BusyTimeout::default())
    }

    fn open_with(data_dir: &Path, readers: Readers, busy_timeout: BusyTimeout) -> Result<Self, StoreFault> {
        let mut remarks = Vec::from_iter(mend::finish(data_dir));
        let Place { file, barred, open_to_others } = file::prepare(data_dir)?;
        if open_to_others {
            remarks.push(Remark::OpenToOthers { directory: data_dir.to_owned() });
        }
        let identity = Identity::from_path(&file);
        let opened = match connect(&file, barred.clone(), &busy_timeout) {
            Err(StoreFault::Damaged { words, .. }) if barred.is_none() => {
                remarks.extend(mend::set_aside(&file, identity, &words)?);
                connect(&file, None, &busy_timeout)
            }
            opened => opened,
        };
        let (connection, barred) = opened?;
        let identity = Identity::from_path(&file);
        Ok(Self {
            connection,
            file,
            readers,
            identity,
            barred,
            readable: false,
            forgotten: BTreeSet::new(),
            ownership: Ownership::in_directory(data_dir),
            busy_timeout,
            remarks,
            unread: Unread::default(),
            copied: 0,
        })
    }

    /// Why the file is read-only; `None` if writable.
    pub fn barred(&self) -> Option<&StoreFault> {
        self.barred.as_ref()
    }

    /// Takes the remarks not reported yet.
    pub fn take_remarks(&mut self) -> Vec<Remark> {
        std::mem::take(&mut self.remarks)
    }

    /// Whether the write-ahead log holds changes of this instance that are not in the file itself.
    fn has_log(&self) -> bool {
        self.barred.is_none() && self.connection.total_changes() != self.copied
    }

    /// Copies the write-ahead log into the file, which waits for the disk several times. What another instance reads at
    /// this moment is copied later.
    fn copy_log(&mut self) {
        self.copied = self.connection.total_changes();
        let copied = self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        if let Err(error) = copied {
            StoreFault::of_sqlite(&self.file, &error).log();
        }
    }

    /// Has the file closed without that: the next start copies what is left.
    fn leave_log(&self) {
        if self.has_log()
            && let Err(error) =
                self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
        {
            StoreFault::of_sqlite(&self.file, &error).log();
        }
    }

    /// Loads everything. Unreadable rows are skipped and remarked.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn saved(&mut self) -> Result<Saved, StoreFault> {
        let (saved, unread) = self.with_file(|store| {
            let mut unread = Unread::default();
            store.load(&mut unread).map(|saved| (saved, unread))
        })?;
        if unread != self.unread && !unread.is_empty() {
            self.remarks.push(Remark::Unread { file: self.file.clone(), rows: unread.clone() });
        }
        self.unread = unread;
        Ok(saved)
    }

    /// A page of jobs that are older than this one.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn older_jobs(&mut self, than: JobKey) -> Result<OlderJobs, StoreFault> {
        self.with_file(|store| {
            let file = &*store.connection.unchecked_transaction()?;
            // Unreadable rows were counted when everything was read.
            let unread = &mut Unread::default();
            let (jobs, left, older_than) = jobs::load_older(file, than, store.readers.job, unread)?;
            let elsewhere = store.ownership.elsewhere(file, &jobs)?;
            let left = usize::try_from(left).unwrap_or(usize::MAX);
            Ok(OlderJobs { jobs, elsewhere, left, older_than })
        })
    }

    fn load(&self, unread: &mut Unread) -> rusqlite::Result<Saved> {
        // One transaction: a change by another instance is seen entirely or not yet.
        let file = &*self.connection.unchecked_transaction()?;
        let jobs = jobs::load_all(file, self.readers.job, unread);
        let jobs = self.part(jobs, unread)?;
        let count = jobs::count(file);
        let count = self.part(count, unread)?;
        let elsewhere = self.ownership.elsewhere(file, &jobs);
        let runs = |owner: &str| self.ownership.is_elsewhere(owner);
        macro_rules! part {
            ($read:expr) => {{
                let read = $read;
                self.part(read, unread)?
            }};
        }
        Ok(Saved {
            elsewhere: part!(elsewhere),
            older_jobs: usize::try_from(count).unwrap_or(usize::MAX).saturating_sub(jobs.len()),
            older_than: jobs::end_of_page(&jobs),
            jobs,
            visits: part!(places::load_visits(file, unread)),
            drafts: part!(choices::load_drafts(file, unread)),
            batches: part!(batches::load_batches(file, None, runs, unread)),
            interfaces: part!(custom_abi::interfaces(file, unread)),
            signatures: part!(custom_abi::signatures(file, unread)),
            slots: part!(custom_abi::slots(file, unread)),
            labels: part!(own::load(file, unread)),
            bookmarks: part!(own::load(file, unread)),
            watched: part!(own::load(file, unread)),
            answers: part!(custom_abi::load_answers(file, self.readers.verified, unread)),
            signature_cache: part!(signature_cache::load_signatures(file, unread)),
            chosen: part!(choices::load_chosen(file, unread)),
            open_tabs: part!(places::load_open_tabs(file, unread)),
            filters: part!(places::load_filters(file, unread)),
            preview: part!(choices::load_switch(file, choices::PREVIEW, unread)),
            columns: part!(choices::load_choices(file, unread)),
        })
    }

    /// Loads one part. If a newer version stores it differently, the other parts still load.
    fn part<T: Default>(&self, read: rusqlite::Result<T>, unread: &mut Unread) -> rusqlite::Result<T> {
        match read {
            Err(error)
                if matches!(self.barred, Some(StoreFault::Newer { .. })) && fault::is_of_shape(&error) =>
            {
                unread.add("table", 1);
                Ok(T::default())
            }
            read => read,
        }
    }

    /// Runs `work` on the file: waits while another program holds it, and mends it if damaged.
    fn with_file<T>(&mut self, work: impl Fn(&mut Self) -> rusqlite::Result<T>) -> Result<T, StoreFault> {
        match self.retry_busy(&work) {
            Err(StoreFault::Damaged { words, .. }) if self.barred.is_none() => {
                self.mend(&words)?;
                self.retry_busy(&work)
            }
            done => done,
        }
    }

    fn retry_busy<T>(&mut self, work: impl Fn(&mut Self) -> rusqlite::Result<T>) -> Result<T, StoreFault> {
        let busy_timeout = self.busy_timeout.clone();
        let mut wait = busy_timeout.begin();
        loop {
            let done = wait.prepare(&self.connection).and_then(|()| work(self));
            match done.map_err(|error| StoreFault::of_sqlite(&self.file, &error)) {
                Err(StoreFault::Busy { .. }) if wait.goes_on() => {}
                done => return done,
            }
        }
    }

    /// Switches to a new file with the readable rows of the damaged one.
    fn mend(&mut self, words: &str) -> Result<(), StoreFault> {
        let fault = |error| StoreFault::of_sqlite(&self.file, &error);
        // Leave the damaged file unchanged.
        self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(fault)?;
        self.remarks.extend(mend::set_aside(&self.file, self.identity, words)?);
        (self.connection, self.barred) = connect(&self.file, None, &self.busy_timeout)?;
        self.copied = 0;
        self.identity = Identity::from_path(&self.file);
        self.ownership.begin_anew(&self.connection);
        self.ownership.ring();
        Ok(())
    }
}

/// Opens a file and upgrades it to this version. A file that is not writable or of a newer version is opened read-only,
/// with the reason.
fn connect(
    file: &Path,
    barred: Option<StoreFault>,
    busy_timeout: &BusyTimeout,
) -> Result<(Connection, Option<StoreFault>), StoreFault> {
    let newer = |found| {
        let newer = StoreFault::Newer { file: file.to_owned(), found, known: schema::VERSION };
        (found > schema::VERSION).then_some(newer)
    };
    let barred = barred.or_else(|| newer(file::version(file)));
    let mut wait = busy_timeout.begin();
    loop {
        let opened = || {
            if let Some(fault) = &barred {
                return Ok((file::open_to_read(file)?, Some(fault.clone())));
            }
            let mut connection = Connection::open_with_flags(file, FLAGS)?;
            wait.prepare(&connection)?;
            // The write-ahead log may hold a newer version than the file.
            let newer = newer(schema::version(&connection)?);
            if newer.is_none() {
                schema::set_up(&mut connection)?;
            }
            Ok((connection, newer))
        };
        match opened().map_err(|error| StoreFault::of_sqlite(file, &error)) {
            Err(StoreFault::Busy { .. }) if wait.goes_on() => {}
            Err(StoreFault::Unwritable { path, words }) if barred.is_none() => {
                let barred = StoreFault::ReadOnly { path: path.clone(), words: words.clone() };
                let unwritable = StoreFault::Unwritable { path, words };
                return connect(file, Some(barred), busy_timeout).map_err(|_| unwritable);
            }
            opened => return opened,
        }
    }
}

#[cfg(test)]
mod tests;

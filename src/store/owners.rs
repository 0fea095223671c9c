//! Ownership of jobs and batches by instances, and the changes by others since the last read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior, params};
use verification::{Earlier, Job, JobKey};

use super::bell::Bell;
use super::instance::{self, Instance};
use super::jobs::Kept;
use super::remark::Unread;
use super::revision::{self, Writer};
use super::{Store, StoreFault, batches, jobs};
use crate::message::{Saved, Stored};

/// This instance, and the changes by others that it has seen.
#[derive(Debug)]
pub(super) struct Ownership {
    data_dir: PathBuf,
    /// This instance; `None` until it handles a job or batch.
    instance: Option<Instance>,
    /// What others ring, once changes are followed.
    bell: Option<Bell>,
    /// Whether it cannot own rows, because it could not get a lock.
    lockless: bool,
    /// The revision up to which all changes are known.
    seen: i64,
    /// SQLite's `data_version`, which changes with every commit of another connection.
    version: i64,
    /// The other instances that own open rows.
    others: BTreeSet<String>,
}

/// Which submissions of [the same content](Earlier) are allowed to exist when one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Any: this is another attempt, or is not sent from here.
    Anything,
    /// Those known to this instance: the user has confirmed with them on screen.
    Known,
    /// One with an unknown outcome.
    Lost,
    Nothing,
}

/// Whether a submission may be sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Begun {
    /// Yes; it is recorded as this instance's.
    Here,
    /// No: another instance has sent it, has its answer, or has sent the same content. Holds the jobs concerned.
    Elsewhere(Box<Stored>),
}

impl Ownership {
    pub(super) fn in_directory(data_dir: &Path) -> Self {
        Self {
            data_dir: data_dir.to_owned(),
            instance: None,
            bell: None,
            lockless: false,
            seen: 0,
            version: 0,
            others: BTreeSet::new(),
        }
    }

    /// The name of this instance; `None` if the file system has no locks.
    pub(super) fn me(&mut self) -> Option<String> {
        if self.instance.is_none() && !self.lockless {
            self.instance = Instance::begin(&self.data_dir).ok();
            self.lockless = self.instance.is_none();
        }
        self.name()
    }

    fn name(&self) -> Option<String> {
        self.instance.as_ref().map(|instance| instance.name().to_owned())
    }

    /// Whether `owner` is another running instance.
    pub(super) fn is_elsewhere(&self, owner: &str) -> bool {
        self.instance.as_ref().is_none_or(|me| me.name() != owner)
            && instance::is_running(&self.data_dir, owner)
    }

    /// Whether another running instance handles this job.
    pub(super) fn is_job_elsewhere(&self, job: &Kept) -> bool {
        job.owner.as_deref().is_some_and(|owner| self.is_elsewhere(owner))
    }

    /// Switches to another file, whose revisions may have restarted.
    pub(super) fn begin_anew(&mut self, connection: &Connection) {
        self.version = 0;
        self.seen = self.seen.min(revision::last(connection).unwrap_or_default());
    }

    /// Those of the jobs that other instances handle.
    pub(super) fn elsewhere(&self, connection: &Connection, jobs: &[Job]) -> rusqlite::Result<Vec<JobKey>> {
        let owners = jobs::owners(connection, jobs)?;
        let names: BTreeSet<&str> = owners.iter().map(|(_, owner)| owner.as_str()).collect();
        let running: BTreeSet<&str> = names.into_iter().filter(|owner| self.is_elsewhere(owner)).collect();
        let elsewhere = owners.iter().filter(|(_, owner)| running.contains(owner.as_str()));
        Ok(elsewhere.map(|(key, _)| *key).collect())
    }

    /// Tells other instances that the file has changed.
    pub(super) fn ring(&self) {
        Bell::ring_others(&self.data_dir, self.bell.as_ref());
    }

    /// Tells other instances of a committed change, and marks it as seen here.
    pub(super) fn wrote(&mut self, revision: i64) {
        self.ring();
        if revision == self.seen + 1 {
            self.seen = revision;
        }
    }

    /// Takes over the rows of ended instances. Of several competing instances, one succeeds.
    fn take_over(&mut self, connection: &mut Connection) -> rusqlite::Result<()> {
        let owners = open_owners(connection)?;
        let (others, left): (Vec<_>, Vec<_>) = owners
            .into_iter()
            .filter(|owner| owner.is_none() || *owner != self.name())
            .partition(|owner| owner.as_ref().is_some_and(|owner| self.is_elsewhere(owner)));
        self.others = others.into_iter().flatten().collect();
        if left.is_empty() {
            return Ok(());
        }
        let Some(me) = self.me() else { return Ok(()) };
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let revision = revision::next(&transaction)?;
        for owner in left {
            for (table, open) in [("jobs", jobs::OPEN), ("batches", batches::OPEN)] {
                let update =
                    format!("UPDATE {table} SET owner = ?1, revision = ?2 WHERE owner IS ?3 AND {open}");
                transaction.execute(&update, params![me, revision, owner])?;
            }
        }
        transaction.commit()?;
        self.ring();
        Ok(())
    }
}

impl Store {
    /// Loads everything; this instance takes over rows without a running owner. From now on [`Store::changes`] returns
    /// changes by others.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn take_over(&mut self) -> Result<Saved, StoreFault> {
        // A read-only file allows no takeover.
        if self.barred.is_none() {
            self.with_file(|store| {
                store.ownership.version = data_version(&store.connection)?;
                store.ownership.seen = revision::last(&store.connection)?;
                store.ownership.take_over(&mut store.connection)
            })?;
        }
        self.saved()
    }

    /// Calls `changed` on changes by other instances while it returns `true`. Returns whether the system supports that.
    pub(super) fn watch(&mut self, changed: impl Fn() -> bool + Send + 'static) -> bool {
        self.ownership.bell = Bell::hang(&self.ownership.data_dir, changed);
        self.ownership.bell.is_some()
    }

    /// Whether other instances own rows, which this one must take over when they end.
    pub fn has_others(&self) -> bool {
        !self.ownership.others.is_empty()
    }

    /// Changes by other instances since the last call; `None` without changes. If no other instance wrote or ended,
    /// this only reads a counter that SQLite has in memory.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn changes(&mut self) -> Result<Option<Stored>, StoreFault> {
        if self.barred.is_some() {
            return Ok(None);
        }
        self.with_file(Self::read_changes)
    }

    fn read_changes(&mut self) -> rusqlite::Result<Option<Stored>> {
        let version = data_version(&self.connection)?;
        let ended = self.ownership.others.iter().any(|other| !self.ownership.is_elsewhere(other));
        if version == self.ownership.version && !ended {
            return Ok(None);
        }
        self.ownership.version = version;
        self.ownership.take_over(&mut self.connection)?;
        let transaction = self.connection.unchecked_transaction()?;
        let revision = revision::last(&transaction)?;
        // Unreadable rows are reported when everything is read.
        let unread = &mut Unread::default();
        let since = self.ownership.seen;
        let (jobs, forgotten) = jobs::read_since(&transaction, since, self.readers.job, unread)?;
        let elsewhere = self.ownership.elsewhere(&transaction, &jobs)?;
        let runs = |owner: &str| self.ownership.is_elsewhere(owner);
        let batches = batches::load_batches(&transaction, Some(since), runs, unread)?;
        drop(transaction);
        self.ownership.seen = revision;
        let stored = Stored { jobs, forgotten, elsewhere, batches, unsent: None };
        Ok((stored != Stored::default()).then_some(stored))
    }

    /// Records a job about to be submitted as this instance's, unless another instance was faster, or has sent the same
    /// content and the rule for earlier submissions forbids that.
    ///
    /// # Errors
    /// When the file cannot be written; then nothing is.
    pub fn begin(&mut self, job: &Job, beside: Beside) -> Result<Begun, StoreFault> {
        self.check()?;
        self.with_file(|store| store.write_begin(job, beside))
    }

    fn write_begin(&mut self, job: &Job, beside: Beside) -> rusqlite::Result<Begun> {
        let me = self.ownership.me();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let since = match beside {
            Beside::Anything => None,
            Beside::Known => Some(self.ownership.seen),
            Beside::Lost | Beside::Nothing => Some(i64::MIN),
        };
        if let Some(since) = since {
            let mut jobs = jobs::read_for_contract(&transaction, job, since, self.readers.job)?;
            if beside == Beside::Known {
                let owners = jobs::owners(&transaction, &jobs)?;
                let is_own = |(_, owner): &&(JobKey, String)| Some(owner) == me.as_ref();
                let own: Vec<JobKey> = owners.iter().filter(is_own).map(|(key, _)| *key).collect();
                jobs.retain(|job| !own.contains(&job.key));
            }
            let elsewhere = self.ownership.elsewhere(&transaction, &jobs)?;
            match Earlier::find(&jobs, &elsewhere, job, job.key.made) {
                None => {}
                Some(Earlier::Unknown(_)) if beside == Beside::Lost => {}
                Some(_) => {
                    let unsent = Some(job.key);
                    return Ok(Begun::Elsewhere(Box::new(Stored {
                        jobs,
                        elsewhere,
                        unsent,
                        ..Stored::default()
                    })));
                }
            }
        }
        if let Some(kept) = Kept::load(&transaction, job.key)?
            && !kept.lets_begin(job, self.ownership.is_job_elsewhere(&kept))
        {
            let unread = &mut Unread::default();
            let jobs: Vec<Job> = jobs::read_one(&transaction, job.key, self.readers.job, unread)?;
            let elsewhere = self.ownership.elsewhere(&transaction, &jobs)?;
            let unsent = Some(job.key);
            return Ok(Begun::Elsewhere(Box::new(Stored { jobs, elsewhere, unsent, ..Stored::default() })));
        }
        let revision = revision::next(&transaction)?;
        let writer = Writer { me: me.as_deref(), revision };
        jobs::write(&transaction, job, writer)?;
        jobs::own(&transaction, job.key, writer)?;
        transaction.commit()?;
        self.ownership.wrote(revision);
        Ok(Begun::Here)
    }

    /// Makes this instance the owner of a job, unless a running instance owns it.
    ///
    /// # Errors
    /// When the file cannot be written; then nothing is.
    pub fn take(&mut self, key: JobKey) -> Result<(), StoreFault> {
        self.check()?;
        self.with_file(|store| store.write_taken(key))
    }

    fn write_taken(&mut self, key: JobKey) -> rusqlite::Result<()> {
        let me = self.ownership.me();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let kept = Kept::load(&transaction, key)?;
        if kept.is_none_or(|kept| self.ownership.is_job_elsewhere(&kept)) {
            return Ok(());
        }
        let revision = revision::next(&transaction)?;
        jobs::own(&transaction, key, Writer { me: me.as_deref(), revision })?;
        transaction.commit()?;
        self.ownership.wrote(revision);
        Ok(())
    }
}

fn data_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "data_version", |row| row.get(0))
}

/// The owners of open jobs and batches; `None` for rows without an owner.
fn open_owners(connection: &Connection) -> rusqlite::Result<Vec<Option<String>>> {
    let mut select = connection.prepare_cached(&format!(
        "SELECT owner FROM jobs WHERE NOT forgotten AND {} UNION SELECT owner FROM batches WHERE {}",
        jobs::OPEN,
        batches::OPEN
    ))?;
    let owners = select.query_map([], |row| row.get::<_, Option<String>>(0).map(Some))?;
    Unread::default().leave_out("owner", owners)
}

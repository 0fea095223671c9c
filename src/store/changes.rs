//! Writes changes, each as one transaction.

use rusqlite::TransactionBehavior;
use verification::{JobId, JobKey};

use super::file::Identity;
use super::jobs::Kept;
use super::revision::Writer;
use super::{Store, StoreFault, batches, choices, custom_abi, jobs, own, places, revision, signature_cache};
use crate::message::Persist;

impl Store {
    /// Checks that a change written now would be found again.
    pub(super) fn check(&mut self) -> Result<(), StoreFault> {
        self.check_place()?;
        if !self.readable {
            self.saved()?;
            self.readable = true;
        }
        Ok(())
    }

    /// Checks that the file is writable and still in its place.
    fn check_place(&self) -> Result<(), StoreFault> {
        if let Some(fault) = &self.barred {
            return Err(fault.clone());
        }
        if self.identity != Identity::from_path(&self.file) {
            return Err(StoreFault::Gone { file: self.file.clone() });
        }
        Ok(())
    }

    /// Checks whether the store can be written.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn probe(&mut self) -> Result<(), StoreFault> {
        self.check()?;
        self.with_file(|store| store.connection.execute("UPDATE revision SET number = number", []).map(drop))
    }

    /// Writes one change. It is on disk when this returns, unless a power cut may take it: where one was.
    ///
    /// # Errors
    /// When the file cannot be written; then nothing of the change is.
    pub fn persist(&mut self, change: &Persist) -> Result<(), StoreFault> {
        match change {
            Persist::Job(_) => self.check()?,
            _ => self.check_place()?,
        }
        match change {
            Persist::Visit(_) | Persist::OpenTabs(_) => self.with_file(|store| store.write_soon(change)),
            _ => self.with_file(|store| store.write(change)),
        }
    }

    /// Writes a change without waiting for the disk. A power cut may take it, but never an older one.
    fn write_soon(&mut self, change: &Persist) -> rusqlite::Result<()> {
        self.connection.pragma_update(None, "synchronous", "NORMAL")?;
        let written = self.write(change);
        self.connection.pragma_update(None, "synchronous", "FULL")?;
        written
    }

    /// Records the id under which a job's submission was accepted. It is on disk on return.
    ///
    /// # Errors
    /// When the file cannot be written; then nothing is.
    pub fn accept(&mut self, key: JobKey, id: &JobId) -> Result<(), StoreFault> {
        self.check()?;
        self.with_file(|store| store.write_accepted(key, id))
    }

    fn write_accepted(&mut self, key: JobKey, id: &JobId) -> rusqlite::Result<()> {
        let me = self.ownership.me();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let revision = revision::next(&transaction)?;
        jobs::accept(&transaction, key, id, Writer { me: me.as_deref(), revision })?;
        transaction.commit()?;
        self.ownership.wrote(revision);
        Ok(())
    }

    fn write(&mut self, keep: &Persist) -> rusqlite::Result<()> {
        let owned = matches!(keep, Persist::Job(_) | Persist::ForgetJob(_) | Persist::Batch(_));
        let me = if owned { self.ownership.me() } else { None };
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let revision = if owned { revision::next(&transaction)? } else { 0 };
        let writer = Writer { me: me.as_deref(), revision };
        match keep {
            Persist::Job(job) => {
                let planned = if job.retry_at.is_some() { Kept::load(&transaction, job.key)? } else { None };
                jobs::write(&transaction, job, writer)?;
                if let Some(kept) = planned
                    && kept.lets_plan(self.ownership.is_job_elsewhere(&kept))
                {
                    jobs::own(&transaction, job.key, writer)?;
                }
                if self.forgotten.contains(&job.key) {
                    jobs::forget(&transaction, job.key, false, writer)?;
                }
            }
            Persist::ForgetJob(key) => jobs::forget(&transaction, *key, true, writer)?,
            Persist::Visit(visit) => places::write_visit(&transaction, visit)?,
            Persist::Filter(filter) => places::write_filter(&transaction, filter)?,
            Persist::ForgetFilter(filter) => places::forget_filter(&transaction, filter)?,
            Persist::OpenTabs(tabs) => places::write_tabs(&transaction, tabs)?,
            Persist::Draft(draft) => choices::write_draft(&transaction, draft)?,
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
            Persist::Answer(answer) => custom_abi::keep_answer(&transaction, answer)?,
            Persist::CachedSignatures(names, at) => signature_cache::write(&transaction, names, *at)?,
            Persist::Chosen(name, at) => choices::write_chosen(&transaction, name, *at)?,
            Persist::Preview(on) => choices::write_switch(&transaction, choices::PREVIEW, *on)?,
            Persist::Columns(list, choice) => choices::write_columns(&transaction, list, choice)?,
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

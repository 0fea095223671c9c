//! Which jobs are recorded, and why others are not.

use std::collections::BTreeSet;

use verification::{Job, JobKey};

#[derive(Debug, Default)]
pub(in crate::app) struct Records {
    /// Why the last thing that was to be recorded was not, in a sentence.
    fault: Option<String>,
    /// The submission that the user requested last: the only one that may open a box without a key press.
    asked: Option<JobKey>,
    /// The jobs whose current state is not recorded.
    missing: BTreeSet<JobKey>,
}

impl Records {
    /// Why nothing can be recorded; `None` if nothing is known against it.
    pub(in crate::app) fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    pub(in crate::app) fn asked(&mut self, key: JobKey) {
        self.asked = Some(key);
    }

    /// A submission has been answered: if it waited for its record, the record is on disk.
    pub(in crate::app) fn answered(&mut self, key: JobKey) {
        if !self.missing.contains(&key) {
            self.fault = None;
        }
    }

    /// A submission is about to be sent once its job is recorded.
    pub(in crate::app) fn recording(&mut self, key: JobKey) {
        self.missing.remove(&key);
    }

    /// Something could not be recorded, for this reason, in a sentence.
    pub(in crate::app) fn failed(&mut self, fault: String) {
        self.fault = Some(fault);
    }

    /// Marks a job whose current state is not recorded.
    pub(in crate::app) fn miss(&mut self, key: JobKey) {
        self.missing.insert(key);
    }

    /// Clears the fault once jobs can be recorded again. Returns the jobs to record now.
    pub(in crate::app) fn recovered(&mut self) -> Vec<JobKey> {
        self.fault = None;
        std::mem::take(&mut self.missing).into_iter().collect()
    }

    /// Whether this is the submission that the user asked for last.
    pub(in crate::app) fn is_asked(&self, key: JobKey) -> bool {
        self.asked == Some(key)
    }

    pub(in crate::app) fn missing(&self) -> &BTreeSet<JobKey> {
        &self.missing
    }

    /// Whether any of these jobs is not recorded.
    pub(in crate::app) fn miss_any<'a>(&self, mut jobs: impl Iterator<Item = &'a Job>) -> bool {
        jobs.any(|job| self.missing.contains(&job.key))
    }
}

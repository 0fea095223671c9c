//! Submissions that may be sent again: which are stored, when each is due, and what was sent before.

use ledger::Timestamp;

use super::Followed;
use crate::{Job, JobKey, JobState, Submission, SubmissionBody};

impl Followed {
    /// Adds a job that is about to be submitted. Its submission, including a key, stays in memory while it may have to
    /// be sent again.
    pub fn submit(&mut self, job: Job, submission: Submission) {
        let key = self.insert(job);
        if matches!(submission.body, SubmissionBody::Import { api_key: Some(_) }) {
            self.with_key.insert(key);
        }
        self.submissions.insert(key, submission);
    }

    /// Whether the job's submission may be sent again and is still in memory.
    pub fn can_send_again(&self, key: JobKey) -> bool {
        let known = |job: &&Job| self.submissions.contains_key(&key) || job.resubmission().is_some();
        let open = |job: &&Job| job.may_be_sent_again() && !self.is_planned_elsewhere(key);
        self.get(key).filter(open).is_some_and(|job| known(&job))
    }

    /// Whether this process sent a key with the job's submission.
    pub fn sent_a_key(&self, key: JobKey) -> bool {
        self.with_key.contains(&key)
    }

    /// Plans to send a job's submission again, and again after that while it is refused for such a reason.
    /// Returns whether that can be done and makes sense: then this instance takes care of the job.
    pub fn retry_later(&mut self, key: JobKey, now: Timestamp) -> bool {
        let can = self.can_send_again(key);
        let planned =
            self.jobs.iter_mut().find(|job| job.key == key).is_some_and(|job| can && job.retry_later(now));
        if planned {
            self.set_elsewhere(key, false);
        }
        planned
    }

    /// Plans nothing any more for a job. Returns whether something was planned here.
    pub fn retry_never(&mut self, key: JobKey) -> bool {
        let there = self.is_elsewhere(key);
        let job = self.jobs.iter_mut().find(|job| job.key == key && !there);
        job.is_some_and(|job| job.retry_at.take().is_some())
    }

    /// The jobs whose submissions are due to be sent again.
    pub fn due_retries(&self, now: Timestamp) -> Vec<JobKey> {
        let due = self.jobs.iter().filter(|job| self.planned(job).is_some_and(|at| at <= now));
        due.map(|job| job.key).collect()
    }

    /// Starts another attempt, planned or not. Returns the job and what to send; `None` if it may not be sent
    /// again.
    pub fn send_again(&mut self, key: JobKey, now: Timestamp) -> Option<(Job, Submission)> {
        if self.is_planned_elsewhere(key) {
            return None;
        }
        self.set_elsewhere(key, false);
        let job = self.jobs.iter_mut().find(|job| job.key == key)?;
        let submission = self.submissions.get(&key).cloned().or_else(|| job.resubmission())?;
        job.begin_attempt(now).then(|| (job.clone(), submission))
    }

    /// When the next submission is due to be sent again.
    pub(super) fn next_retry(&self) -> Option<Timestamp> {
        self.jobs.iter().filter_map(|job| self.planned(job)).min()
    }

    /// Lets the submission go, once it cannot be sent again.
    pub(super) fn release(&mut self, key: JobKey) {
        let open = |job: &Job| job.may_be_sent_again() || job.state == JobState::Submitting;
        if !self.get(key).is_some_and(open) {
            self.submissions.remove(&key);
        }
    }

    /// When this instance resends the job's submission; `None` while that is in progress.
    fn planned(&self, job: &Job) -> Option<Timestamp> {
        job.retry_at.filter(|_| job.may_be_sent_again() && !self.is_elsewhere(job.key))
    }
}

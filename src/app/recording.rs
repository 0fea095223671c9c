//! Records a job before its request is sent: a submission that cannot be recorded waits for the user's confirmation.

use super::App;
use super::overlay::{Overlay, Waiting};
use crate::ledger::Timestamp;
use crate::message::{Command, Notice, Place, Request, Saved, Submit};
use crate::verification::{Job, JobEvent, JobKey, JobState, Submission};

impl App {
    /// Something could not be recorded.
    pub(super) fn store_fault(&mut self, words: String, now: Timestamp) {
        self.shared.screen.toasts.push(Notice::warning(words.clone()), now);
        self.shared.kept.records.failed(words);
    }

    /// What finds out whether something can be recorded again, if it could not be.
    pub(super) fn probe_store(&self) -> Option<Command> {
        self.shared.kept.records.fault().is_some().then_some(Command::ProbeStore)
    }

    /// Takes in what was kept, which is read at the start, or as soon as the store can be opened.
    pub(super) fn restored(&mut self, mut saved: Saved, now: Timestamp) -> Vec<Command> {
        let tabs = std::mem::take(&mut saved.open_tabs);
        let mut commands = self.shared.restore(saved, now);
        commands.extend(self.reopen(tabs, now));
        commands.extend(self.store_works(now));
        commands
    }

    /// Something can be recorded again: what is not recorded is now.
    pub(super) fn store_works(&mut self, now: Timestamp) -> Vec<Command> {
        let missing = self.shared.kept.records.recovered();
        self.rebuild_view(now);
        self.shared.kept.save_jobs(&missing)
    }

    /// A job could not be recorded, so its submission was not sent. The user is asked where the request was made;
    /// elsewhere a notice says it, and the job or the batch can be taken up again.
    pub(super) fn unrecorded(&mut self, key: JobKey, words: String, now: Timestamp) -> Vec<Command> {
        let batch = self.shared.kept.batches.unrecorded(key);
        let waiting = if let Some(id) = batch {
            // The line is sent under another key when the batch goes on.
            self.shared.kept.followed.forget(key);
            Waiting::Batch(id)
        } else {
            let event = JobEvent::NotSent(format!("The job could not be recorded. {words}").into());
            // What cannot be recorded is not written again at once.
            let _ = self.shared.apply_job_event(key, event, now);
            self.shared.kept.records.miss(key);
            Waiting::Job(key)
        };
        let here = match (self.place(), batch) {
            (Place::Batch, Some(_)) => true,
            (Place::Job(_) | Place::Jobs, None) => self.shared.kept.records.is_asked(key),
            _ => false,
        };
        if here && self.overlay.is_none() {
            self.overlay = Some(Overlay::unrecorded(waiting, words.clone()));
        } else if batch.is_some() {
            self.shared.screen.toasts.push(Notice::warning("the batch is waiting: its jobs cannot be recorded"), now);
        }
        self.shared.kept.records.failed(words);
        self.rebuild_view(now);
        Vec::new()
    }

    /// Whether the jobs of all submissions that are on their way are recorded.
    pub(super) fn in_flight_is_recorded(&self) -> bool {
        let jobs = self.shared.kept.followed.jobs().iter();
        !self.shared.kept.records.miss_any(jobs.filter(|job| job.state == JobState::Submitting))
    }

    /// What sends this submission of this job.
    pub(super) fn submit(&mut self, job: Box<Job>, submission: Submission, recorded: bool) -> Command {
        let request = Request::new(&job.network, &Submit { job: job.key, submission });
        if recorded {
            self.shared.kept.records.recording(job.key);
            Command::Submit(job, request)
        } else {
            self.shared.kept.records.miss(job.key);
            Command::SubmitUnrecorded(job, request)
        }
    }

    /// Sends a submission again without a record, which the user wants.
    pub(super) fn submit_unrecorded(&mut self, key: JobKey, now: Timestamp) -> Option<Command> {
        let (job, submission) = self.shared.kept.followed.send_again(key, now)?;
        let command = self.submit(Box::new(job), submission, false);
        self.rebuild_view(now);
        Some(command)
    }
}

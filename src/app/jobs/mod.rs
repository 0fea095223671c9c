//! Followed jobs and batches: reports their events, and sends what is due.

pub(super) mod batches;
mod shared;
mod watch;

use std::sync::Arc;

use api::Submit;
use ledger::Timestamp;
use verification::{Job, JobEvent, JobKey, JobRecord, JobState, Retry, Submission};

use super::App;
use super::overlay::{Overlay, Waiting};
use super::stack::Preview;
use crate::message::place::JobPlace;
use crate::message::{Command, Notice, OlderJobs, Place, Request, Response, Saved, Stored, job_event};
use crate::panes::kit::list::step::Lead;

const RETRYING: &str = "it is sent again automatically while this program runs";

impl App {
    /// Applies a response to its job.
    pub(super) fn note_job(&mut self, response: &Response, now: Timestamp) -> Vec<Command> {
        if let Some(submit) = response.request.ask.operation::<Submit>() {
            self.shared.kept.records.answered(submit.job);
        }
        let Some((key, event)) = job_event(response) else { return Vec::new() };
        let commands = self.shared.apply_job_event(key, event, now);
        self.rebuild_view(now);
        commands
    }

    /// Follows a job, and sends its submission.
    pub(super) fn begin_job(&mut self, job: Box<Job>, submission: Submission) -> Command {
        let recorded = !self.shared.kept.batches.need_no_record(job.key);
        self.shared.kept.records.asked(job.key);
        self.shared.kept.followed.submit((*job).clone(), submission.clone());
        self.submit(job, submission, recorded)
    }

    /// The command that sends a job's submission.
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

    /// Sends a submission again without a record, as the user confirmed.
    pub(super) fn submit_unrecorded(&mut self, key: JobKey, now: Timestamp) -> Option<Command> {
        let (job, submission) = self.shared.kept.followed.send_again(key, now)?;
        let command = self.submit(Box::new(job), submission, false);
        self.rebuild_view(now);
        Some(command)
    }

    /// Whether the jobs of all submissions that are on their way are recorded.
    pub(super) fn in_flight_is_recorded(&self) -> bool {
        let jobs = self.shared.kept.followed.jobs().iter();
        !self.shared.kept.records.miss_any(jobs.filter(|job| job.state == JobState::Submitting))
    }

    fn save_job(&self, key: JobKey) -> Option<Command> {
        self.shared.kept.save_jobs(&[key]).pop()
    }

    /// Sends a submission again, now or later, or stops that. A plan is written down: other instances leave it alone.
    pub(super) fn retry(&mut self, key: JobKey, retry: Retry, now: Timestamp) -> Option<Command> {
        let (words, command) = match retry {
            Retry::Now => {
                self.shared.kept.records.asked(key);
                (None, self.shared.send_again(key, now))
            }
            Retry::Later => {
                let planned = self.shared.kept.followed.retry_later(key, now);
                (planned.then_some(RETRYING), self.save_job(key).filter(|_| planned))
            }
            Retry::Never => {
                let stopped = self.shared.kept.followed.retry_never(key);
                (stopped.then_some("it is not sent again"), self.save_job(key).filter(|_| stopped))
            }
        };
        if let Some(words) = words {
            self.shared.screen.toasts.push_here(Notice::info(words), now);
        }
        self.rebuild_view(now);
        command
    }

    /// Advances the batches until all of them are waiting.
    pub(super) fn run_batches(&mut self, now: Timestamp) -> Vec<Command> {
        let mut commands = Vec::new();
        let mut moved = false;
        while let Some(effects) = self.shared.kept.step_batches(now) {
            moved = true;
            commands.extend(self.settle(effects, now));
        }
        if moved {
            self.rebuild_view(now);
        }
        commands.extend(self.shared.want_lookups(now));
        commands
    }

    /// Loads the records of the jobs on screen and of the selected one.
    pub(super) fn load_records(&mut self, now: Timestamp) -> Vec<Command> {
        let here = self.place();
        let selected = match here {
            Place::Jobs | Place::Batch => self
                .stack
                .history
                .top_mut()
                .step_rows()
                .and_then(|rows| rows.place(rows.selected(), Lead::Row, &self.shared.context(now))),
            _ => None,
        };
        let preview = self.stack.history.preview().and_then(Preview::pane).map(|(_, pane)| pane.place());
        let followed = &mut self.shared.kept.followed;
        let places = [Some(here), selected, preview].into_iter().flatten();
        let keys = places.filter_map(|place| match place {
            Place::Job(JobPlace::Id(id)) | Place::Difference(JobPlace::Id(id)) => {
                followed.by_id(&id).map(|job| job.key)
            }
            Place::Job(JobPlace::Key(key)) | Place::Difference(JobPlace::Key(key)) => Some(key),
            _ => None,
        });
        let keys: Vec<JobKey> = keys.collect();
        keys.into_iter().filter(|key| followed.look_at(*key)).map(Command::LoadRecord).collect()
    }

    /// Takes in the whole record of a job.
    pub(super) fn record_loaded(
        &mut self,
        key: JobKey,
        record: Result<Arc<JobRecord>, String>,
        now: Timestamp,
    ) {
        match record {
            Ok(record) => {
                self.shared.kept.followed.complete(key, record);
                self.rebuild_view(now);
            }
            Err(words) => self.shared.screen.toasts.push(Notice::failure(words), now),
        }
    }

    /// Restores the stored data, which is loaded at the start or once the store can be opened.
    pub(super) fn restored(&mut self, mut saved: Saved, now: Timestamp) -> Vec<Command> {
        let tabs = std::mem::take(&mut saved.open_tabs);
        let mut commands = self.shared.restore(saved, now);
        commands.extend(self.stack.reopen(tabs, self.overlay.is_some(), &mut self.shared, now));
        commands.extend(self.store_works(now));
        commands
    }

    /// Takes what other instances have changed.
    pub(super) fn stored(&mut self, stored: Stored, now: Timestamp) -> Vec<Command> {
        let commands = self.shared.stored(stored, now);
        self.rebuild_view(now);
        commands
    }

    /// Takes in a page of jobs that were left out at the start.
    pub(super) fn older_jobs(&mut self, older: OlderJobs, now: Timestamp) -> Vec<Command> {
        let changed = self.shared.kept.followed.merge(older.jobs, &older.elsewhere, now);
        self.shared.kept.followed.set_older(older.left, older.older_than);
        self.rebuild_view(now);
        self.shared.kept.save_jobs(&changed)
    }

    /// What loads the next page of the jobs that were left out at the start.
    pub(super) fn load_older_jobs(&mut self) -> Option<Command> {
        self.shared.kept.followed.load_older().map(Command::LoadOlderJobs)
    }

    /// Something could not be recorded.
    pub(super) fn store_fault(&mut self, words: String, now: Timestamp) {
        self.shared.screen.toasts.push(Notice::warning(words.clone()), now);
        self.shared.kept.records.failed(words);
    }

    /// What finds out whether something can be recorded again, if it could not be.
    pub(super) fn probe_store(&self) -> Option<Command> {
        self.shared.kept.records.fault().is_some().then_some(Command::ProbeStore)
    }

    /// The store works again: records the jobs that are not recorded yet.
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
            self.shared
                .screen
                .toasts
                .push(Notice::warning("the batch is waiting: its jobs cannot be recorded"), now);
        }
        self.shared.kept.records.failed(words);
        self.rebuild_view(now);
        Vec::new()
    }
}

//! Followed jobs and batches: what happens to them is recorded and told, and what is due is sent.

use super::App;
use super::announce;
use super::shared::Shared;
use crate::ledger::Timestamp;
use crate::message::job_event::job_event;
use crate::message::{
    Ask, Command, ContractLookup, Notice, Persist, Priority, Request, Response, Submit,
};
use crate::panes::kit::Subscriber;
use crate::verification::{JobEvent, JobKey};

impl App {
    /// Notes what an answer says of a job.
    pub(super) fn note_job(&mut self, response: &Response, now: Timestamp) -> Vec<Command> {
        if let Some(submit) = response.request.operation::<Submit>() {
            self.shared.kept.records.answered(submit.job);
        }
        let Some((key, event)) = job_event(response) else { return Vec::new() };
        let commands = self.shared.apply_job_event(key, event, now);
        self.rebuild_view(now);
        commands
    }
}

impl Shared {
    /// Applies an event to a job: records it, and notifies the user of a final state.
    pub(super) fn apply_job_event(
        &mut self,
        key: JobKey,
        event: JobEvent,
        now: Timestamp,
    ) -> Vec<Command> {
        let Some(before) = self.kept.followed.get(key).map(|job| job.state) else { return Vec::new() };
        let Some(job) = self.kept.followed.apply(key, event, now) else { return Vec::new() };
        let quiet = self.kept.batches.hold(key);
        let mut commands = vec![Command::Persist(Persist::Job(Box::new(job.clone())))];
        if !quiet && job.state != before && (job.state.is_final() || job.state.needs_attention()) {
            let words = announce::sentence(job, now);
            let good = job.state.is_success();
            if job.is_over() {
                commands.extend(self.screen.title.alert(&words));
            }
            self.screen.toasts.push(if good { Notice::success(words) } else { Notice::warning(words) }, now);
        }
        commands
    }

    pub(super) fn due_retries(&mut self, now: Timestamp) -> Vec<Command> {
        let due = self.kept.followed.due_retries(now);
        due.into_iter().filter_map(|key| self.send_again(key, now)).collect()
    }

    /// Another attempt of a submission, if there may be one.
    pub(super) fn send_again(&mut self, key: JobKey, now: Timestamp) -> Option<Command> {
        let (job, submission) = self.kept.followed.send_again(key, now)?;
        self.kept.records.recording(key);
        let request = Request::new(&job.network, &Submit { job: key, submission });
        Some(Command::Submit(Box::new(job), request))
    }

    /// Asks for the polls of jobs that are due, and for the lookups of their contracts.
    pub(super) fn ask_about_jobs(&mut self, now: Timestamp) -> Vec<Command> {
        let (polls, lookups) = (self.kept.followed.due_polls(now), self.kept.followed.due_lookups(now));
        let polls = polls.into_iter().filter_map(|key| Some((key, Ask::of_job(self.kept.followed.get(key)?)?)));
        let of = |key| ContractLookup::of(self.kept.followed.get(key)?).as_ref().map(Ask::from);
        let lookups = lookups.into_iter().filter_map(|key| Some((key, of(key)?)));
        let mut commands = Vec::new();
        for (key, ask) in polls.chain(lookups) {
            let Some(job) = self.kept.followed.get(key) else { continue };
            let request = Request::new(&job.network, ask);
            commands.extend(self.asked.requests.ask_once(Subscriber::Job(key), request, Priority::Poll, now));
        }
        commands
    }
}

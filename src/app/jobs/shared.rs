//! What becomes of jobs, whichever screen is open.

use api::{AnyOperation, ContractLookup, Priority, Submit};
use ledger::Timestamp;
use verification::{JobEvent, JobKey};

use crate::app::shared::Shared;
use crate::app::shared::notices::sentence;
use crate::message::{Ask, Command, Notice, Persist, Request, Stored};
use crate::panes::kit::Subscriber;

/// Why a submission was held back.
const SENT_ELSEWHERE: &str = "another hieroscope has sent the same meanwhile";

impl Shared {
    /// Applies an event to a job: records it, and notifies the user of a final state.
    pub(in crate::app) fn apply_job_event(
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
            let words = sentence(job, now);
            let good = job.state.is_success();
            if job.is_over() {
                commands.extend(self.screen.title.alert(&words));
            }
            self.screen.toasts.push(if good { Notice::success(words) } else { Notice::warning(words) }, now);
        }
        commands
    }

    pub(in crate::app) fn due_retries(&mut self, now: Timestamp) -> Vec<Command> {
        let due = self.kept.followed.due_retries(now);
        due.into_iter().filter_map(|key| self.send_again(key, now)).collect()
    }

    /// Another attempt of a submission, if there may be one.
    pub(in crate::app) fn send_again(&mut self, key: JobKey, now: Timestamp) -> Option<Command> {
        let (job, submission) = self.kept.followed.send_again(key, now)?;
        self.kept.records.recording(key);
        let request = Request::new(&job.network, &Submit { job: key, submission });
        Some(Command::Submit(Box::new(job), request))
    }

    /// Asks for the polls of jobs that are due, and for the lookups of their contracts.
    pub(in crate::app) fn ask_about_jobs(&mut self, now: Timestamp) -> Vec<Command> {
        let (polls, lookups) = (self.kept.followed.due_polls(now), self.kept.followed.due_lookups(now));
        let polls = polls
            .into_iter()
            .filter_map(|key| Some((key, AnyOperation::of_job(self.kept.followed.get(key)?)?.into())));
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

    /// Takes what other instances have changed.
    pub(in crate::app) fn stored(&mut self, stored: Stored, now: Timestamp) -> Vec<Command> {
        let Stored { mut jobs, elsewhere, forgotten, batches, unsent } = stored;
        let mut commands = Vec::new();
        if let Some(key) = unsent {
            if let Some(at) = jobs.iter().position(|job| job.key == key) {
                let job = jobs.remove(at);
                let there = elsewhere.contains(&key);
                self.kept.followed.give_way(job, there, now);
            } else {
                let event = JobEvent::NotSent(SENT_ELSEWHERE.into());
                commands.extend(self.apply_job_event(key, event, now));
            }
            self.screen
                .toasts
                .push(Notice::warning(format!("nothing was sent from here: {SENT_ELSEWHERE}")), now);
        }
        for key in forgotten {
            self.kept.followed.forget(key);
        }
        let changed = self.kept.followed.merge(jobs, &elsewhere, now);
        self.kept.batches.merge(batches);
        commands.extend(self.kept.save_jobs(&changed));
        commands
    }
}

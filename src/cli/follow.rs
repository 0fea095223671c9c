//! Follows a job from before it is sent until it ends or the wait is over.

use std::sync::Arc;

use api::{AnyOperation, ContractLookup, Submit};
use tokio::time::sleep_until;
use verification::{Grade, Job, JobEvent, JobState, PollInterval, Submission, Verified};

use super::console::say;
use super::stop::{Limit, Stop};
use super::{CommandReport, Outcome, World};
use crate::message::{Persist, Question as _, Response, job_event};
use crate::runtime::{instant, now};
use crate::store::worker::answered;
use crate::store::{Begun, Beside, StoreWorker};

/// A job, and the store that records it, if any.
pub(super) struct Case<'a> {
    world: &'a World,
    store: Option<&'a StoreWorker>,
    job: Job,
    /// Whether an unknown job is polled again: a verifier may not know a job yet that was just submitted.
    searches: bool,
}

impl<'a> Case<'a> {
    /// Records the job if a store is given, before anything is sent. `None` if the same submission was sent before,
    /// unless `again` allows to repeat it with any outcome: then nothing may be sent.
    ///
    /// # Errors
    /// Why it cannot be recorded, in a sentence: then nothing may be sent.
    pub(super) async fn open(
        world: &'a World,
        store: Option<&'a StoreWorker>,
        job: Job,
        again: bool,
    ) -> Result<Option<Self>, String> {
        let beside = if again { Beside::Lost } else { Beside::Nothing };
        if let Some(store) = store
            && matches!(answered(store.begin(job.clone(), beside)).await?, Begun::Elsewhere(_))
        {
            return Ok(None);
        }
        Ok(Some(Self { world, store, job, searches: true }))
    }

    /// Records the job's current state, and waits until it is on disk.
    async fn record(&self) -> Result<(), String> {
        match self.store {
            Some(store) => {
                answered(store.persist_and_confirm(Persist::Job(Box::new(self.job.clone())))).await
            }
            None => Ok(()),
        }
    }

    /// Continues a job that an earlier command has sent.
    pub(super) fn take_up(world: &'a World, store: Option<&'a StoreWorker>, mut job: Job) -> Self {
        job.resume(now());
        Self { world, store, job, searches: false }
    }

    /// Continues a job and claims it: no other instance follows it meanwhile, unless one was faster.
    pub(super) fn take_over(world: &'a World, store: Option<&'a StoreWorker>, job: Job) -> Self {
        if let Some(store) = store {
            store.take(job.key);
        }
        Self::take_up(world, store, job)
    }

    /// Takes up a job that was submitted elsewhere, and records it.
    ///
    /// # Errors
    /// Why it cannot be recorded, in a sentence.
    pub(super) async fn adopt(
        world: &'a World,
        store: Option<&'a StoreWorker>,
        job: Job,
    ) -> Result<Self, String> {
        if let Some(store) = store {
            answered(store.begin(job.clone(), Beside::Anything)).await?;
        }
        Ok(Self { world, store, job, searches: false })
    }

    /// Begins another attempt at a submission that was refused.
    ///
    /// # Errors
    /// How the command ends, if there can be none.
    pub(super) async fn begin_again(&mut self) -> Result<(), Outcome> {
        if !self.job.begin_attempt(now()) {
            return Err(self.outcome());
        }
        let Some(store) = self.store else { return Ok(()) };
        let reason = match answered(store.begin(self.job.clone(), Beside::Anything)).await {
            Ok(Begun::Here) => return Ok(()),
            Ok(Begun::Elsewhere(_)) => "another hieroscope has sent it meanwhile".to_owned(),
            Err(words) => format!("that cannot be recorded: {words}"),
        };
        say(&format!("it is not sent again, because {reason}"));
        Err(Outcome::NotSent)
    }

    /// The report of the job's current state, without a request.
    pub(super) fn report(&self) -> CommandReport {
        CommandReport::new(&self.job, self.outcome(), now(), self.store.is_some())
    }

    /// The job as it stands.
    pub(super) fn job(&self) -> &Job {
        &self.job
    }

    /// Sends the submission. If the command is to end meanwhile, what became of it is unknown.
    ///
    /// # Errors
    /// How the command ends, if it is to.
    pub(super) async fn send(&mut self, submission: Submission, stop: &mut Stop) -> Result<(), Outcome> {
        let asked = stop.unless_stopped(self.world.respond(&Submit { job: self.job.key, submission })).await;
        match &asked {
            Ok(response) => {
                if let (Some(store), Some((key, JobEvent::Accepted(id)))) = (self.store, job_event(response))
                {
                    // Why it could not be written is said when the command ends.
                    let _ = store.handle().accept(key, id).await;
                }
                self.on_response(response);
            }
            Err(_) => self.apply(JobEvent::NoAnswer("the command was ended before the answer came".into())),
        }
        asked?;
        self.check_contract(stop).await
    }

    /// Looks at the job once, now.
    ///
    /// # Errors
    /// How the command ends, if it is to.
    pub(super) async fn poll(&mut self, stop: &mut Stop) -> Result<(), Outcome> {
        if let Some(ask) = AnyOperation::of_job(&self.job) {
            let response = stop.unless_stopped(self.world.respond(ask)).await?;
            self.on_response(&response);
        }
        self.check_contract(stop).await
    }

    /// Looks the contract up, if the verifier's outcome must be confirmed or the contract's name is missing.
    async fn check_contract(&mut self, stop: &mut Stop) -> Result<(), Outcome> {
        for is_wanted in [|job: &Job| job.checks_contract, Job::wants_name] {
            if is_wanted(&self.job)
                && let Some(lookup) = ContractLookup::of(&self.job)
            {
                let response = stop.unless_stopped(self.world.respond(&lookup)).await?;
                self.on_response(&response);
            }
        }
        Ok(())
    }

    /// Looks the contract up where the job leaves its outcome open. Returns the verifier's record if the contract is
    /// verified exactly.
    ///
    /// # Errors
    /// The outcome with which the command ends, if it must end.
    pub(super) async fn lookup(&mut self, stop: &mut Stop) -> Result<Option<Arc<Verified>>, Outcome> {
        let Some(lookup) = ContractLookup::of(&self.job).filter(|_| self.job.leaves_open()) else {
            return Ok(None);
        };
        let response = stop.unless_stopped(self.world.respond(&lookup)).await?;
        self.on_response(&response);
        let Ok(verified) = ContractLookup::read(response.outcome) else {
            say("the verifier was asked for the contract and did not tell whether it is verified");
            return Ok(None);
        };
        say(&format!("the verifier was asked for the contract: {}", verified.label()));
        Ok(Some(verified).filter(|verified| verified.grade() == Grade::Exact))
    }

    /// Looks at the job whenever that is due, until it ends or the time is up.
    pub(super) async fn watch(&mut self, until: Limit, stop: &mut Stop) -> Outcome {
        tokio::select! {
            biased;
            outcome = self.watch_on(stop) => outcome,
            () = until.up() => self.out_of_time(),
        }
    }

    async fn watch_on(&mut self, stop: &mut Stop) -> Outcome {
        while let Some(next) = self.job.next_poll.filter(|_| self.goes_on()) {
            let waited = stop.unless_stopped(sleep_until(instant(next))).await;
            self.job.woke(next, now());
            let looked = match waited {
                Ok(()) => self.poll(stop).await,
                Err(outcome) => Err(outcome),
            };
            if let Err(outcome) = looked {
                return outcome;
            }
        }
        self.outcome()
    }

    fn goes_on(&self) -> bool {
        !self.has_ended() || self.job.state == JobState::Lost && self.searches
    }

    /// The outcome when the time is up.
    fn out_of_time(&self) -> Outcome {
        if self.has_ended() { self.outcome() } else { Outcome::TimedOut }
    }

    /// Whether nothing more is expected of the job.
    pub(super) fn has_ended(&self) -> bool {
        self.job.state.is_final() || self.job.state == JobState::WrongRecord
    }

    /// The outcome of the job's current state.
    pub(super) fn outcome(&self) -> Outcome {
        Outcome::of(self.job.state)
    }

    /// The end of the command, once the contract was looked up where the job leaves open what became of it: an answer
    /// that names no job, and a lock.
    pub(super) async fn settle(mut self, outcome: Outcome, stop: &mut Stop) -> CommandReport {
        match self.lookup(stop).await {
            Ok(Some(verified)) => self.end(Outcome::Verified).await.verified_before(&verified.contract),
            Ok(None) => self.end(outcome).await,
            Err(ended) => self.end(ended).await,
        }
    }

    /// The end of the command; of a job that has not ended it is said what becomes of it.
    pub(super) async fn end(self, outcome: Outcome) -> CommandReport {
        if let Some(store) = self.store {
            store.handle().hurry();
        }
        let recorded = self.record().await;
        if let Err(words) = &recorded {
            say(&format!("what became of the job is not recorded: {words}"));
        }
        let left = match outcome {
            _ if self.job.id.is_none() => None,
            Outcome::TimedOut => Some("the time is up"),
            Outcome::Interrupted | Outcome::Terminated => Some("ended"),
            Outcome::Accepted => Some("not watched"),
            _ => None,
        };
        if let Some(words) = left {
            let goes_on = if self.job.server.is_empty() {
                "the embedded verifier ends with this program, and its jobs with it"
            } else if self.store.is_none() || recorded.is_err() {
                "the job continues on the verifier; it is not recorded here, so keep its id"
            } else {
                "the job continues on the verifier; it is recorded here, and hieroscope follows it when it is opened"
            };
            say(&format!("{words}: {goes_on}"));
        }
        CommandReport::new(&self.job, outcome, now(), self.store.is_some())
    }

    fn on_response(&mut self, response: &Response) {
        if let Some((_, event)) = job_event(response) {
            self.apply(event);
        }
    }

    /// Applies an event; changes are recorded, and a new state is printed.
    fn apply(&mut self, event: JobEvent) {
        let before = self.job.state;
        if self.job.apply(event, now(), &PollInterval::default())
            && let Some(store) = self.store
        {
            store.persist(Persist::Job(Box::new(self.job.clone())));
        }
        if self.job.state != before {
            self.world.colours.moved(self.job.state, &self.detail());
        }
    }

    /// Details to print after the name of the job's state.
    fn detail(&self) -> String {
        match self.job.state {
            JobState::Running => self.job.id.as_ref().map(|id| format!("job {id}")).unwrap_or_default(),
            state if state.is_success() => String::new(),
            _ => {
                let reason = self.job.code().or(self.job.words.as_ref());
                reason.map_or_else(String::new, ledger::Text::escaped)
            }
        }
    }
}

//! `hieroscope watch WHAT`: follows a job that was submitted before, here or elsewhere, until it ends.

use std::time::Duration;

use api::{Extent, Failure, Unanswered, VerifiedQuery};
use ledger::{ContractRef, EvmAddress};
use tokio::time::{Instant, sleep, sleep_until};
use verification::{ChainId, Grade, Job, JobId, JobKey, JobState, preflight, submission_text};

use super::console::say;
use super::follow::Case;
use super::stop::{Limit, Stop};
use super::{CommandReport, Outcome, World, resolve};
use crate::config::WatchTask;
use crate::message::Saved;
use crate::runtime::{instant, now};
use crate::store::StoreWorker;
use crate::store::worker::answered;

/// After which time a job that another process is sending is read again.
pub(super) const READ_INTERVAL: Duration = Duration::from_millis(500);

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Id(JobId),
    Key(JobKey),
    Contract(ContractRef),
}

/// One command: its target and its environment.
struct Errand<'a> {
    /// Which chain's contract is meant.
    chain: Option<&'a ChainId>,
    world: &'a World,
    store: Option<&'a StoreWorker>,
    until: Limit,
}

/// Follows a job. `chain` is the value of `--chain`.
pub(super) async fn watch(
    task: &WatchTask,
    chain: Option<&ChainId>,
    world: &World,
    store: Option<&StoreWorker>,
) -> CommandReport {
    let chain = chain.or(world.network.chain.as_ref());
    let errand = Errand { chain, world, store, until: Limit::after(task.timeout) };
    let what = match What::parse(&task.what, world) {
        Ok(what) => what,
        Err(words) => return world.unsent(Outcome::Usage, words),
    };
    let mut stop = match Stop::listen() {
        Ok(stop) => stop,
        Err(words) => return world.unsent(Outcome::NotSent, words),
    };
    match what {
        What::Id(id) => errand.job(id, &mut stop).await,
        What::Key(key) => errand.recorded(key, &mut stop).await,
        What::Contract(contract) => errand.contract(contract, &mut stop).await,
    }
    .unwrap_or_else(|(outcome, words)| world.unsent(outcome, words))
}

impl What {
    /// Reads an id, alone or at the end of an address, a key, or a contract.
    fn parse(text: &str, world: &World) -> Result<Self, String> {
        let text = text.trim();
        let last = text.trim_end_matches('/').rsplit('/').next().unwrap_or(text);
        if let Some(id) = JobId::parse(last) {
            return Ok(Self::Id(id));
        }
        if let Some(key) = JobKey::parse(text) {
            return Ok(Self::Key(key));
        }
        submission_text::contract(text, world.network.naming())
            .map(Self::Contract)
            .map_err(|fault| format!("{text:?} is no job's UUID, no key of a job, and no contract: {fault}"))
    }
}

impl Errand<'_> {
    /// Follows the job with this id, which is recorded from now on if it is not yet.
    async fn job(&self, id: JobId, stop: &mut Stop) -> Result<CommandReport, (Outcome, String)> {
        let server = self.world.network.verifier.as_ref();
        let saved = self.saved().await;
        let known = |job: &&Job| job.id.as_ref() == Some(&id);
        let of_server = |job: &&Job| server.is_none_or(|server| job.server == *server);
        let jobs = saved.as_ref().map(|saved| saved.jobs.as_slice()).unwrap_or_default();
        let job = jobs.iter().filter(known).find(of_server).or_else(|| jobs.iter().find(known));
        if let Some(job) = job {
            return self.follow(job.clone(), stop).await;
        }
        let network = &self.world.network;
        let server = server.ok_or_else(|| {
            let words =
                format!("the network {} has no verifier to ask: name one with --verifier", network.name);
            (Outcome::Usage, words)
        })?;
        let key = JobKey { made: now(), process: std::process::id() };
        let job = Job::adopt(key, &network.name, server, id, key.made);
        // What the store would refuse was said when it was read.
        let store = self.store.filter(|_| saved.is_ok());
        if store.is_some() {
            say("the job was submitted elsewhere: it is recorded here from now on");
        }
        let case = Case::adopt(self.world, store, job).await.map_err(|words| (Outcome::NotSent, words))?;
        Ok(self.watch(case, stop).await)
    }

    /// Follows the job with this key, once it has an id.
    async fn recorded(&self, key: JobKey, stop: &mut Stop) -> Result<CommandReport, (Outcome, String)> {
        let saved = self.saved().await.map_err(|words| (Outcome::NotSent, words))?;
        let job = saved.jobs.into_iter().find(|job| job.key == key);
        let job =
            job.ok_or_else(|| (Outcome::NotFound, format!("no job of the key {key} is recorded here")))?;
        self.follow(job, stop).await
    }

    /// Follows the newest unfinished job for the contract. Without one, reports the newest job's state, or the
    /// verifier's record of the contract.
    async fn contract(
        &self,
        contract: ContractRef,
        stop: &mut Stop,
    ) -> Result<CommandReport, (Outcome, String)> {
        let jobs = self.saved().await.map_err(|words| (Outcome::NotSent, words))?.jobs;
        if let ContractRef::Address(address) = contract
            && let Some(job) = self.newest(&jobs, address)
        {
            return self.follow(job.clone(), stop).await;
        }
        let asked = stop.unless_stopped(resolve::lookup(contract, self.world)).await;
        let ended = |outcome| (outcome, "ended before the contract was known".to_owned());
        let record = asked.map_err(ended)??;
        let sent = preflight::sent(contract, record.as_deref()).map(|sent| sent.address);
        if let Some(job) = sent.and_then(|sent| self.newest(&jobs, sent)) {
            return self.follow(job.clone(), stop).await;
        }
        let none = format!("no job for {contract} was submitted from here");
        let (Some(chain), Some(address)) = (self.chain, sent) else {
            return Err((Outcome::NotFound, none));
        };
        let lookup = VerifiedQuery { chain: chain.clone(), address, extent: Extent::Match };
        let unsent = |outcome, words| {
            CommandReport::unsent(outcome, Some(&self.world.network), None, words).about(address)
        };
        let asked = stop.unless_stopped(self.world.ask(&lookup)).await;
        Ok(match asked {
            Ok(Ok(found)) if found.grade() != Grade::Not => {
                let words = format!("{none}; the verifier has it verified: {}", found.label());
                unsent(Outcome::Verified, words).verified_before(&found.contract)
            }
            Ok(Ok(_) | Err(Unanswered { failure: Failure::NotFound { .. }, .. })) => {
                unsent(Outcome::NotFound, format!("{none}, and the verifier does not have it verified"))
            }
            Ok(Err(Unanswered { failure, .. })) => {
                unsent(Outcome::Unreachable, format!("{none}; {}", failure.sentence()))
            }
            Err(outcome) => unsent(outcome, none),
        })
    }

    /// The newest of these jobs for the contract that has not ended, or else the newest one.
    fn newest<'j>(&self, jobs: &'j [Job], address: EvmAddress) -> Option<&'j Job> {
        let is_on_chain = |job: &Job| self.chain.is_none_or(|chain| job.chain.as_ref() == Some(chain));
        let mut all = jobs.iter().filter(|job| job.address == Some(address) && is_on_chain(job));
        all.clone().find(|job| !job.is_over()).or_else(|| all.next())
    }

    /// Follows a recorded job. If another process is sending it, waits for that first.
    async fn follow(&self, mut job: Job, stop: &mut Stop) -> Result<CommandReport, (Outcome, String)> {
        let early = |outcome| (outcome, "ended while another hieroscope was sending the job".to_owned());
        while let Some(sending) = self.in_other_hands(&job).await {
            job = sending;
            if self.until.is_up() {
                return Err(early(Outcome::TimedOut));
            }
            stop.unless_stopped(sleep(READ_INTERVAL)).await.map_err(early)?;
        }
        if let Ok(saved) = self.saved().await
            && let Some(newer) = saved.jobs.into_iter().find(|known| known.key == job.key)
        {
            job = newer;
        }
        let is_open = !job.state.is_final() || job.leaves_open();
        let mut case = Case::take_over(self.world, self.store, job);
        if !is_open {
            return Ok(case.report());
        }
        if case.job().id.is_none() {
            return Ok(self.without_id(case, stop).await);
        }
        let polled = case.poll(stop).await;
        Ok(match polled {
            Ok(()) => self.watch(case, stop).await,
            Err(outcome) => case.end(outcome).await,
        })
    }

    /// Looks the contract of a job without an id up until it is verified or the time is up: only the contract shows the
    /// job's outcome. A job whose outcome has long been unknown is checked once.
    async fn without_id(&self, mut case: Case<'_>, stop: &mut Stop) -> CommandReport {
        let begun = now();
        let waits = case.job().lookup_after(begun).is_some();
        say(if waits {
            "the verifier gave the job no id, so it is asked whether the contract is verified, now and then"
        } else {
            "the verifier gave the job no id, and what became of it has long been unknown: the contract is looked up once"
        });
        loop {
            let asked = Instant::now();
            match case.lookup(stop).await {
                Ok(Some(verified)) => {
                    return case.end(Outcome::Verified).await.verified_before(&verified.contract);
                }
                Ok(None) => {}
                Err(ended) => return case.end(ended).await,
            }
            let is_last = self.until.is_up_at(asked);
            let Some(next) = case.job().lookup_after(now()).filter(|_| !is_last) else { break };
            let next = self.until.cut(instant(next));
            if let Err(ended) = stop.unless_stopped(sleep_until(next)).await {
                return case.end(ended).await;
            }
        }
        let outcome = case.outcome();
        case.end(outcome).await
    }

    async fn watch(&self, mut case: Case<'_>, stop: &mut Stop) -> CommandReport {
        let outcome = match case.watch(self.until, stop).await {
            _ if case.job().state == JobState::Lost => Outcome::NotFound,
            outcome => outcome,
        };
        case.settle(outcome, stop).await
    }

    /// The job's current state, if another process is sending it or plans to.
    async fn in_other_hands(&self, job: &Job) -> Option<Job> {
        let saved = self.saved().await.ok()?;
        let is_elsewhere = saved.elsewhere.contains(&job.key);
        let job = saved.jobs.into_iter().find(|known| known.key == job.key)?;
        let waits = job.state == JobState::Submitting || job.retry_at.is_some();
        (is_elsewhere && waits).then_some(job)
    }

    async fn saved(&self) -> Result<Saved, String> {
        match self.store {
            Some(store) => answered(store.saved()).await,
            None => Ok(Saved::default()),
        }
    }
}

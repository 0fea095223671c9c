//! Obstacles to a submission: an earlier job with the same submission that runs or may run, another job that locks the
//! contract, and a verifier with too many requests.

use std::iter;

use tokio::time::{sleep, sleep_until};
use verification::{Earlier, Job, JobState, Mode, Submission};

use super::{Errand, Target};
use crate::cli::console::say;
use crate::cli::follow::Case;
use crate::cli::stop::{Limit, Stop};
use crate::cli::watch::READ_INTERVAL;
use crate::cli::{CommandReport, Outcome};
use crate::message::Saved;
use crate::runtime::{instant, now};
use crate::store::StoreWorker;
use crate::store::worker::answered;

/// Finds it among what is recorded.
///
/// # Errors
/// Why it cannot be determined, in a sentence: what was recorded cannot be read.
async fn find(store: &StoreWorker, wanted: &Job) -> Result<Option<Earlier>, String> {
    let Saved { jobs, elsewhere, .. } = answered(store.saved()).await?;
    Ok(Earlier::find(&jobs, &elsewhere, wanted, now()))
}

impl Errand<'_> {
    /// Continues an earlier job with the same submission. `None` if no such job exists, it has ended without success
    /// meanwhile, or the command repeats the submission with any outcome.
    pub(super) async fn earlier(
        &self,
        target: &Target,
        wanted: &Job,
        stop: &mut Stop,
    ) -> Result<Option<CommandReport>, Box<CommandReport>> {
        let Some(store) = self.store else { return Ok(None) };
        let until = self.until();
        let mut waits = false;
        loop {
            let found = match find(store, wanted).await {
                Ok(Some(found)) => found,
                Ok(None) => return Ok(None),
                Err(words) => return Err(self.unrecorded(target, &words, stop).await),
            };
            if self.task.sending.dry_run {
                say(&prospect(&found));
                return Ok(None);
            }
            match found {
                Earlier::Accepted(job) => return Ok(self.accepted(store, job, stop).await),
                Earlier::Unknown(job) => return Ok(self.unknown(store, job, stop).await),
                Earlier::Leaving if until.is_up() => {
                    return Err(Box::new(self.ended(Outcome::TimedOut)));
                }
                Earlier::Leaving => {
                    if !std::mem::replace(&mut waits, true) {
                        say("another hieroscope is sending the same: its answer is waited for");
                    }
                    stop.unless_stopped(sleep(READ_INTERVAL)).await.map_err(|outcome| self.ended(outcome))?;
                }
            }
        }
    }

    /// Follows a job that was accepted.
    async fn accepted(&self, store: &StoreWorker, job: Job, stop: &mut Stop) -> Option<CommandReport> {
        let sent = job.key.made.relative(now());
        say(&format!("a job for it was sent {sent} and may be running still: it is checked first"));
        let mut case = Case::take_over(self.world, Some(store), job);
        if let Err(outcome) = case.poll(stop).await {
            return Some(case.end(outcome).await);
        }
        if case.has_ended() && case.outcome() != Outcome::Verified {
            say("it has ended: another is sent");
            return None;
        }
        Some(self.follow(case, self.until(), stop).await)
    }

    /// Looks up the contract of a job with an unknown outcome. If that leaves it open, only the user can decide to
    /// submit again.
    async fn unknown(&self, store: &StoreWorker, job: Job, stop: &mut Stop) -> Option<CommandReport> {
        let sent = job.key.made.relative(now());
        if self.task.sending.again {
            say(&format!("the same was sent {sent}, and what became of it is not known: it is sent again"));
            return None;
        }
        say(&format!(
            "the same was sent {sent}, and what became of it is not known: the contract is looked up"
        ));
        let mut case = Case::take_up(self.world, Some(store), job);
        Some(match case.lookup(stop).await {
            Ok(Some(verified)) => case.end(Outcome::Verified).await.verified_before(&verified.contract),
            Ok(None) => case.end(Outcome::Unreachable).await.held_back(&sent),
            Err(outcome) => case.end(outcome).await,
        })
    }
}

/// What would be done about it.
fn prospect(found: &Earlier) -> String {
    match found {
        Earlier::Accepted(job) => format!(
            "a job for it was sent {}: if it runs still, it is followed, and nothing is sent",
            job.key.made.relative(now())
        ),
        Earlier::Leaving => {
            "another hieroscope is sending the same: its answer would be waited for".to_owned()
        }
        Earlier::Unknown(job) => format!(
            "the same was sent {}, and what became of it is not known: without --again nothing is sent",
            job.key.made.relative(now())
        ),
    }
}

/// Seconds before the first further attempts: most jobs end soon.
const FIRST_WAIT_SECONDS: [u64; 4] = [2, 4, 8, 16];

/// Seconds before each attempt after those.
const WAIT_SECONDS: u64 = 30;

impl Errand<'_> {
    /// Sends the submission. To follow it, waits until no other job locks the contract and the verifier takes requests:
    /// a job of this user is followed meanwhile, and returned if it has made the submission pointless.
    ///
    /// # Errors
    /// The outcome with which the command ends, if it must end.
    pub(super) async fn send(
        &self,
        case: &mut Case<'_>,
        submission: &Submission,
        until: Limit,
        stop: &mut Stop,
    ) -> Result<Option<Case<'_>>, Outcome> {
        case.send(submission.clone(), stop).await?;
        let waits = FIRST_WAIT_SECONDS.into_iter().chain(iter::repeat(WAIT_SECONDS));
        for wait in waits {
            let (state, refusal) = (case.job().state, case.job().refusal.as_ref());
            if !self.task.sending.watch || !matches!(state, JobState::Locked | JobState::RateLimited) {
                break;
            }
            // A server may tell when it takes requests again.
            let told = refusal.and_then(|refusal| refusal.until);
            if let Some(own) = self.own_lock(case.job()).await {
                say(&format!("{}: it is followed first", holder(&own)));
                let mut own = Case::take_over(self.world, self.store, own);
                let outcome = own.watch(until, stop).await;
                if matches!(outcome, Outcome::TimedOut | Outcome::Interrupted | Outcome::Terminated) {
                    return Err(outcome);
                }
                if settles(own.job(), submission.mode()) {
                    return Ok(Some(own));
                }
            }
            let asked = now();
            let at = told.unwrap_or_default().max(asked.plus_millis(wait * 1000));
            let next = instant(at);
            if until.is_up_at(next) {
                stop.unless_stopped(until.up()).await?;
                return Err(Outcome::TimedOut);
            }
            let reason = match state {
                JobState::RateLimited => "the verifier had too many requests",
                _ => "a job locked the contract",
            };
            say(&format!("{reason}: the submission is sent again {}", at.relative(asked)));
            stop.unless_stopped(sleep_until(next)).await?;
            case.begin_again().await?;
            case.send(submission.clone(), stop).await?;
        }
        Ok(None)
    }

    /// The newest stored job that locks this job's contract.
    pub(super) async fn own_lock(&self, locked: &Job) -> Option<Job> {
        let store = self.store.filter(|_| locked.state == JobState::Locked)?;
        let (chain, address) = locked.chain.as_ref().zip(locked.address)?;
        let saved = answered(store.saved()).await.ok()?;
        let open = |job: &Job| job.id.is_some() && job.is_open_for(&locked.server, chain, address);
        saved.jobs.into_iter().find(open)
    }
}

/// That this job locks the contract.
pub(super) fn holder(own: &Job) -> String {
    let id = own.id.as_ref().map(|id| format!(" {id}")).unwrap_or_default();
    format!("job{id}, which was sent from here {}, locks the contract", own.key.made.relative(now()))
}

/// Whether a submission in this mode can add nothing to what this job has come to.
fn settles(job: &Job, mode: Mode) -> bool {
    let exact = matches!(job.state, JobState::ExactMatch | JobState::AlreadyVerified);
    let same = job.mode == Some(mode) && matches!(mode, Mode::Similarity | Mode::Import);
    exact || same && job.state.is_success()
}

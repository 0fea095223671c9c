//! A submission that the verifier refuses for now: another job for the contract runs, or too much was asked of it. Whose
//! job that is, and how to wait.

use std::iter;

use tokio::time::sleep_until;
use verification::{Job, JobState, Mode, Submission};

use super::Errand;
use crate::cli::Outcome;
use crate::cli::console::say;
use crate::cli::follow::Case;
use crate::cli::limit::Limit;
use crate::cli::stop::Stop;
use crate::runtime::{instant, now};
use crate::store::worker::answered;

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

//! Finds earlier jobs with the same submission: while one runs or may run, nothing is submitted again unasked.

use tokio::time::sleep;
use verification::{Earlier, Job};

use super::{Errand, Target};
use crate::cli::console::say;
use crate::cli::follow::Case;
use crate::cli::stop::Stop;
use crate::cli::watch::READ_INTERVAL;
use crate::cli::{CommandReport, Outcome};
use crate::message::Saved;
use crate::runtime::now;
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

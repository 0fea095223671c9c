//! `hieroscope jobs --refresh`: a look at every job that has not ended, one after another.

use std::collections::BTreeSet;

use ledger::Timestamp;
use ledger::timestamp::NANOS;
use verification::{Job, JobState};

use super::follow::Case;
use super::kept::resumed;
use super::stop::Stop;
use super::{Outcome, World};
use crate::runtime::now;
use crate::store::StoreWorker;
use crate::store::worker::answered;

/// For how many nanoseconds a contract is looked up whose job has no known outcome.
const MAX_UNKNOWN_NANOS: u128 = 7 * 86_400 * NANOS as u128;

/// The results of the polls.
#[derive(Debug, Default)]
pub(super) struct Refreshed {
    pub(super) jobs: Vec<Job>,
    /// Why not all of it is up to date.
    pub(super) lacking: Option<(Outcome, &'static str)>,
}

/// Asks the verifiers for the jobs that have not ended, and for the contracts of those whose outcome is not known. What
/// comes is recorded. A verifier that does not answer is not asked again.
///
/// # Errors
/// Why the jobs cannot be read, in words.
pub(super) async fn refresh(world: &World, store: &StoreWorker) -> Result<Refreshed, String> {
    let mut stop = Stop::listen()?;
    let mut silent = BTreeSet::new();
    let mut lacking = None;
    let mut jobs = Vec::new();
    for job in resumed(answered(store.saved()).await?, now()) {
        if !is_open(&job, now())
            || silent.contains(&job.server)
            || lacking.is_some_and(|(by, _)| is_signal(by))
        {
            jobs.push(job);
            continue;
        }
        let mut case = Case::take_up(world, Some(store), job);
        let looked = match case.poll(&mut stop).await {
            Ok(()) => case.lookup(&mut stop).await.map(drop),
            Err(outcome) => Err(outcome),
        };
        if let Err(outcome) = looked {
            lacking = Some((outcome, "ended before all jobs were asked for: the others are as last seen"));
        } else if case.job().state == JobState::Unreachable {
            silent.insert(case.job().server.clone());
            let words = "no answer about some of the jobs: their states are those last seen";
            lacking = Some((Outcome::Unreachable, words));
        }
        jobs.push(case.job().clone());
    }
    Ok(Refreshed { jobs, lacking })
}

fn is_signal(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Interrupted | Outcome::Terminated)
}

/// Whether a request to the verifier can change the job's state. The embedded verifier ended with the program that had
/// submitted the job.
fn is_open(job: &Job, now: Timestamp) -> bool {
    let since = job.timeline.last().map_or(0, |moment| now.since(moment.at));
    let is_unknown = job.leaves_open() && since < MAX_UNKNOWN_NANOS;
    !job.server.is_empty() && (job.id.is_some() && !job.state.is_final() || is_unknown)
}

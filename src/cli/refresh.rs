//! `hieroscope jobs --refresh`: a look at every job that has not ended, one after another.

use std::collections::BTreeSet;

use super::World;
use super::follow::Case;
use super::jobs::resumed;
use super::stop::Stop;
use crate::ledger::Timestamp;
use crate::ledger::timestamp::NANOS;
use crate::runtime::now;
use crate::store::StoreWorker;
use crate::store::worker::answered;
use crate::verification::{Job, JobState};

/// For how many nanoseconds a contract is looked up whose job has no known outcome.
const MAX_UNKNOWN_NANOS: u128 = 7 * 86_400 * NANOS as u128;

/// What the looks have brought.
#[derive(Debug, Default)]
pub(super) struct Refreshed {
    pub(super) jobs: Vec<Job>,
    /// Whether a verifier gave no answer.
    pub(super) unanswered: bool,
}

/// Asks the verifiers for the jobs that have not ended, and for the contracts of those whose outcome is not known. What
/// comes is recorded. A verifier that does not answer is not asked again.
///
/// # Errors
/// Why the jobs cannot be read, in words.
pub(super) async fn refresh(world: &World, store: &StoreWorker) -> Result<Refreshed, String> {
    let mut stop = Stop::listen()?;
    let mut silent = BTreeSet::new();
    let mut jobs = Vec::new();
    for job in resumed(answered(store.saved()).await?, now()) {
        if !is_open(&job, now()) || silent.contains(&job.server) {
            jobs.push(job);
            continue;
        }
        let mut case = Case::take_up(world, Some(store), job);
        let looked = match case.poll(&mut stop).await {
            Ok(()) => case.lookup(&mut stop).await.map(drop),
            Err(outcome) => Err(outcome),
        };
        if looked.is_err() || case.job().state == JobState::Unreachable {
            silent.insert(case.job().server.clone());
        }
        jobs.push(case.job().clone());
    }
    Ok(Refreshed { jobs, unanswered: !silent.is_empty() })
}

/// Whether a verifier can tell more of the job. The embedded one ended with the program that had sent it.
fn is_open(job: &Job, now: Timestamp) -> bool {
    let since = job.timeline.last().map_or(0, |moment| now.since(moment.at));
    let is_unknown = job.leaves_open() && since < MAX_UNKNOWN_NANOS;
    !job.server.is_empty() && (job.id.is_some() && !job.state.is_final() || is_unknown)
}

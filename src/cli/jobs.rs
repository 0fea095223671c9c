//! `hieroscope jobs`: the jobs submitted from here, newest first, in their stored or refreshed state.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use ledger::Timestamp;
use ledger::text::visible;
use ledger::timestamp::NANOS;
use serde::Serialize;
use verification::{Job, JobState};

use super::console::{Colours, complain, result, say};
use super::follow::Case;
use super::kept::resumed;
use super::report::JobReport;
use super::stop::Stop;
use super::world::{NOT_REPLAYED, Purpose};
use super::{Outcome, World, console, kept, world};
use crate::config::{Config, JobsTask};
use crate::runtime::now;
use crate::store::worker::answered;
use crate::store::{Remark, StoreWorker};

/// The column headings.
const HEADS: [&str; 9] =
    ["SUBMITTED", "STATE", "CHAIN", "CONTRACT", "NAME", "MODE", "NETWORK", "JOB", "OUTCOME"];

/// The list as one JSON object.
#[derive(Debug, Serialize)]
struct List {
    jobs: Vec<JobReport>,
    message: Option<String>,
    exit_code: u8,
}

/// Prints the jobs that are kept in the data directory, and returns the exit code.
pub(super) fn list(config: Config, task: JobsTask, colours: Colours) -> ExitCode {
    let list = match (task.refresh, &config.recording) {
        (_, Some(_)) => List::none(Outcome::Usage, NOT_REPLAYED.to_owned()),
        (true, None) => refreshed(config, colours),
        (false, None) => match kept::read(&config) {
            Ok((saved, remarks)) => {
                let list = List::of(&config.data_dir, resumed(saved, now()), None);
                remarks.iter().fold(list, List::remarked)
            }
            Err(fault) => List::none(Outcome::Usage, fault.to_string()),
        },
    };
    if let Some(words) = &list.message {
        complain(words);
    }
    let written = if task.json {
        // Strings and numbers only: there is nothing in it that could not be written.
        result(&serde_json::to_string(&list).unwrap_or_default())
    } else if !list.jobs.is_empty() {
        result(&table(&list.jobs))
    } else {
        if list.message.is_none() {
            say("nothing was submitted from here yet");
        }
        Ok(())
    };
    super::ended(list.exit_code, written)
}

impl List {
    /// These jobs, of which some are not up to date if anything was lacking.
    fn of(data_dir: &Path, mut jobs: Vec<Job>, lacking: Option<(Outcome, &str)>) -> Self {
        kept::complete(data_dir, &mut jobs);
        let jobs = jobs.iter().map(|job| JobReport::new(job, now())).collect();
        let exit_code = lacking.map_or(0, |(outcome, _)| outcome.exit_code());
        Self { jobs, message: lacking.map(|(_, words)| words.to_owned()), exit_code }
    }

    /// Adds a remark of the store. If the store hides jobs, the list is incomplete and the command fails.
    fn remarked(mut self, remark: &Remark) -> Self {
        if !remark.hides_jobs() {
            kept::tell(remark);
            return self;
        }
        let words = self.message.into_iter().chain([visible(&remark.to_string())]);
        self.message = Some(words.collect::<Vec<_>>().join("; "));
        if self.exit_code == 0 {
            self.exit_code = Outcome::Failed.exit_code();
        }
        self
    }

    fn none(outcome: Outcome, words: String) -> Self {
        Self { jobs: Vec::new(), message: Some(words), exit_code: outcome.exit_code() }
    }
}

/// The jobs after a look at those that have not ended.
fn refreshed(config: Config, colours: Colours) -> List {
    // To make an empty one would be to write.
    if !kept::is_there(&config) {
        return List::of(&config.data_dir, Vec::new(), None);
    }
    let data_dir = config.data_dir.clone();
    let remarks = Arc::<Mutex<Vec<Remark>>>::default();
    let heard = Arc::clone(&remarks);
    let hear =
        move |remark: &Remark| heard.lock().unwrap_or_else(PoisonError::into_inner).push(remark.clone());
    let refreshed =
        world::run_hearing(config, Purpose::Follows, colours, hear, async |world, store| match store {
            Some(store) => refresh(world, store).await,
            None => Ok(Refreshed::default()),
        });
    let list = match refreshed {
        Ok(Ok(Refreshed { jobs, lacking })) => List::of(&data_dir, jobs, lacking),
        Ok(Err(words)) => List::none(Outcome::Usage, words),
        Err(why) => List::none(why.0, why.2),
    };
    // The store has ended, and all that there is to say of it has come.
    let remarks = remarks.lock().unwrap_or_else(PoisonError::into_inner);
    remarks.iter().fold(list, List::remarked)
}

/// The jobs in aligned columns.
fn table(jobs: &[JobReport]) -> String {
    let rows: Vec<[String; 9]> =
        std::iter::once(HEADS.map(str::to_owned)).chain(jobs.iter().map(row)).collect();
    console::aligned(&rows).trim_end().to_owned()
}

fn row(job: &JobReport) -> [String; 9] {
    let or_dash = |text: Option<&str>| text.unwrap_or("-").to_owned();
    [
        or_dash(job.submitted_at.as_deref()),
        job.state.to_owned(),
        or_dash(job.chain.as_deref()),
        or_dash(job.address.as_deref()),
        or_dash(job.contract.as_deref().map(|name| name.rsplit(':').next().unwrap_or(name))),
        or_dash(job.mode),
        or_dash(job.network.as_deref()),
        or_dash(job.job_id.as_deref()),
        job.outcome.clone(),
    ]
}

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

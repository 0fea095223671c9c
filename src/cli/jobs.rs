//! `hieroscope jobs`: the jobs submitted from here, newest first, in their stored or refreshed state.

use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use ledger::text::visible;
use serde::Serialize;
use verification::Job;

use super::console::{Colours, complain, result, say};
use super::report::JobReport;
use super::world::{self, NOT_REPLAYED, Purpose};
use super::{Outcome, kept, refresh, table};
use crate::config::{Config, JobsTask};
use crate::runtime::now;
use crate::store::Remark;

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
                let list = List::of(&config.data_dir, kept::resumed(saved, now()), None);
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
            Some(store) => refresh::refresh(world, store).await,
            None => Ok(refresh::Refreshed::default()),
        });
    let list = match refreshed {
        Ok(Ok(refresh::Refreshed { jobs, lacking })) => List::of(&data_dir, jobs, lacking),
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
    table::aligned(&rows).trim_end().to_owned()
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

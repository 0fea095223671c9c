//! `hieroscope jobs`: what was submitted from here, newest first, as it was last seen. Nothing is written.

use std::path::Path;

use serde::Serialize;

use super::console::{complain, result, say};
use super::report::JobReport;
use super::table;
use crate::config::Config;
use crate::ledger::Timestamp;
use crate::runtime::READERS;
use crate::store::{FILE, Store, StoreFault};
use crate::verification::JobState;

/// What stands above the columns.
const HEADS: [&str; 8] = ["SUBMITTED", "STATE", "CHAIN", "CONTRACT", "MODE", "NETWORK", "JOB", "OUTCOME"];

/// The list as one JSON object.
#[derive(Debug, Serialize)]
struct List {
    jobs: Vec<JobReport>,
    message: Option<String>,
    exit_code: u8,
}

/// Why a recording has no jobs.
const NOT_REPLAYED: &str =
    "a recording has no jobs: leave out --replay for those that were submitted from here";

/// Prints the jobs that are kept in the data directory, and returns the exit code.
pub(super) fn list(config: &Config, json: bool, now: Timestamp) -> u8 {
    let loaded = match config.recording {
        Some(_) => Err(NOT_REPLAYED.to_owned()),
        None => load(&config.data_dir, now).map_err(|fault| fault.to_string()),
    };
    let list = match loaded {
        Ok(jobs) => List { jobs, message: None, exit_code: 0 },
        Err(words) => List { jobs: Vec::new(), message: Some(words), exit_code: 2 },
    };
    if let Some(words) = &list.message {
        complain(words);
    }
    if json {
        // Strings and numbers only: there is nothing in it that could not be written.
        result(&serde_json::to_string(&list).unwrap_or_default());
    } else if !list.jobs.is_empty() {
        result(&table(&list.jobs));
    } else if list.message.is_none() {
        say("nothing was submitted from here yet");
    }
    list.exit_code
}

fn load(data_dir: &Path, now: Timestamp) -> Result<Vec<JobReport>, StoreFault> {
    if !data_dir.as_os_str().is_empty() && !data_dir.join(FILE).exists() {
        // To make an empty store would be to write.
        return Ok(Vec::new());
    }
    let saved = Store::open(data_dir, READERS)?.saved()?;
    let mut jobs = saved.jobs;
    for job in jobs.iter_mut().filter(|job| !saved.elsewhere.contains(&job.key)) {
        // Nobody waits for the answer to what an ended process has sent.
        job.resume(now);
    }
    Ok(jobs.iter().map(|job| JobReport::new(job, now)).collect())
}

/// The jobs in aligned columns.
fn table(jobs: &[JobReport]) -> String {
    let rows: Vec<[String; 8]> =
        std::iter::once(HEADS.map(str::to_owned)).chain(jobs.iter().map(row)).collect();
    table::aligned(&rows).trim_end().to_owned()
}

fn row(job: &JobReport) -> [String; 8] {
    let or_dash = |text: Option<&str>| text.unwrap_or("-").to_owned();
    let state = JobState::parse(job.state).map_or(job.state, JobState::label);
    [
        or_dash(job.submitted_at.as_deref()),
        state.to_owned(),
        or_dash(job.chain.as_deref()),
        or_dash(job.address.as_deref()),
        or_dash(job.mode),
        or_dash(job.network.as_deref()),
        or_dash(job.job_id.as_deref()),
        job.in_short(),
    ]
}

//! What to do next, where no key can be pressed: the same command again, or which other one.

use api::Failure;
use ledger::text::visible;
use verification::{Job, JobState};

use super::console::second;

/// Why the server at this address did not answer, with its own words and what to do next.
pub(super) fn told(failure: &Failure, at: &str) -> String {
    let is_silent = matches!(failure, Failure::Unreachable { .. } | Failure::TimedOut { .. });
    let at = Some(visible(at)).filter(|at| is_silent && !at.is_empty());
    format!("{} {}", with_words(failure, at), after(failure))
}

/// Why a server's answer did not come, with the server's own words.
pub(super) fn reason(failure: &Failure) -> String {
    with_words(failure, None)
}

fn with_words(failure: &Failure, at: Option<String>) -> String {
    let said = at.into_iter().chain(failure.joined_messages().map(|said| said.escaped()));
    let said = said.collect::<Vec<_>>().join(": ");
    let said = if said.is_empty() { said } else { format!(" ({said})") };
    format!("{}{said}", failure.sentence())
}

/// What to do after a failure.
fn after(failure: &Failure) -> String {
    let words = match failure {
        Failure::RateLimited { until: Some(until), .. } => {
            return format!("Run it again after {}: another program may share your address.", second(*until));
        }
        Failure::Refused { status, .. } if !matches!(status, 401 | 403) => "Running it again will not help.",
        Failure::TimedOut { .. } => {
            "Run it again, or have it wait longer: `answer-seconds` in the network's profile."
        }
        Failure::NotUnderstood { .. } => {
            "Check that the address is that of the right API; `--record FILE` keeps the answer."
        }
        failure => failure.next_step(),
    };
    words.to_owned()
}

/// The outcome of a job and the next step, where the job's advice relies on the screen's retries or keys; `None` where
/// the advice also holds here.
pub(super) fn of_job(job: &Job, is_recorded: bool) -> Option<String> {
    let text = job.advice()?.text;
    match job.state {
        JobState::Unreachable => Some(format!("{text} {} asks again.", watch(job)?)),
        // The embedded verifier has ended with this program, and knows nothing of it.
        JobState::UnknownOutcome if is_recorded && job.server.is_empty() => {
            Some(format!("{text} The same command with --again {SENDS_AGAIN}"))
        }
        JobState::UnknownOutcome if is_recorded => {
            let watch = format!("`hieroscope watch {}` tells once the contract is verified", job.key);
            Some(format!("{text} {watch}; the same command with --again {SENDS_AGAIN}"))
        }
        JobState::UnknownOutcome => Some(format!("{text} The same command {SENDS_AGAIN}")),
        JobState::Lost => Some(format!(
            "{text} Check which verifier it was submitted to; {} looks for it again.",
            watch(job)?
        )),
        JobState::WrongRecord => {
            Some(format!("{text} Check the verifier's address; {} asks again.", watch(job)?))
        }
        _ => None,
    }
}

/// What to do about an unfinished job when the wait is over.
pub(super) fn out_of_time(job: &Job) -> Option<String> {
    Some(format!("The job had not ended when the time was up. {} goes on.", watch(job)?))
}

const SENDS_AGAIN: &str = "sends it again: if it runs, the verifier refuses it as a duplicate.";

/// The command that follows a job, unless its verifier has ended with this program.
fn watch(job: &Job) -> Option<String> {
    let id = job.id.as_ref().filter(|_| !job.server.is_empty())?;
    Some(format!("`hieroscope watch {id}`"))
}

//! A report of a job to paste into an issue. A job holds no secret, so neither can a report.

use std::fmt::Write as _;

use crate::ledger::Timestamp;
use crate::panes::job_words;
use crate::verification::Job;

/// The report in Markdown.
pub(super) fn markdown(job: &Job, now: Timestamp) -> String {
    let mut out = format!("## Verification: {}\n\n", job.state.words());
    let mut fact = |label: &str, value: String| {
        if !value.is_empty() {
            let _ = writeln!(out, "- {label}: {value}");
        }
    };
    let code = |text: &dyn ToString| format!("`{}`", text.to_string());
    fact("chain", job.chain.as_ref().map(|chain| code(chain)).unwrap_or_default());
    fact("address", job.address.map(|address| code(&address.checksummed())).unwrap_or_default());
    fact("mode", job.mode.map_or("adopted", |mode| mode.words()).to_owned());
    fact("creation transaction", job.creation_hash.map(|hash| code(&hash)).unwrap_or_default());
    fact("job", job.id.as_ref().map(|id| code(id)).unwrap_or_default());
    fact("verifier", job_words::server(&job.server).to_owned());
    fact("submitted", format!("{} UTC", job.key.made.utc()));
    fact("time", job_words::elapsed(job, now));
    fact("outcome", job_words::outcome(job));
    fact("code", job.code().map(|text| code(&text.shown())).unwrap_or_default());
    let message = job.record.as_ref().and_then(|record| record.error.known()?.message.known());
    fact("words", message.or(job.words.as_ref()).map(|words| code(&words.shown())).unwrap_or_default());
    out.push_str("\n### Timeline\n\n");
    for moment in &job.timeline {
        let detail =
            moment.detail.as_ref().map(|detail| format!(" ({})", detail.shown())).unwrap_or_default();
        let _ = writeln!(out, "- {} UTC: {}{detail}", moment.at.utc(), moment.state.words());
    }
    out
}

//! A Markdown report of a job, for an issue or a file: the submission, the outcome, and the times.
//!
//! A job contains no secret, so neither does a report. Untrusted texts are in code spans and blocks, with
//! every control character escaped.

use std::fmt::Write as _;

use decode::Comparison;
use ledger::{Text, Timestamp};
use verification::{ExternalVerification, Job, JobError, JobRecord};

use crate::panes::kit::nouns::code_diff::mismatch::{Conclusion, sentences};
use crate::panes::kit::nouns::code_diff::{mismatch, verdict};
use crate::panes::kit::nouns::job_text;

/// The most lines of compiler output in a report.
const MAX_COMPILER_LINES: usize = 60;

/// The report in Markdown. It compares bytecode, so it is too slow to build for every frame.
pub fn markdown(job: &Job, now: Timestamp) -> String {
    let mut out = format!("## Verification: {}\n\n{}\n\n", job.state.label(), job.sentence());
    let compared = mismatch::error(job).map(|error| mismatch::compare(error, None)).unwrap_or_default();
    if let Some(advice) = job.advice() {
        let found = Conclusion::new(job, &compared);
        let (text, next) = sentences(advice, found.as_ref());
        let _ = writeln!(out, "{text} {next}\n");
    }
    submission(&mut out, job, now);
    outcome(&mut out, job);
    if let Some(record) = &job.record {
        if let Some(error) = record.error.known() {
            comparison(&mut out, &compared);
            compiler(&mut out, error);
        }
        external(&mut out, record);
    }
    out.push_str("\n### Timeline\n\n");
    for moment in &job.timeline {
        let detail = moment
            .detail
            .as_ref()
            .map(|detail| format!(" ({})", code(&detail.escaped())))
            .unwrap_or_default();
        let _ = writeln!(out, "- {} UTC: {}{detail}", moment.at.utc(), moment.state.label());
    }
    let _ = writeln!(out, "\nWritten by hieroscope {} at {} UTC.", env!("CARGO_PKG_VERSION"), now.utc());
    out
}

fn submission(out: &mut String, job: &Job, now: Timestamp) {
    let named = |value: Option<String>| value.as_deref().map(code);
    fact(out, "chain", named(job.chain.as_ref().map(ToString::to_string)));
    fact(out, "address", named(job.address.map(|address| address.checksummed())));
    fact(out, "mode", Some(job.mode.map_or("adopted by its id", |mode| mode.label()).to_owned()));
    fact(out, "contract", job.origin.contract.as_ref().map(|name| code(&name.escaped())));
    fact(out, "compiler", job.origin.compiler.as_ref().map(|version| code(&version.escaped())));
    fact(out, "creation transaction", named(job.creation_hash.map(|hash| hash.to_string())));
    fact(out, "job", named(job.id.as_ref().map(ToString::to_string)));
    fact(out, "verifier", Some(code(job_text::server(&job.server))));
    fact(out, "network", Some(code(&job.network)));
    fact(out, "submitted", Some(format!("{} UTC", job.key.made.utc())));
    fact(out, "attempts", (job.attempt > 1).then(|| job.attempt.to_string()));
    fact(out, "time", Some(job_text::elapsed(job, now)));
}

fn outcome(out: &mut String, job: &Job) {
    let shown = |text: Option<&Text>| text.map(|text| code(&text.escaped()));
    let error = job.record.as_ref().and_then(|record| record.error.known());
    let status = job.refusal.as_ref().map(|refusal| refusal.status.to_string());
    fact(out, "HTTP status", status);
    fact(out, "code", shown(job.code()));
    fact(out, "message", shown(error.and_then(|error| error.message.known())));
    let claim = "the verifier's claim, which it makes for any cause";
    let words = if job.claims_the_key() { claim } else { "words" };
    fact(out, words, shown(job.words.as_ref()));
    fact(out, "error id", shown(error.and_then(|error| error.error_id.known())));
    let matched = job.record.as_ref().and_then(|record| job_text::sides(record));
    fact(out, "matched", matched);
}

/// Adds the differences between the recompiled and the deployed code.
fn comparison(out: &mut String, compared: &[Comparison]) {
    let lines: Vec<String> = compared.iter().flat_map(verdict::lines_of).collect();
    if !lines.is_empty() {
        out.push_str("\n### Comparison of the codes\n\n");
        for line in lines {
            let _ = writeln!(out, "- {line}");
        }
    }
}

fn compiler(out: &mut String, error: &JobError) {
    let complaints = error.compiler_errors();
    let lines: Vec<String> =
        complaints.iter().flat_map(|complaint| complaint.lines.iter().map(Text::escaped)).collect();
    let Some(first) = lines.get(..lines.len().min(MAX_COMPILER_LINES)).filter(|lines| !lines.is_empty())
    else {
        return;
    };
    let fence = fence(&lines.join("\n"), 3);
    let _ = writeln!(out, "\n### Compiler\n\n{fence}\n{}\n{fence}", first.join("\n"));
    if lines.len() > first.len() {
        let _ = writeln!(out, "\n{} more lines were left out.", lines.len() - first.len());
    }
}

/// Adds the reports to other explorers.
fn external(out: &mut String, record: &JobRecord) {
    if record.external.is_empty() {
        return;
    }
    out.push_str("\n### Reported to other explorers\n\n");
    for (name, reported) in &record.external {
        let ExternalVerification { verification_id, status_url, explorer_url, error, .. } = reported;
        let parts = [error, verification_id, status_url, explorer_url];
        let parts = parts.into_iter().filter_map(|field| field.known()).map(|text| code(&text.escaped()));
        fact(out, &code(&name.escaped()), Some(parts.collect::<Vec<_>>().join(", ")));
    }
}

fn fact(out: &mut String, label: &str, value: Option<String>) {
    if let Some(value) = value.filter(|value| !value.is_empty()) {
        let _ = writeln!(out, "- {label}: {value}");
    }
}

/// A code span that the text cannot break out of.
fn code(text: &str) -> String {
    let fence = fence(text, 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A run of backticks that is longer than any in the text, and at least `least` long.
fn fence(text: &str, least: usize) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    "`".repeat(least.max(longest + 1))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use ledger::{EvmAddress, Field, RawJson};
    use verification::{
        ApiKey, ChainId, JobEvent, JobId, JobKey, PollInterval, Refusal, Submission, SubmissionBody,
    };

    fn job() -> Job {
        let submission = Submission {
            chain: ChainId::parse("296").unwrap(),
            address: EvmAddress::new([1; 20]),
            body: SubmissionBody::Import { api_key: ApiKey::parse("hunter2") },
        };
        let key = JobKey { made: Timestamp::from_secs(1_795_219_200), process: 1 };
        Job::new(key, "local", "http://127.0.0.1:1", &submission, key.made)
    }

    fn apply(job: &mut Job, event: JobEvent) {
        job.apply(event, Timestamp::from_secs(1_795_219_203), &PollInterval::default());
    }

    fn report(job: &Job) -> String {
        markdown(job, Timestamp::from_secs(1_795_219_300))
    }

    #[test]
    fn a_failure_is_told_whole() {
        let mut job = job();
        apply(&mut job, JobEvent::Accepted(JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f").unwrap()));
        let lines: String = "line\\n".repeat(70);
        let error = JobError {
            code: Field::Known("compiler_error".into()),
            message: Field::Known("a ``` b\u{1b}[2J".into()),
            error_id: Field::Known("913c107a".into()),
            data: Field::Known(RawJson::new(format!(r#"{{"compilerErrorMessage":"{lines}"}}"#))),
            ..JobError::default()
        };
        let reported =
            ExternalVerification { error: Field::Known("rate limit".into()), ..Default::default() };
        let record = JobRecord {
            completed: Field::Known(true),
            error: Field::Known(error),
            external: vec![("routescan".into(), reported)],
            ..JobRecord::default()
        };
        apply(&mut job, JobEvent::Polled(Arc::new(record), None));
        insta::with_settings!({filters => vec![(env!("CARGO_PKG_VERSION"), "VERSION"), (r"(line\n){58}", "…\n")]}, {
            insta::assert_snapshot!(report(&job));
        });
        assert!(!report(&job).contains("hunter2"));
    }

    #[test]
    fn a_claim_about_the_key_is_called_one() {
        let mut job = job();
        let refusal = Refusal { status: 502, code: Some("etherscan_request_failed".into()), until: None };
        apply(&mut job, JobEvent::Refused(refusal, "Result message: Invalid API Key".into()));
        let report = report(&job);
        assert!(report.contains("claim, which it makes for any cause: `Result"), "{report}");
    }

    #[test]
    fn nothing_ends_a_code_span_early() {
        assert_eq!(code("plain"), "`plain`");
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(fence("a ```` b", 3), "`````");
    }
}

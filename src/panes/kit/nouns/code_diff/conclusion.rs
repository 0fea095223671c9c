//! The conclusion from comparing a failed verification's codes, in a sentence: more precise than the verifier's
//! error code.

use std::borrow::Cow;

use decode::difference::{Comparison, Finding, Verdict};
use ledger::amount::{counted, grouped};
use verification::{Advice, Job, Step};

use super::mismatch;
use super::verdict::{differ, findings};

/// What was found, and what to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conclusion {
    pub text: String,
    /// What to try next, in one sentence, if a finding says it.
    pub next: Option<String>,
}

impl Conclusion {
    /// The conclusion from a job's comparisons, the runtime code's first; `None` without a comparison, or if the
    /// job failed for another reason.
    pub fn new(job: &Job, comparisons: &[Comparison]) -> Option<Self> {
        job.advice().filter(|advice| advice.step == Step::Difference)?;
        let comparison = comparisons.first()?;
        let next = findings(comparison).into_iter().find_map(|message| message.hint);
        Some(Self { text: sentence(comparison), next })
    }

    /// Compares the codes that a job's failure brought. That takes milliseconds for large ones: too long for a frame.
    pub fn compare(job: &Job) -> Option<Self> {
        Self::new(job, &mismatch::compare(mismatch::error(job)?, None))
    }
}

/// What happened and what to do. The conclusion takes precedence over the advice for the verifier's error code.
pub fn sentences(advice: Advice, found: Option<&Conclusion>) -> (Cow<'_, str>, Cow<'_, str>) {
    let text = found.map_or(advice.text.into(), |found| found.text.as_str().into());
    let next = found.and_then(|found| found.next.as_deref()).unwrap_or(advice.next);
    (text, next.into())
}

fn sentence(comparison: &Comparison) -> String {
    let proxy = |it: &Finding| matches!(it, Finding::MinimalProxy(_));
    if comparison.findings.iter().any(proxy) {
        return "The deployed code is a minimal proxy, which only forwards calls to another contract."
            .to_owned();
    }
    let length = length(comparison);
    match comparison.verdict() {
        Verdict::Same => "Both codes are the same, byte for byte.".to_owned(),
        Verdict::Explained => {
            format!("The codes differ only in metadata or in what deployment fills in{length}.")
        }
        Verdict::SoFar => {
            "Up to a library that is not linked, both codes do the same: what differs is behind it."
                .to_owned()
        }
        Verdict::Changed => format!("{}{length}.", differing(comparison)),
        Verdict::Settings => {
            format!(
                "The functions are the same and most of their code is not, as with other settings{length}."
            )
        }
        Verdict::Other => format!("Most of the code differs, as that of another contract does{length}."),
    }
}

/// Number of differing instructions, or of addresses if no instruction differs.
fn differing(comparison: &Comparison) -> String {
    let place = if comparison.is_cut() { " before a library that is not linked" } else { "" };
    let code = comparison.findings.iter().find_map(|finding| match finding {
        Finding::Code { instructions, bytes, of, .. } => {
            Some(format!("{} ({}){place}", differ(*instructions, *of), counted(*bytes, "byte")))
        }
        _ => None,
    });
    code.unwrap_or_else(|| format!("Only addresses differ that the code names{place}"))
}

/// How the lengths compare, as the end of a sentence; nothing of code that is not whole.
fn length(comparison: &Comparison) -> String {
    let found = comparison.findings.iter().find_map(|finding| match finding {
        Finding::Length { deployed, recompiled, .. } => Some((*deployed, *recompiled)),
        _ => None,
    });
    match found {
        _ if comparison.is_cut() => String::new(),
        None => format!("; both have {}", counted(comparison.deployed.end(), "byte")),
        Some((deployed, recompiled)) => {
            let longer = if deployed > recompiled { "deployed" } else { "recompiled" };
            format!(
                "; the {longer} code is {} longer ({} deployed, {} recompiled)",
                counted(deployed.abs_diff(recompiled), "byte"),
                grouped(&deployed),
                grouped(&recompiled)
            )
        }
    }
}

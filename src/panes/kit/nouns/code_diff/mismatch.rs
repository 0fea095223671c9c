//! The codes of a failed verification and their comparisons, made once for every record. The conclusion is a sentence,
//! more precise than the verifier's error code.

use std::borrow::Cow;
use std::sync::Arc;

use decode::Comparison;
use decode::difference::{Finding, Kind, Unlinked, Verdict};
use ledger::amount::{counted, grouped};
use ledger::{Contract, Field, HexBytes};
use verification::{Advice, Job, JobError, JobRecord, JobState, Step};

use super::verdict::{differ, findings};
use crate::panes::Context;

/// The error codes of a bytecode mismatch, for which a comparison is offered.
const MISMATCH: [&str; 2] = ["no_match", "bytecode_length_mismatch"];

/// Why nothing is made of a large record yet.
pub const LOADING: &str = "its record is being loaded";

/// The comparisons of a record's codes, runtime code first.
#[derive(Debug, Default)]
pub struct Compared {
    record: Option<Arc<JobRecord>>,
    contract: Option<Arc<Contract>>,
    comparisons: Vec<Comparison>,
}

impl Compared {
    /// The comparisons that were made.
    pub fn all(&self) -> &[Comparison] {
        &self.comparisons
    }

    /// Compares the available codes unless that was done. `true` if the result changed.
    pub fn renew(&mut self, record: Option<&Arc<JobRecord>>, contract: Option<&Arc<Contract>>) -> bool {
        if same(self.record.as_ref(), record) && same(self.contract.as_ref(), contract) {
            return false;
        }
        self.record = record.cloned();
        self.contract = contract.cloned();
        let error = record.and_then(|record| record.error.known());
        self.comparisons = error.map_or_else(Vec::new, |error| compare(error, contract.map(AsRef::as_ref)));
        true
    }
}

fn same<T>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        _ => false,
    }
}

/// Compares the codes of an error, runtime code first; on-chain code that it lacks comes from the contract.
///
/// Takes milliseconds for large codes: too long for a frame.
pub fn compare(error: &JobError, contract: Option<&Contract>) -> Vec<Comparison> {
    KINDS.into_iter().filter_map(|kind| compare_kind(kind, error, contract)).collect()
}

/// The error of a job that ended because the codes differ, or that brought code that can be compared.
pub fn error(job: &Job) -> Option<&JobError> {
    let error = job.record.as_ref().filter(|_| job.state == JobState::Failed)?.error.known()?;
    let mismatch = error.code.known().is_some_and(|code| MISMATCH.iter().any(|known| code.is(known)));
    (mismatch || KINDS.into_iter().any(|kind| recompiled(kind, error).is_some())).then_some(error)
}

/// Whether code of the chain is missing that the mirror node of the network on screen may have.
pub fn wants_contract(job: &Job, ctx: &Context<'_>) -> bool {
    let here = job.network == ctx.network.name && (job.chain.is_none() || job.chain == ctx.network.chain);
    let missing = |error| {
        KINDS.into_iter().any(|kind| recompiled(kind, error).is_some() && onchain(kind, error).is_none())
    };
    let is_whole = job.record.as_ref().is_some_and(|record| !record.abridged);
    here && is_whole && job.address.is_some() && error(job).is_some_and(missing)
}

/// Why nothing can be compared.
pub fn obstacle(job: &Job, ctx: &Context<'_>) -> Option<&'static str> {
    let error = error(job)?;
    if job.record.as_ref().is_some_and(|record| record.abridged) {
        return Some(LOADING);
    }
    let both = |kind| recompiled(kind, error).is_some() && onchain(kind, error).is_some();
    if KINDS.into_iter().any(both) || wants_contract(job, ctx) {
        None
    } else if KINDS.into_iter().any(|kind| recompiled(kind, error).is_some()) {
        Some("the verifier sent no deployed code, and the contract is on another network")
    } else {
        Some("the verifier sent no recompiled code")
    }
}

const KINDS: [Kind; 2] = [Kind::Runtime, Kind::Creation];

enum Code {
    Whole(HexBytes),
    Unlinked(Unlinked),
}

fn compare_kind(kind: Kind, error: &JobError, contract: Option<&Contract>) -> Option<Comparison> {
    let recompiled = recompiled(kind, error)?;
    let deployed = onchain(kind, error).or_else(|| {
        known(match kind {
            Kind::Runtime => &contract?.runtime_bytecode,
            Kind::Creation => &contract?.bytecode,
        })
    })?;
    Some(match recompiled {
        Code::Whole(code) => Comparison::new(kind, deployed.bytes(), code.bytes()),
        Code::Unlinked(code) => Comparison::of_unlinked(kind, deployed.bytes(), &code),
    })
}

fn onchain(kind: Kind, error: &JobError) -> Option<&HexBytes> {
    known(match kind {
        Kind::Runtime => &error.onchain_runtime,
        Kind::Creation => &error.onchain_creation,
    })
}

fn recompiled(kind: Kind, error: &JobError) -> Option<Code> {
    let field = match kind {
        Kind::Runtime => &error.recompiled_runtime,
        Kind::Creation => &error.recompiled_creation,
    };
    match field {
        Field::Odd(text) => Unlinked::parse(text).map(Code::Unlinked),
        field => known(field).cloned().map(Code::Whole),
    }
}

fn known(field: &Field<HexBytes>) -> Option<&HexBytes> {
    field.known().filter(|code| !code.is_empty())
}

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
        Self::new(job, &compare(error(job)?, None))
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

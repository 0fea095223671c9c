//! The codes of a failed verification that can be compared, and their comparisons, made once for every record.

use std::sync::Arc;

use decode::Comparison;
use decode::difference::{Kind, Unlinked};
use ledger::{Contract, Field, HexBytes};
use verification::{Job, JobError, JobRecord, JobState};

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

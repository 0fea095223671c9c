//! The links of a job: its page, the form with its input, its record, its contract and the web page of its sources.

use ledger::ContractRef;
use verification::{Job, Mode};

use crate::message::place::{JobPlace, VerifyPlace};
use crate::message::{Effect, Place};
use crate::panes::Context;

/// The job's page, by its id on the server once it has one.
pub fn place(job: &Job) -> Place {
    Place::Job(job_place(job))
}

pub(super) fn job_place(job: &Job) -> JobPlace {
    job.id.clone().map_or(JobPlace::Key(job.key), JobPlace::Id)
}

pub(super) fn form(job: &Job, mode: Option<Mode>) -> VerifyPlace {
    VerifyPlace {
        chain: job.chain.clone(),
        contract: job.address.map(ContractRef::Address),
        mode,
        creation_hash: job.creation_hash,
    }
}

pub(super) fn other_mode(job: &Job) -> Mode {
    match job.mode {
        Some(Mode::Similarity) => Mode::Import,
        Some(Mode::Import | Mode::StandardJson | Mode::Metadata) | None => Mode::Similarity,
    }
}

pub(super) fn raw(job: &Job) -> Option<Effect> {
    let record = job.record.as_ref()?;
    Some(Effect::Raw("the job's record as received".to_owned(), record.raw.clone()))
}

/// The contract; `None` if the current network cannot show it.
pub fn contract(job: &Job, ctx: &Context<'_>) -> Option<Place> {
    let here = job.network == ctx.network.name && (job.chain.is_none() || job.chain == ctx.network.chain);
    job.address.filter(|_| here).map(|address| Place::contract(ContractRef::Address(address)))
}

/// The web page of the verified sources.
pub(super) fn sources(job: &Job, ctx: &Context<'_>) -> Option<String> {
    let network = ctx.networks.iter().find(|network| network.name == job.network)?;
    let page = network.explorer.sources_of(job.chain.as_ref()?, job.address?)?;
    job.state.is_success().then_some(page)
}

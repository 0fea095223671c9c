//! What would be sent, or why nothing can be sent yet; and what is known that speaks for or against it.

use super::fields::{ADDRESS, CHAIN, Fields, HASH, KEY};
use super::subject::{Subject, code_size, system_name};
use crate::ledger::ContractRef;
use crate::ledger::amount::grouped;
use crate::panes::{Context, job_words};
use crate::verification::preflight::Why;
use crate::verification::{ChainId, Mode, Submission, SubmissionBody, reading};
use crate::widgets::Role;
use crate::widgets::form::Fault;

/// The faults of what was typed. Fields that are empty are at fault only if `strict`.
pub(super) fn faults(fields: &Fields, ctx: &Context<'_>, strict: bool) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut check = |name: &'static str, fault: Option<String>| {
        if let Some(fault) = fault.filter(|_| strict || !fields.text(name).is_empty()) {
            faults.push((name, fault));
        }
    };
    check(CHAIN, reading::chain(fields.text(CHAIN)).err());
    check(ADDRESS, reading::contract(fields.text(ADDRESS), ctx.network.naming()).err());
    match fields.mode() {
        Mode::Similarity | Mode::StandardJson | Mode::Metadata => {
            check(HASH, reading::creation_hash(fields.text(HASH)).err());
        }
        Mode::Import => check(KEY, reading::api_key(fields.text(KEY)).err()),
    }
    faults
}

/// The submission, whole and checked.
///
/// # Errors
/// Says why there is none, and at which field if it is a field's fault.
pub(super) fn submission(
    fields: &Fields,
    subject: &Subject,
    ctx: &Context<'_>,
) -> Result<Submission, (Option<&'static str>, String)> {
    let at = |name: &'static str| move |fault: String| (Some(name), fault);
    let Some(server) = &ctx.network.verifier else {
        return Err((None, format!("the network {} has no verifier in its profile", ctx.network.name)));
    };
    let chain = reading::chain(fields.text(CHAIN)).map_err(at(CHAIN))?;
    let contract = reading::contract(fields.text(ADDRESS), ctx.network.naming()).map_err(at(ADDRESS))?;
    let body = match fields.mode() {
        Mode::Similarity => {
            let creation_hash = reading::creation_hash(fields.text(HASH)).map_err(at(HASH))?;
            SubmissionBody::Similarity { creation_hash }
        }
        Mode::Import => {
            SubmissionBody::Import { api_key: reading::api_key(fields.text(KEY)).map_err(at(KEY))? }
        }
        mode @ (Mode::StandardJson | Mode::Metadata) => {
            return Err((None, format!("{} needs a file", mode.words())));
        }
    };
    let address = subject.address(contract, is_here(&chain, ctx), ctx).map_err(at(ADDRESS))?.address;
    if let Some(name) = system_name(address) {
        return Err((Some(ADDRESS), format!("{name} is part of the ledger: there is no code to verify")));
    }
    if let Some(job) = ctx.jobs.running_for(server, &chain, address) {
        let since = job.key.made.relative(ctx.now);
        return Err((
            None,
            format!("a job for it is under way already: {}, sent {since}", job.state.words()),
        ));
    }
    Ok(Submission { chain, address, body })
}

/// Whether this chain is the network's own, so that its records are about the contract that is meant.
pub(super) fn is_here(chain: &ChainId, ctx: &Context<'_>) -> bool {
    ctx.network.chain.as_ref().is_none_or(|own| own == chain)
}

/// What is known of the contract and of earlier jobs for it.
pub(super) fn notes(fields: &Fields, subject: &Subject, ctx: &Context<'_>) -> Vec<(String, Role)> {
    let mut notes = Vec::new();
    let Ok(chain) = reading::chain(fields.text(CHAIN)) else { return notes };
    let Ok(contract) = reading::contract(fields.text(ADDRESS), ctx.network.naming()) else { return notes };
    if is_here(&chain, ctx) {
        about_contract(contract, subject, ctx, &mut notes);
    } else {
        let words = format!(
            "chain {chain} is not that of {}: nothing is known of the contract here",
            ctx.network.name
        );
        notes.push((words, Role::Attention));
    }
    if fields.mode() == Mode::Similarity && !fields.text(HASH).is_empty() {
        let typed = reading::creation_hash(fields.text(HASH)).ok().flatten();
        if typed.is_some() && typed == subject.creation_hash() {
            notes.push(("creation hash: found from the contract's creation time".to_owned(), Role::Success));
        }
    }
    if fields.mode() == Mode::Similarity && fields.text(HASH).is_empty() && subject.creation_is_unknown() {
        let words =
            "creation hash: not found; without one the verifier searches for itself, which takes longer";
        notes.push((words.to_owned(), Role::Dim));
    }
    if let Ok(sent) = subject.address(contract, is_here(&chain, ctx), ctx)
        && let Some(job) = ctx.jobs.latest_for(&chain, sent.address)
    {
        let made = job.key.made.relative(ctx.now);
        notes.push((format!("last job for it: {}, {made}", job.state.words()), job_words::role(job.state)));
    }
    notes
}

fn about_contract(
    contract: ContractRef,
    subject: &Subject,
    ctx: &Context<'_>,
    notes: &mut Vec<(String, Role)>,
) {
    let Some(record) = subject.record(contract) else {
        let failed = subject.remote().failure();
        notes.extend(failed.map(|failure| (format!("{contract}: {}", failure.sentence()), Role::Attention)));
        return;
    };
    let sent = subject.address(contract, true, ctx).ok();
    if let Some(sent) = sent.filter(|sent| sent.why != Why::Named) {
        let words = format!("{contract} {} {}", ctx.look.glyphs.arrow, sent.address.checksummed());
        notes.push((format!("{words}: {}", sent.reason()), Role::Plain));
    }
    if record.deleted.value() == Some(true) {
        notes.push(("the contract is deleted".to_owned(), Role::Attention));
    }
    let (words, role) = match code_size(record) {
        Some(0) => ("it has no runtime code to compare with".to_owned(), Role::Attention),
        Some(size) => (format!("it exists, with {} bytes of code", grouped(&size)), Role::Success),
        None => ("it exists".to_owned(), Role::Success),
    };
    notes.push((words, role));
}

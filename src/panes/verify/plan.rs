//! What would be sent, or why nothing can be sent yet.

use super::checks;
use super::fields::{ADDRESS, CHAIN, Fields, HASH, KEY};
use super::subject::Subject;
use crate::panes::Context;
use crate::verification::preflight::{self, Topic};
use crate::verification::{ChainId, Mode, Submission, SubmissionBody, reading};
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
    if ctx.network.verifier.is_none() {
        return Err((None, format!("the network {} has no verifier in its profile", ctx.network.name)));
    }
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
    let findings = checks::findings(fields, subject, ctx);
    if let Some(finding) = preflight::forbidding(&findings) {
        let field = (finding.topic == Topic::Contract).then_some(ADDRESS);
        return Err((field, finding.words.clone()));
    }
    let address = subject.address(contract, is_here(&chain, ctx), ctx).map_err(at(ADDRESS))?.address;
    Ok(Submission { chain, address, body })
}

/// Whether this chain is the network's own, so that its records are about the contract that is meant.
pub(super) fn is_here(chain: &ChainId, ctx: &Context<'_>) -> bool {
    ctx.network.chain.as_ref().is_none_or(|own| own == chain)
}

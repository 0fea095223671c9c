//! The checks before sending.

use decode::Metadata;
use decode::proxy::minimal_proxy_target;
use verification::preflight::{self, Asked, Finding, Known};
use verification::submission_text;

use super::at_verifier;
use super::field_names::{ADDRESS, CHAIN, HASH};
use super::fields::Fields;
use super::subject::{Subject, is_here};
use crate::panes::Context;

/// The findings in a fixed order.
pub(super) fn findings(fields: &Fields, subject: &Subject, ctx: &Context<'_>) -> Vec<Finding> {
    let Some(server) = ctx.network.verifier.as_deref() else { return Vec::new() };
    let chain = submission_text::chain(fields.text(CHAIN)).ok();
    let contract = submission_text::contract(fields.text(ADDRESS), ctx.network.naming()).ok();
    let here = chain.as_ref().is_some_and(|chain| is_here(chain, ctx));
    let record = contract.map_or(Asked::Not, |contract| subject.record(contract, ctx));
    let code = match &record {
        Asked::Known(record) => record.runtime_bytecode.known(),
        _ => None,
    };
    let address = contract.and_then(|contract| subject.address(contract, here, ctx).ok());
    let verified = match (&chain, address) {
        (Some(chain), Some(sent)) => subject.verified(chain, sent.address, ctx),
        _ => Asked::Not,
    };
    preflight::findings(&Known {
        now: ctx.now,
        network: &ctx.network.name,
        home: ctx.network.home,
        server,
        mode: fields.mode(),
        chain: chain.as_ref(),
        here,
        contract,
        target: code.and_then(|code| minimal_proxy_target(code.bytes())),
        bare: code.is_some_and(|code| Metadata::is_lacking(code.bytes())),
        record,
        creation: contract.map_or(Asked::Not, |contract| subject.creation(contract, ctx)),
        hash: submission_text::creation_hash(fields.text(HASH)).ok().flatten(),
        own_chain: contract.map_or(Asked::Not, |contract| subject.own_chain(contract, ctx)),
        confirmed: contract.zip(chain.as_ref()).is_some_and(|(of, chain)| subject.is_confirmed(of, chain)),
        chains: at_verifier::chains(ctx),
        verified,
        jobs: ctx.jobs,
    })
}

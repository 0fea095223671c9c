//! Checks before a submission: problems are printed on standard error, and one that makes a refusal certain stops the
//! submission.

use std::sync::Arc;

use api::{ChainsQuery, Extent, Failure, Unanswered, VerifiedQuery};
use decode::Metadata;
use decode::proxy::minimal_proxy_target;
use verification::preflight::{Asked, Known, Standing, Topic, chain_of, findings, forbidding};
use verification::{Chains, Followed, Origin, Verified};

use super::console::say;
use super::resolve::Target;
use super::{Outcome, VerifyArgs, World};
use crate::config::VerifyTask;
use crate::files;
use crate::message::ProjectMatch;
use crate::panes::kit::nouns::project_match;
use crate::runtime::now;

/// Why the submission is not sent.
#[derive(Debug)]
pub(super) enum Against {
    /// Both sides are verified exactly already.
    Verified(Arc<Verified>),
    /// It would be refused, or could mean nothing.
    Refused(Outcome, String),
}

/// The verifier's list of chains.
pub(super) async fn chains(world: &World) -> Asked<Arc<Chains>> {
    if let Some(chains) = world.chains.get() {
        return Asked::Known(Arc::clone(chains));
    }
    asked(world.ask(&ChainsQuery).await.map(|chains| Arc::clone(world.chains.get_or_init(|| chains))))
}

/// Checks the submission without any request: whether the address can be a contract, for example.
///
/// # Errors
/// Says why nothing can be sent.
pub(super) fn before(args: &VerifyArgs, world: &World) -> Result<(), String> {
    let jobs = Followed::default();
    let findings = findings(&known(args, world, &jobs));
    forbidding(&findings).map_or(Ok(()), |finding| Err(finding.words.clone()))
}

/// Requests the verifier's record of the contract, and runs all checks.
///
/// # Errors
/// Why nothing may be sent.
pub(super) async fn check(
    args: &VerifyArgs,
    target: &Target,
    chains: &Asked<Arc<Chains>>,
    world: &World,
) -> Result<(), Against> {
    let verified = if matches!(chains, Asked::Failed(_)) {
        // A verifier that is not there is not asked twice.
        Asked::Not
    } else {
        let chain = args.chain.clone();
        asked(world.ask(&VerifiedQuery { chain, address: target.address, extent: Extent::Match }).await)
    };
    let record = target.record.as_deref();
    let code = record.and_then(|record| record.runtime_bytecode.known());
    let jobs = Followed::default();
    let known = Known {
        record: record.map_or(Asked::Not, Asked::Known),
        bare: code.is_some_and(|code| Metadata::is_lacking(code.bytes())),
        target: code.and_then(|code| minimal_proxy_target(code.bytes())),
        hash: target.creation_hash,
        own_chain: target.creation.as_deref().map_or(Asked::Not, |result| Asked::Known(chain_of(result))),
        chains: borrowed(chains),
        verified: borrowed(&verified),
        ..known(args, world, &jobs)
    };
    let findings = findings(&known);
    for finding in findings.iter().filter(|finding| finding.standing == Standing::Attention) {
        say(&format!("attention: {} ({})", finding.words, finding.source.label()));
    }
    match (forbidding(&findings), verified) {
        (None, _) => Ok(()),
        (Some(finding), Asked::Known(verified)) if finding.topic == Topic::Verified => {
            Err(Against::Verified(verified))
        }
        (Some(finding), _) => {
            let outcome = match finding.topic {
                Topic::Support => Outcome::Refused,
                _ => Outcome::Usage,
            };
            Err(Against::Refused(outcome, finding.words.clone()))
        }
    }
}

/// Whether the contract that is sent from a file would verify, if the file has its code and the mirror node that of the
/// address. The form says the same.
pub(super) fn would_be(task: &VerifyTask, args: &VerifyArgs, target: &Target) -> Option<String> {
    let code = target.record.as_deref()?.runtime_bytecode.known()?;
    let contract = Origin::of(&args.body).contract?;
    // A stream is read once, to be sent.
    let project = files::project(task.file.as_deref()?).ok()?;
    let found = ProjectMatch::of_named(Arc::new(project), code.bytes(), Some(&contract.escaped()));
    let nearest = found.all().next()?;
    let attention = if nearest.0.nearness.verifies() { "" } else { "attention: " };
    Some(format!("{attention}{}", project_match::would_be(nearest)))
}

/// The input of the checks from the command line alone.
fn known<'a>(args: &'a VerifyArgs, world: &'a World, jobs: &'a Followed) -> Known<'a> {
    Known {
        now: now(),
        network: &world.network.name,
        home: world.network.home,
        server: &args.server,
        mode: args.body.mode(),
        chain: Some(&args.chain),
        here: args.here,
        contract: Some(args.contract),
        record: Asked::Not,
        bare: false,
        target: None,
        creation: Asked::Not,
        hash: args.body.creation_hash(),
        own_chain: Asked::Not,
        // A command line means the chain that it names, or that of its network.
        confirmed: true,
        chains: Asked::Not,
        verified: Asked::Not,
        jobs,
    }
}

fn asked<T>(outcome: Result<T, Unanswered>) -> Asked<T> {
    match outcome {
        Ok(answer) => Asked::Known(answer),
        Err(Unanswered { failure: Failure::NotFound { .. }, .. }) => Asked::Missing,
        Err(Unanswered { failure, .. }) => Asked::Failed(failure.sentence()),
    }
}

fn borrowed<T>(asked: &Asked<Arc<T>>) -> Asked<&T> {
    match asked {
        Asked::Not => Asked::Not,
        Asked::Asking => Asked::Asking,
        Asked::Known(value) => Asked::Known(value),
        Asked::Missing => Asked::Missing,
        Asked::Failed(words) => Asked::Failed(words.clone()),
    }
}

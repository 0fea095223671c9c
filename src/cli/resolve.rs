//! Looks the contract up at the mirror node: the address to submit, and the transaction that created it.

use std::sync::Arc;

use api::{Failure, Unanswered};
use ledger::query::{ContractQuery, ResultQuery};
use ledger::{Contract, ContractRef, ContractResult, EvmAddress};
use verification::preflight::{self, Why};
use verification::{CreationHash, Mode};

use super::console::say;
use super::{Outcome, VerifyArgs, World, next_step};

/// The values to submit for the contract.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) address: EvmAddress,
    pub(super) creation_hash: Option<CreationHash>,
    /// The contract's record, if it could be looked up.
    pub(super) record: Option<Arc<Contract>>,
    /// The result that created it, if it was looked for and found.
    pub(super) creation: Option<Arc<ContractResult>>,
}

/// Looks the contract up, if the network is that of the chain.
///
/// # Errors
/// When an id leads to no address: that is how the command ends, and why.
pub(super) async fn target(args: &VerifyArgs, world: &World) -> Result<Target, (Outcome, String)> {
    let contract = args.contract;
    let record = if args.here { lookup(contract, world).await? } else { None };
    let Some(sent) = preflight::sent(contract, record.as_deref()) else {
        return Err((Outcome::Usage, format!("{contract} leads to no EVM address: write the address")));
    };
    if sent.why != Why::Named {
        say(&format!("{contract} is sent as {}: {}", sent.address.checksummed(), sent.reason()));
    }
    let creation = match &record {
        Some(record) if args.body.creation_hash().is_none() && args.body.mode() != Mode::Import => {
            creation(record, None, world).await
        }
        _ => None,
    };
    let found = creation.as_deref().and_then(preflight::creation_hash);
    Ok(Target { address: sent.address, creation_hash: args.body.creation_hash().or(found), record, creation })
}

/// The contract's record, which is optional for a contract named by its address.
pub(super) async fn lookup(
    contract: ContractRef,
    world: &World,
) -> Result<Option<Arc<Contract>>, (Outcome, String)> {
    let network = &world.network.name;
    let Unanswered { failure, url } = match world.ask(&ContractQuery::now(contract)).await {
        Ok(record) => return Ok(Some(record)),
        Err(unanswered) => unanswered,
    };
    let unknown = || format!("the mirror node of {network} knows no contract {contract}, or not yet");
    match contract {
        ContractRef::Id(_) => Err(match &failure {
            Failure::NotFound { .. } => (Outcome::NotFound, unknown()),
            Failure::Invalid { .. } => (Outcome::Usage, report(contract, &next_step::told(&failure, &url))),
            _ => (Outcome::Unreachable, report(contract, &next_step::told(&failure, &url))),
        }),
        ContractRef::Address(_) => {
            let words = match &failure {
                Failure::NotFound { .. } => unknown(),
                failure => report(contract, next_step::reason(failure).trim_end_matches('.')),
            };
            say(&format!("{words}; it is taken as it was given"));
            Ok(None)
        }
    }
}

fn report(contract: ContractRef, why: &str) -> String {
    format!("{contract} could not be looked up at the mirror node: {why}")
}

/// The result that created the contract: that at its creation time. Its hash goes along with a submission that is not
/// `given` another.
pub(super) async fn creation(
    record: &Contract,
    given: Option<CreationHash>,
    world: &World,
) -> Option<Arc<ContractResult>> {
    let at = record.created_timestamp.value();
    let query = record.contract_id.value().zip(at).map(|(id, timestamp)| ResultQuery {
        contract: ContractRef::Id(id),
        timestamp,
        weibar: false,
    });
    let result = match query {
        Some(query) => world.ask(&query).await.ok().map(|found| found.result),
        None => None,
    };
    say(&match (given, result.as_deref().and_then(preflight::creation_hash)) {
        (Some(hash), _) => format!("creation transaction {hash}, as the deployment has it"),
        (None, Some(hash)) => {
            format!("creation transaction {hash}, found from the contract's creation time")
        }
        (None, None) => {
            "creation transaction not found; without it the verifier searches for itself".to_owned()
        }
    });
    result
}

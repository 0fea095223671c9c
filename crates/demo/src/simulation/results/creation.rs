//! The making of each contract, which is the first of its results and carries its creation hash.

use std::sync::Arc;

use super::{Head, Origin, drawn, envelope, remembered};
use crate::simulation::chance::Chance;
use crate::simulation::contracts::{Contract, Lifecycle};
use crate::simulation::execution::{Call, Envelope, Execution};

pub(super) fn head(contract: &Contract) -> Head {
    made(contract).0
}

pub(super) fn execution(contract: &Contract) -> Arc<Execution> {
    remembered::result(Origin::Creation(contract.num), || executed(contract))
}

/// A contract with an EVM address besides the long-zero one came in an Ethereum transaction. For other contracts, the
/// ledger does not keep the code of their creation.
fn executed(contract: &Contract) -> Execution {
    let (head, chosen, mut chance) = made(contract);
    let is_kept = matches!(chosen, Envelope::Ethereum(_));
    let executed = drawn::created(&head, contract, chosen.clone(), &mut chance.clone());
    let mut it = executed.unwrap_or_else(|| {
        let call = told(contract);
        drawn::from_call(&head, Some(contract.num), chosen, call, &mut chance)
    });
    if !is_kept {
        it.call.input = Vec::new();
    }
    it.call.created = vec![Some(contract.num)];
    it
}

/// The record of a creation whose code cannot be executed.
fn told(contract: &Contract) -> Call {
    let deployed = contract.deployed();
    Call { input: deployed.creation, output: deployed.runtime, ..Call::default() }
}

fn made(contract: &Contract) -> (Head, Envelope, Chance) {
    let (sender, mut chance) = contract.maker();
    let chosen = if contract.alias && !matches!(contract.lifecycle, Lifecycle::FromFile(_)) {
        envelope::ethereum(2, &mut chance)
    } else {
        Envelope::Native
    };
    let head = drawn::submitted(contract.created(), sender, &chosen, &mut chance);
    (head, chosen, chance)
}

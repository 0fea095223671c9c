//! Checks before a submission is sent: the contract's address, its creation hash, and what speaks for or against
//! sending. Forms and scripts call the same functions.
//!
//! [`findings`] makes one line per check, in an order that does not change while answers come in: only what was named
//! decides which lines there are.

mod about_chain;
mod about_contract;
mod about_verifier;
mod address;
mod creation;
mod finding;
mod known;

use ledger::ContractRef;

pub use about_chain::chain_of;
pub use address::{Sent, Why, sent};
pub use creation::creation_hash;
pub use finding::{Finding, Source, Standing, Step, Topic, forbidding, next_step};
pub use known::{Asked, Known};

/// The findings, one for each known topic, in the order of [`Topic`].
pub fn findings(known: &Known<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(chain) = known.chain else { return findings };
    if let Some(named) = known.contract {
        if let Some(refusal) = about_contract::of_the_ledger(named) {
            findings.push(refusal);
        } else if known.here {
            findings.push(about_contract::existence(known, named));
            findings.push(about_contract::address(known, named));
            findings.push(about_contract::code(known));
            findings.extend(about_contract::creation(known));
            findings.push(about_chain::agreement(known, chain));
        } else {
            findings.push(about_contract::elsewhere(known, named));
        }
    }
    findings.push(about_chain::support(known, chain));
    let elsewhere_by_id = !known.here && matches!(known.contract, Some(ContractRef::Id(_)));
    let system = known.contract.and_then(about_contract::of_the_ledger).is_some();
    if known.contract.is_some() && !system && !elsewhere_by_id {
        findings.push(about_verifier::verified(known, chain));
        findings.push(about_verifier::job(known, chain));
    }
    findings
}

#[cfg(test)]
mod tests;

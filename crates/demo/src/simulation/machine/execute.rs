//! Executes plans.

use std::collections::BTreeSet;

use alloy_primitives::{Address, Bytes, U256};
use evm::{self, Inputs, Message, Operation, RecordedCall};

use super::constructed;
use super::entities::{self, address};
use super::outcome::Outcome;
use super::plan::{Call, Plan};
use crate::simulation::abi::Word;
use crate::simulation::blocks;
use crate::simulation::contracts::{self, Contract};

/// Executes a plan. A call that cannot begin has no effect.
pub(crate) fn execute(call: Call, plan: &Plan) -> Outcome {
    let inputs = inputs(call, plan);
    match evm::outcome(&inputs) {
        Ok(done) => Outcome::new(&done, call, plan),
        Err(evm::Refused(_)) => Outcome::refused(call, plan),
    }
}

/// Executes the creation of a contract; `None` if its constructor fails, as it does without the arguments that it needs.
pub(crate) fn create(contract: &Contract, sender: u64, gas_limit: u64) -> Option<Outcome> {
    let done = constructed::construct(contract, sender, gas_limit).filter(|done| done.end.is_success())?;
    let call = Call { sender, contract: contract.num, at: contract.created(), gas_limit };
    Some(Outcome::new(&done, call, &Plan::new(contract.deployed().creation)))
}

/// The execution of a plan itself; `None` if it cannot begin.
pub(crate) fn trace(call: Call, plan: &Plan) -> Option<evm::Execution> {
    evm::execute(&inputs(call, plan), &|| false).ok()
}

fn inputs(call: Call, plan: &Plan) -> Inputs {
    let message = Message {
        sender: address(call.sender),
        to: (!plan.is_creation).then(|| address(call.contract)),
        value: U256::from(plan.tinybars),
        data: Bytes::from(plan.input.clone()),
        gas_limit: call.gas_limit,
        ..Message::default()
    };
    let mut inputs = entities::inputs(message, blocks::number(call.at));
    let beacon = contracts::by_num(call.contract).and_then(|contract| contract.beacon);
    let touched: BTreeSet<u64> = plan.before.iter().map(|(num, ..)| *num).collect();
    for contract in touched.into_iter().chain(beacon).chain([call.contract]).filter_map(contracts::by_num) {
        let (own, first) = (address(contract.num), constructed::storage(contract));
        inputs.storage.extend(first.iter().map(|(slot, value)| slot_of(own, slot, value)));
    }
    let before = plan.before.iter().map(|(num, slot, value)| slot_of(address(*num), slot, value));
    inputs.storage.extend(before);
    inputs.calls = plan.services.iter().map(|service| service.call.clone()).collect();
    for made in plan.makes.iter().map(|num| address(*num)) {
        inputs.forget_account(made);
        inputs.created.insert(made);
        inputs.calls.push(creation_of(made));
    }
    inputs
}

/// A creation by the called contract, with the address of the new one.
fn creation_of(made: Address) -> RecordedCall {
    RecordedCall {
        depth: 1,
        operation: Operation::Create,
        to: Some(made),
        value: U256::ZERO,
        input: Bytes::new(),
        gas: 0,
        gas_used: 0,
        end: None,
    }
}

fn slot_of(contract: Address, slot: &Word, value: &Word) -> ((Address, U256), U256) {
    ((contract, U256::from_be_bytes(*slot)), U256::from_be_bytes(*value))
}

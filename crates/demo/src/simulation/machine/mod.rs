//! Executes the code of the network's contracts.
//!
//! A plan is a call before its execution: what is drawn of a result before its effects are computed.

mod entities;
mod outcome;
pub(crate) mod query;

use std::collections::BTreeSet;

use alloy_primitives::{Address, Bytes, U256};
use evm::{End, Inputs, Message, Operation, RecordedCall};
use ledger::{EvmAddress, Timestamp};

use self::entities::{address, to_evm};
use crate::simulation::abi::Word;
use crate::simulation::contracts::Contract;
use crate::simulation::execution::Child;
use crate::simulation::{blocks, contracts};

pub(crate) use self::entities::storage as constructed_storage;
pub(crate) use outcome::Outcome;

/// The gas of a service.
const SERVICE_GAS: u64 = 15_204;

/// A call of a contract, and the state that it needs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Call data.
    pub(crate) input: Vec<u8>,
    /// The value sent.
    pub(crate) tinybars: u64,
    /// Slots that are not as the constructor left them: contract, slot and value; of two the later counts.
    pub(crate) before: Vec<(u64, Word, Word)>,
    /// Whether the input creates a contract instead of calling one.
    pub(crate) is_creation: bool,
    /// The contracts that the one called makes, in their order.
    pub(crate) makes: Vec<u64>,
    /// The answers of callees that are not contracts, in the order of the calls.
    pub(crate) services: Vec<Service>,
    /// A contract whose calls have separate results.
    pub(crate) recorded: Option<u64>,
    /// The most gas that it uses, which its callers know.
    pub(crate) most_gas: u64,
    /// The gas limit, where it is not random.
    pub(crate) gas_limit: Option<u64>,
    /// Whether the gas limit is so low that the gas may run out.
    pub(crate) is_short: bool,
}

/// The answer of one of the ledger's own contracts or tokens, or of an unassigned address.
#[derive(Clone, Debug)]
pub(crate) struct Service {
    pub(crate) call: RecordedCall,
    /// The ledger's record of it, if any.
    pub(crate) record: Option<Child>,
}

impl Service {
    /// The answer to a call at this depth, without a record on the ledger.
    pub(crate) fn new(depth: usize, operation: Operation, to: EvmAddress, input: &[u8], end: End) -> Self {
        let call = RecordedCall {
            depth,
            operation,
            to: Some(to_evm(to)),
            value: U256::ZERO,
            input: Bytes::copy_from_slice(input),
            gas: 0,
            gas_used: SERVICE_GAS,
            end: Some(end),
        };
        Self { call, record: None }
    }
}

impl Plan {
    pub(crate) fn new(input: Vec<u8>) -> Self {
        Self { input, ..Self::default() }
    }

    /// The same with a slot that has this value before.
    #[must_use]
    pub(crate) fn with(mut self, contract: u64, slot: Word, value: Word) -> Self {
        self.before.push((contract, slot, value));
        self
    }

    /// The same with slots of one contract.
    #[must_use]
    pub(crate) fn with_all(mut self, contract: u64, slots: impl IntoIterator<Item = (Word, Word)>) -> Self {
        self.before.extend(slots.into_iter().map(|(slot, value)| (contract, slot, value)));
        self
    }
}

/// The caller, contract, time and gas limit of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) sender: u64,
    pub(crate) contract: u64,
    pub(crate) at: Timestamp,
    pub(crate) gas_limit: u64,
}

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
    let done = entities::construct(contract, sender, gas_limit).filter(|done| done.end.is_success())?;
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
        let (own, first) = (address(contract.num), entities::storage(contract));
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

#[cfg(test)]
mod tests;

//! A call that is to be executed: what is drawn of a result before it is known what it does.

use std::collections::BTreeSet;

use alloy_primitives::{Address, Bytes, U256};

use super::constructed;
use super::entities::{self, address};
use super::outcome::Outcome;
use crate::demo::ledger::abi::Word;
use crate::demo::ledger::blocks;
use crate::demo::ledger::contracts::{self, Contract};
use crate::demo::ledger::execution::Child;
use crate::evm::{self, End, Inputs, Message, Operation, RecordedCall};
use crate::ledger::{EvmAddress, Timestamp};

/// What a service takes, gas.
const SERVICE_GAS: u64 = 15_204;

/// What is asked of a contract, and what must be so before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Call data.
    pub(crate) input: Vec<u8>,
    /// Tinybars sent along.
    pub(crate) tinybars: u64,
    /// Slots that are not as the constructor left them: contract, slot and value; of two the later counts.
    pub(crate) before: Vec<(u64, Word, Word)>,
    /// Whether a contract is to be made of the input, instead of one called.
    pub(crate) is_creation: bool,
    /// The contracts that the one called makes, in their order.
    pub(crate) makes: Vec<u64>,
    /// What those that are no contracts answer, in the order in which they are called.
    pub(crate) services: Vec<Service>,
    /// A contract whose calls have results of their own.
    pub(crate) recorded: Option<u64>,
    /// Gas that it takes at most, which those who call it know.
    pub(crate) most_gas: u64,
    /// Gas asked for, where that is not left to chance.
    pub(crate) gas_limit: Option<u64>,
    /// Whether so little gas is asked for that it may run out.
    pub(crate) is_short: bool,
}

/// The answer of one of the ledger's own contracts or tokens, or of an address where nobody is.
#[derive(Clone, Debug)]
pub(crate) struct Service {
    pub(crate) call: RecordedCall,
    /// The record that the ledger keeps of it, if it keeps one.
    pub(crate) record: Option<Child>,
}

impl Service {
    /// The answer to a call at this depth, of which the ledger keeps no record.
    pub(crate) fn new(depth: usize, operation: Operation, to: EvmAddress, input: &[u8], end: End) -> Self {
        let call = RecordedCall {
            depth,
            operation,
            to: Some(entities::to_evm(to)),
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

/// Who calls which contract, when, and with how much gas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) sender: u64,
    pub(crate) contract: u64,
    pub(crate) at: Timestamp,
    pub(crate) gas_limit: u64,
}

/// Executes a plan. Nothing comes of what cannot begin.
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

/// A creation by the contract that is called, which tells what the address is of what it makes.
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

//! The trace of an execution that tells none: made up from its children, its events and what stands behind a proxy.

use super::{Frame, FrameOutcome, Operation, Target};
use crate::demo::ledger::abi::{self, Word};
use crate::demo::ledger::contracts;
use crate::demo::ledger::execution::{Child, Event, Execution};

/// The call of the transaction itself with all it made.
pub(super) fn root(it: &Execution) -> Frame {
    let call = &it.call;
    let creates = call.failed_initcode.is_some() || call.created.first().copied().flatten() == it.contract;
    let outcome = match &call.failure {
        None => FrameOutcome::Returned,
        Some(failure) if failure.code == "CONTRACT_REVERT_EXECUTED" => FrameOutcome::Reverted,
        Some(failure) => FrameOutcome::Stopped(failure.code),
    };
    let itself = Frame {
        operation: if creates { Operation::Create } else { Operation::Call },
        target: it.contract.map_or(Target::Nothing, Target::Entity),
        input: call.input.clone(),
        output: call.output.clone(),
        outcome,
        tinybars: call.tinybars,
        calls: made_up(it),
    };
    let contract = it.contract.and_then(contracts::by_num).filter(|_| !creates);
    let behind = contract.and_then(contracts::Contract::behind);
    match behind {
        Some(num) => {
            let asked = contract.and_then(|it| it.beacon).map(|beacon| {
                let answer = abi::address(contracts::address_of(num));
                let question = abi::call("implementation()", &[]);
                Frame::call(beacon, question).by(Operation::StaticCall).returning(answer)
            });
            let target = Target::Entity(num);
            let inner = Frame { operation: Operation::DelegateCall, target, tinybars: 0, ..itself.clone() };
            itself.making(asked.into_iter().chain([inner]).collect())
        }
        None => itself,
    }
}

/// Calls that must have been made: those with records of their own, and those of tokens that emitted an event.
fn made_up(it: &Execution) -> Vec<Frame> {
    let own = it.contract.unwrap_or_default();
    let mut recorded: Vec<&Child> = it.call.children.iter().collect();
    let mut calls = Vec::new();
    for event in it.call.logs.iter().filter(|event| event.contract != own) {
        // An event of what has a record belongs to that record's call.
        match recorded.iter().position(|child| child.contract == event.contract) {
            Some(place) => calls.push(recorded.remove(place).frame()),
            None => calls.extend(moved(event, own)),
        }
    }
    calls.extend(recorded.into_iter().map(Child::frame));
    let made = it.call.created.iter().copied().flatten().filter(|num| *num != own);
    calls.extend(made.filter_map(contracts::by_num).map(|contract| {
        let code = contract.deployed();
        Frame::call(contract.num, code.creation).returning(code.runtime).by(Operation::Create2)
    }));
    calls
}

/// The call of a token that leads to a transfer.
fn moved(event: &Event, own: u64) -> Option<Frame> {
    let [kind, from, to] = event.topics.as_slice() else { return None };
    let amount: Word = event.data.as_slice().try_into().ok()?;
    if *kind != abi::topic("Transfer(address,address,uint256)") {
        return None;
    }
    let word = |word: &Word| abi::Value::Word(*word);
    let input = if *from == abi::address(contracts::address_of(own)) {
        abi::call("transfer(address,uint256)", &[word(to), word(&amount)])
    } else {
        abi::call("transferFrom(address,address,uint256)", &[word(from), word(to), word(&amount)])
    };
    let call = Frame::call(event.contract, input).returning(abi::number(1));
    let behind = contracts::by_num(event.contract).and_then(contracts::Contract::behind);
    let inner = behind.map(|num| {
        let target = Target::Entity(num);
        Frame { operation: Operation::DelegateCall, target, ..call.clone() }
    });
    Some(call.making(Vec::from_iter(inner)))
}

impl Child {
    /// A record of a call to one of the ledger's own services.
    pub(crate) fn of_service(contract: u64, input: Vec<u8>, output: Vec<u8>, result: &'static str) -> Self {
        Self { contract, input, output, result, executed: None }
    }

    /// The call that this is the record of. A system contract that fails returns a code, anything else stops.
    pub(crate) fn frame(&self) -> Frame {
        let outcome = match self.result {
            "SUCCESS" | "REVERTED_SUCCESS" => FrameOutcome::Returned,
            _ if !self.output.is_empty() => FrameOutcome::Returned,
            code => FrameOutcome::Stopped(code),
        };
        Frame { outcome, ..Frame::call(self.contract, self.input.clone()).returning(self.output.clone()) }
    }
}

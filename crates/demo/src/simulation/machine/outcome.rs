//! The effects of an execution in the ledger's form: result, logs, state changes, actions and records of calls.

use std::collections::BTreeSet;

use alloy_primitives::{Address, U256};
use evm::{self, End, ExecutedCall, Execution, Halt};
use ledger::EvmAddress;

use super::entities::number_of;
use super::{Call as Message, Plan, Service};
use crate::simulation::execution::{Call, Child, Event, Executed, Failure, Slot};
use crate::simulation::trace::{Action, Frame, FrameOutcome, Operation, Target};
use crate::simulation::{abi, tokens};

/// The token service, which runs the code of every token.
const TOKENS: u64 = 359;
/// The last precompile.
const LAST_PRECOMPILE: u64 = 10;

/// The ledger's record of it, the gas limit, and the gas used.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) call: Call,
    pub(crate) gas_limit: u64,
    /// Refunds taken off.
    pub(crate) gas_used: u64,
    /// The gas of the first action, plus the gas of every transaction.
    pub(crate) gas_consumed: u64,
}

impl Outcome {
    pub(super) fn new(done: &Execution, message: Message, plan: &Plan) -> Self {
        let part = Part { done, first: 0, sender: message.sender };
        let mut call = Call { tinybars: plan.tinybars, input: plan.input.clone(), ..part.call() };
        call.children = children(done, message, plan);
        let calls = done.calls.iter().enumerate();
        let made = calls.filter(|(at, call)| call.operation.is_creation() && done.survives(*at));
        call.created = made.map(|(_, call)| number_of(call.code_of)).collect();
        call.failed_initcode = (plan.is_creation && call.failure.is_some()).then(|| plan.input.clone());
        let first = done.calls.first();
        let intrinsic = first.map_or(0, |first| message.gas_limit.saturating_sub(first.gas));
        let gas_consumed = intrinsic + first.map_or(0, |first| first.gas_used);
        Self { call, gas_limit: message.gas_limit, gas_used: done.gas_used, gas_consumed }
    }

    /// The outcome if the gas does not cover the call data.
    pub(super) fn refused(message: Message, plan: &Plan) -> Self {
        let failure = Some(Failure::named("INSUFFICIENT_GAS"));
        let call = Call { input: plan.input.clone(), tinybars: plan.tinybars, failure, ..Call::default() };
        Self { call, gas_limit: message.gas_limit, gas_used: 0, gas_consumed: 0 }
    }
}

/// The ledger's records of calls within the execution.
fn children(done: &Execution, message: Message, plan: &Plan) -> Vec<Child> {
    let calls = done.calls.iter().enumerate();
    let kept = calls.filter_map(|(at, call)| {
        if let Some(record) = answered(call, plan).and_then(|service| service.record.as_ref()) {
            let undone = record.result == "SUCCESS" && !done.survives(at);
            let result = if undone { "REVERTED_SUCCESS" } else { record.result };
            return Some(Child { result, ..record.clone() });
        }
        let num = number_of(call.code_of).filter(|num| call.depth > 0 && plan.recorded == Some(*num))?;
        let part = Part { done, first: at, sender: message.contract };
        let it = Call { tinybars: tinybars(call), input: call.input.to_vec(), ..part.call() };
        let undone = it.failure.is_none() && !done.survives(at);
        let result = it.failure.as_ref().map_or("SUCCESS", |failure| failure.code);
        let intrinsic = intrinsic_gas(&call.input);
        Some(Child {
            contract: num,
            input: it.input.clone(),
            output: it.output.clone(),
            result: if undone { "REVERTED_SUCCESS" } else { result },
            executed: Some(Box::new(Executed {
                call: it,
                gas_limit: call.gas + intrinsic,
                gas_used: call.gas_used + intrinsic,
            })),
        })
    });
    kept.collect()
}

/// The prepared answer that replaces the execution of this call, if it has one.
fn answered<'a>(call: &ExecutedCall, plan: &'a Plan) -> Option<&'a Service> {
    call.recorded.filter(|_| call.is_answered).and_then(|at| plan.services.get(at))
}

/// The gas that a transaction with this call data costs before execution.
fn intrinsic_gas(data: &[u8]) -> u64 {
    21_000 + data.iter().map(|byte| if *byte == 0 { 4 } else { 16 }).sum::<u64>()
}

fn tinybars(call: &ExecutedCall) -> u64 {
    u64::try_from(call.value).unwrap_or(u64::MAX)
}

/// One call of an execution, with those below it.
struct Part<'a> {
    done: &'a Execution,
    /// Its place among the calls.
    first: usize,
    /// The caller's entity number.
    sender: u64,
}

impl Part<'_> {
    /// Everything but the inputs.
    fn call(&self) -> Call {
        let Some(root) = self.done.calls.get(self.first) else { return Call::default() };
        let failure = match &root.end {
            Some(End::Returned(_)) => None,
            Some(End::Reverted(data)) => Some(Failure::revert(data)),
            Some(End::Halted(halt)) => Some(halted(halt)),
            None => Some(Failure::named("CONTRACT_EXECUTION_EXCEPTION")),
        };
        // Of a failed call, servers return only the error.
        let output = root.end.as_ref().filter(|end| end.is_success()).map(End::data);
        Call {
            output: output.unwrap_or_default().to_vec(),
            failure,
            logs: self.logs(),
            state: self.state(),
            actions: self.actions(),
            ..Call::default()
        }
    }

    /// The calls of this part, with their places.
    fn calls(&self) -> impl Iterator<Item = (usize, &ExecutedCall)> {
        let depth = self.done.calls.get(self.first).map_or(0, |call| call.depth);
        let calls = self.done.calls.iter().enumerate().skip(self.first);
        calls.take_while(move |(at, call)| *at == self.first || call.depth > depth)
    }

    fn logs(&self) -> Vec<Event> {
        let own: BTreeSet<usize> = self.calls().map(|(at, _)| at).collect();
        let logs = self.done.surviving_logs().filter(|log| own.contains(&log.call));
        let events = logs.filter_map(|log| {
            Some(Event {
                contract: number_of(log.address)?,
                topics: log.topics.iter().map(|topic| topic.0).collect(),
                data: log.data.to_vec(),
            })
        });
        events.collect()
    }

    /// The slots that were read or written, by contract and slot. Failed calls list only reads.
    fn state(&self) -> Vec<Slot> {
        let own: BTreeSet<Address> = self.calls().map(|(_, call)| call.target).collect();
        let stores = self.done.stores.iter().filter(|store| self.done.survives(store.call));
        let written: BTreeSet<(Address, U256)> = stores.map(|store| (store.address, store.slot)).collect();
        let slots = self.done.slots.iter().filter(|((of, _), _)| own.contains(of));
        let slots = slots.filter_map(|((of, slot), (before, after))| {
            Some(Slot {
                contract: number_of(*of)?,
                key: slot.to_be_bytes(),
                read: before.to_be_bytes(),
                written: written.contains(&(*of, *slot)).then(|| after.to_be_bytes()),
            })
        });
        let mut slots: Vec<Slot> = slots.collect();
        slots.sort_by_key(|slot| slot.contract);
        slots
    }

    fn actions(&self) -> Vec<Action> {
        let mut all = Vec::new();
        let first_depth = self.done.calls.get(self.first).map_or(0, |call| call.depth);
        for (at, call) in self.calls() {
            let parent = call.parent.filter(|_| at != self.first).and_then(|at| self.done.calls.get(at));
            let caller = parent.map_or(Some(self.sender), |parent| number_of(parent.code_of));
            let action = Action {
                index: all.len() as u64,
                depth: (call.depth - first_depth) as u64,
                caller: caller.unwrap_or_default(),
                gas: call.gas,
                gas_used: call.gas_used,
                frame: frame(call),
            };
            let token = number_of(call.code_of).filter(|num| tokens::by_num(*num).is_some());
            let service = token.map(|token| redirected(&action, token));
            all.push(action);
            all.extend(service);
        }
        all
    }
}

/// A call in the form of the ledger's servers: for a creation, without its code and its product.
fn frame(call: &ExecutedCall) -> Frame {
    let is_creation = call.operation.is_creation();
    let (outcome, output) = match &call.end {
        Some(End::Returned(data)) => (FrameOutcome::Returned, data.to_vec()),
        Some(End::Reverted(data)) => (FrameOutcome::Reverted, data.to_vec()),
        Some(End::Halted(halt)) => (FrameOutcome::Stopped(name(halt)), Vec::new()),
        None => (FrameOutcome::Stopped("CONTRACT_EXECUTION_EXCEPTION"), Vec::new()),
    };
    let target = match number_of(call.code_of) {
        Some(num) if num <= LAST_PRECOMPILE => Target::Precompile(u8::try_from(num).unwrap_or_default()),
        Some(num) => Target::Entity(num),
        None if is_creation => Target::Nothing,
        None => Target::Nobody(EvmAddress::new(call.code_of.into_array())),
    };
    let made = is_creation && outcome == FrameOutcome::Returned;
    Frame {
        operation: match call.operation {
            evm::Operation::Call | evm::Operation::CallCode => Operation::Call,
            evm::Operation::StaticCall => Operation::StaticCall,
            evm::Operation::DelegateCall => Operation::DelegateCall,
            evm::Operation::Create => Operation::Create,
            evm::Operation::Create2 => Operation::Create2,
        },
        target,
        input: if is_creation { Vec::new() } else { call.input.to_vec() },
        output: if made { Vec::new() } else { output },
        outcome,
        tinybars: tinybars(call),
    }
}

/// The replacement for a token's code: a call to the token service.
fn redirected(of: &Action, token: u64) -> Action {
    let address = EvmAddress::long_zero(ledger::EntityId::from_num(token));
    let selector = abi::selector("redirectForToken(address,bytes)");
    let input = [selector.as_slice(), address.bytes(), &of.frame.input].concat();
    let frame = Frame {
        operation: Operation::DelegateCall,
        target: Target::Entity(TOKENS),
        input,
        tinybars: 0,
        ..of.frame.clone()
    };
    let gas = of.gas - of.gas / 64;
    Action { index: of.index + 1, depth: of.depth + 1, caller: token, gas, frame, ..of.clone() }
}

fn halted(halt: &Halt) -> Failure {
    let code = match halt {
        Halt::OutOfGas => "INSUFFICIENT_GAS",
        Halt::StaticWrite => "LOCAL_CALL_MODIFICATION_EXCEPTION",
        _ => "CONTRACT_EXECUTION_EXCEPTION",
    };
    Failure { code, message: Some(name(halt).to_owned()) }
}

fn name(halt: &Halt) -> &'static str {
    halt.name().unwrap_or("CONTRACT_EXECUTION_EXCEPTION")
}

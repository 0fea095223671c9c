//! The data collected by a repeated execution: the state at one step, the steps that use a value, and the gas of each
//! instruction.

use std::collections::BTreeMap;

use revm::bytecode::opcode;
use revm::bytecode::opcode::OpCode;
use revm::context_interface::{ContextTr, JournalTr};
use revm::interpreter::Interpreter;
use revm::interpreter::interpreter::EthInterpreter;
use revm::interpreter::interpreter_types::ReturnData as _;
use revm::primitives::{Bytes, U256};
use revm::state::EvmState;

use crate::state::{MAX_MEMORY_BYTES, MachineState, StackItem};

/// The most steps that a search finds.
pub const MAX_HITS: usize = 100_000;

/// The data that a repeated execution collects.
#[derive(Debug)]
pub(super) enum Watch {
    /// Nothing: the execution is noted as a whole.
    Nothing,
    /// Records writes and counts steps.
    Outcome,
    /// The state at a step, at which the execution ends.
    State(Probe),
    /// The steps whose instruction takes this value from the stack.
    Value(U256, Vec<u64>),
    /// The cost of each instruction.
    Gas(GasWatch),
}

impl Watch {
    /// Whether something is looked for: of steps nothing else is noted then but writes.
    pub(super) fn is_on(&self) -> bool {
        !matches!(self, Self::Nothing)
    }

    pub(super) fn begin(&mut self, call: usize) {
        match self {
            Self::Gas(gas) => gas.begin(call),
            Self::Nothing | Self::Outcome | Self::State(_) | Self::Value(..) => {}
        }
    }

    /// The innermost call ends with `left` gas, after using `used`.
    pub(super) fn end(&mut self, left: u64, used: u64) {
        match self {
            Self::Gas(gas) => gas.end(left, used),
            Self::Nothing | Self::Outcome | Self::State(_) | Self::Value(..) => {}
        }
    }

    /// Whether nothing more is looked for.
    pub(super) fn step<C>(
        &mut self,
        here: &Here,
        interpreter: &Interpreter<EthInterpreter>,
        context: &C,
    ) -> bool
    where
        C: ContextTr<Journal: JournalTr<State = EvmState>>,
    {
        match self {
            Self::Nothing | Self::Outcome => false,
            Self::State(probe) => probe.step(here, interpreter, context),
            Self::Value(value, hits) => {
                if takes(here.opcode, *value, interpreter.stack.data()) {
                    hits.push(here.step);
                }
                hits.len() == MAX_HITS
            }
            Self::Gas(gas) => {
                gas.step(here.pc, interpreter.gas.remaining());
                false
            }
        }
    }
}

/// Whether an instruction works on this value; moving it on the stack is no work.
fn takes(opcode: u8, value: U256, stack: &[U256]) -> bool {
    if matches!(opcode, opcode::POP | opcode::DUP1..=opcode::SWAP16) {
        return false;
    }
    let inputs = OpCode::new(opcode).map_or(0, |opcode| usize::from(opcode.inputs()));
    stack.iter().rev().take(inputs).any(|item| *item == value)
}

/// The most instructions of calls for which costs are recorded separately.
const MAX_INSTRUCTIONS: usize = 1 << 20;

/// The costs so far.
#[derive(Debug, Default)]
pub(super) struct GasWatch {
    open: Vec<Open>,
    /// By call and offset in its code.
    costs: BTreeMap<(usize, u32), u64>,
}

/// A running call.
#[derive(Debug)]
struct Open {
    call: usize,
    /// The last instruction, and the gas before it.
    last: Option<(u32, u64)>,
    /// The gas of nested calls since.
    called: u64,
}

impl GasWatch {
    pub(super) fn begin(&mut self, call: usize) {
        self.open.push(Open { call, last: None, called: 0 });
    }

    pub(super) fn step(&mut self, pc: u32, gas: u64) {
        self.pay(gas);
        if let Some(open) = self.open.last_mut() {
            open.last = Some((pc, gas));
        }
    }

    pub(super) fn end(&mut self, left: u64, used: u64) {
        self.pay(left);
        self.open.pop();
        if let Some(caller) = self.open.last_mut() {
            caller.called = caller.called.saturating_add(used);
        }
    }

    /// Records the cost of the last instruction, given the gas left after it.
    fn pay(&mut self, left: u64) {
        let Some(open) = self.open.last_mut() else { return };
        let called = std::mem::take(&mut open.called);
        let Some((pc, before)) = open.last else { return };
        let cost = before.saturating_sub(left).saturating_sub(called);
        let key = (open.call, pc);
        if self.costs.len() < MAX_INSTRUCTIONS || self.costs.contains_key(&key) {
            let sum = self.costs.entry(key).or_default();
            *sum = sum.saturating_add(cost);
        }
    }

    pub(super) fn into_costs(self) -> BTreeMap<(usize, u32), u64> {
        self.costs
    }
}

/// A step, before its instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    pub(super) step: u64,
    /// The call that makes it, by its place.
    pub(super) call: usize,
    pub(super) opcode: u8,
    /// The offset of the instruction in the code, in bytes.
    pub(super) pc: u32,
}

/// Waits for its step.
#[derive(Debug)]
pub(super) struct Probe {
    at: u64,
    /// Does not include which steps pushed the items of the stack.
    pub(super) found: Option<MachineState>,
}

impl Probe {
    pub(super) fn new(at: u64) -> Self {
        Self { at, found: None }
    }

    /// Takes the state if this is the step. Whether it is.
    pub(super) fn step<C>(
        &mut self,
        here: &Here,
        interpreter: &Interpreter<EthInterpreter>,
        context: &C,
    ) -> bool
    where
        C: ContextTr<Journal: JournalTr<State = EvmState>>,
    {
        let Here { step, call, opcode, .. } = *here;
        if step != self.at {
            return false;
        }
        let stack = interpreter.stack.data().iter();
        let stack = stack.map(|value| StackItem { value: *value, pushed_at: 0 });
        let memory = interpreter.memory.context_memory();
        let kept = memory.get(..MAX_MEMORY_BYTES).unwrap_or(&memory);
        let accounts = context.journal_ref().evm_state().iter();
        let slots: BTreeMap<_, _> = accounts
            .flat_map(|(address, account)| {
                let slots = account.storage.iter();
                slots.map(|(slot, value)| ((*address, *slot), (value.original_value, value.present_value)))
            })
            .collect();
        self.found = Some(MachineState {
            step,
            call,
            opcode,
            takes: OpCode::new(opcode).map_or(0, |opcode| usize::from(opcode.inputs())),
            gas: interpreter.gas.remaining(),
            stack: stack.collect(),
            memory: Bytes::copy_from_slice(kept),
            memory_bytes: memory.len(),
            return_data: interpreter.return_data.buffer().clone(),
            slots,
        });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_costs_what_is_its_own() {
        let mut gas = GasWatch::default();
        gas.begin(0);
        gas.step(0, 1_000);
        gas.step(1, 990);
        gas.begin(1);
        gas.step(0, 500);
        gas.end(440, 60);
        gas.step(2, 830);
        gas.end(830, 170);
        assert_eq!(
            gas.into_costs(),
            BTreeMap::from([((0, 0), 10), ((0, 1), 100), ((0, 2), 0), ((1, 0), 60)])
        );
    }
}

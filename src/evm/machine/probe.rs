//! Takes the state at one step, and follows where the items of the stack come from.

use std::collections::BTreeMap;

use revm::bytecode::opcode::{self, OpCode};
use revm::context_interface::{ContextTr, JournalTr};
use revm::interpreter::Interpreter;
use revm::interpreter::interpreter::EthInterpreter;
use revm::interpreter::interpreter_types::ReturnData as _;
use revm::primitives::Bytes;
use revm::state::EvmState;

use super::watch::Here;
use crate::evm::state::{MAX_MEMORY_BYTES, MachineState, StackItem};

/// What waits for its step.
#[derive(Debug)]
pub(super) struct Probe {
    at: u64,
    /// Of each call that runs, which step pushed each item of its stack.
    pushed: Vec<Vec<u64>>,
    pub(super) found: Option<MachineState>,
}

impl Probe {
    pub(super) fn new(at: u64) -> Self {
        Self { at, pushed: Vec::new(), found: None }
    }

    /// A call begins, with an empty stack.
    pub(super) fn begin(&mut self) {
        self.pushed.push(Vec::new());
    }

    /// The innermost call ends.
    pub(super) fn end(&mut self) {
        self.pushed.pop();
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
            self.follow(opcode, step);
            return false;
        }
        let pushed = self.pushed.last().map(Vec::as_slice).unwrap_or_default();
        let stack = interpreter.stack.data().iter().enumerate();
        let stack = stack.map(|(at, value)| StackItem {
            value: *value,
            pushed_at: pushed.get(at).copied().unwrap_or_default(),
        });
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

    /// What an instruction does to the stack.
    fn follow(&mut self, opcode: u8, step: u64) {
        let Some(pushed) = self.pushed.last_mut() else { return };
        match opcode {
            opcode::DUP1..=opcode::DUP16 => {
                let copied = pushed.len().checked_sub(usize::from(opcode - opcode::DUP1) + 1);
                pushed.push(copied.and_then(|at| pushed.get(at)).copied().unwrap_or(step));
            }
            opcode::SWAP1..=opcode::SWAP16 => {
                let top = pushed.len().saturating_sub(1);
                if let Some(other) = top.checked_sub(usize::from(opcode - opcode::SWAP1) + 1) {
                    pushed.swap(top, other);
                }
            }
            _ => {
                let Some(opcode) = OpCode::new(opcode) else { return };
                pushed.truncate(pushed.len().saturating_sub(usize::from(opcode.inputs())));
                pushed.extend(std::iter::repeat_n(step, usize::from(opcode.outputs())));
            }
        }
    }
}

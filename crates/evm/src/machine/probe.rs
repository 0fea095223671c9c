//! Takes the state at one step.

use std::collections::BTreeMap;

use revm::bytecode::opcode::OpCode;
use revm::context_interface::{ContextTr, JournalTr};
use revm::interpreter::Interpreter;
use revm::interpreter::interpreter::EthInterpreter;
use revm::interpreter::interpreter_types::ReturnData as _;
use revm::primitives::Bytes;
use revm::state::EvmState;

use crate::state::{MAX_MEMORY_BYTES, MachineState, StackItem};

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

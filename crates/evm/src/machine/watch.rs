//! The data collected by a repeated execution.

use revm::bytecode::opcode::{self, OpCode};
use revm::context_interface::{ContextTr, JournalTr};
use revm::interpreter::Interpreter;
use revm::interpreter::interpreter::EthInterpreter;
use revm::primitives::U256;
use revm::state::EvmState;

use super::gas::GasWatch;
use super::probe::{Here, Probe};

/// The most steps that a search finds.
const MAX_HITS: usize = 100_000;

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

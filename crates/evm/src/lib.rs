//! Executes a message on a state and records every effect.
//!
//! `inputs` holds what an execution starts from. `machine` executes it and is the only module that uses the EVM
//! library. `execution` holds the outcome, and `state` the machine's state at one step. Unknown inputs are assumed, and
//! each assumption used is recorded.

mod call;
mod execution;
mod inputs;
mod machine;
mod state;

pub use call::{End, ExecutedCall, Halt, Operation, RecordedCall};
pub use execution::{Assumed, ExecutedLog, Execution, MAX_STEPS, Step, Steps, Stopped, Store, Use};
pub use inputs::{AccountInputs, BlockInputs, Inputs, Message};
pub use machine::{
    Code, MAX_GAS, MAX_HITS, Refused, costs, execute, is_reserved, outcome, state_at, steps_taking,
};
pub use state::{MAX_MEMORY_BYTES, MachineState, MemoryUse, StackItem};

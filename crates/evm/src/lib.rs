//! Executes a message on a state, and notes all that it does.
//!
//! `inputs` is what an execution begins with; `machine` executes it, and is the only module that knows the EVM's library;
//! `execution` is what came of it, and `state` what there is at one of its steps. What is not known is assumed, and every assumption that is used is noted.

mod align;
mod call;
mod execution;
mod halt;
mod inputs;
mod machine;
mod state;

pub use call::{End, ExecutedCall, Operation, RecordedCall};
pub use execution::{Assumed, ExecutedLog, Execution, MAX_STEPS, Step, Steps, Stopped, Store, Use};
pub use halt::Halt;
pub use inputs::{AccountInputs, BlockInputs, Inputs, Message};
pub use machine::{Code, MAX_GAS, Refused, costs, execute, is_reserved, outcome, state_at, steps_taking};
pub use state::{MAX_MEMORY_BYTES, MachineState, MemoryUse, StackItem};

//! Executes a message on a state, and notes all that it does.
//!
//! `inputs` is what an execution begins with; `machine` executes it, and is the only module that knows the EVM's library;
//! `execution` is what came of it. What is not known is assumed, and every assumption that is used is noted.

mod align;
mod call;
mod execution;
mod halt;
mod inputs;
mod machine;

pub use call::{End, ExecutedCall, Operation, RecordedCall};
pub use execution::{Assumed, ExecutedLog, Execution, MAX_STEPS, Step, Steps, Stopped, Store, Use};
pub use halt::Halt;
pub use inputs::{AccountInputs, BlockInputs, Inputs, Message};
pub use machine::{MAX_GAS, Refused, execute, is_reserved};

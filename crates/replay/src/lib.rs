//! Replays a recorded result on this machine and compares its effects with what the ledger recorded.
//!
//! `gathered` is the servers' data about a result. `compare` compares an execution with it, point by point; `verdict`
//! says what that proves. `source` maps an instruction to its line. `changes` holds the user's changes to the inputs.

mod changes;
mod compare;
mod cut;
mod gathered;
mod need;
mod prestate;
mod record;
mod recorded;
mod reexecution;
mod replayed;
mod source;
mod verdict;
mod words;

pub use changes::Changes;
pub use compare::{Agreement, Comparison, Difference, Point};
pub use cut::{Cut, MAX_ACTIONS, MAX_CALL_DATA_BYTES, MAX_CODE_BYTES};
pub use evm::MachineState;
pub use gathered::{Gathered, Need, NotReplayable};
pub use need::{Found, MAX_ROUNDS};
pub use record::address_of;
pub use recorded::{Recorded, RecordedLog};
pub use reexecution::{Reexecution, StepDifference};
pub use replayed::{GasUse, LineGas, Replayed, SourceLookup, own_gas, question};
pub use source::{FailedCall, Line, Lines, MappedCode, SourcePlace, Sources, failed_calls};
pub use verdict::{Replay, Unreplayed, Verdict, replay};
pub use words::taken_for;

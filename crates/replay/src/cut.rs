//! Bounds of a replay, and what they cut: records, code and source maps are the words of strangers.

use std::fmt;

use alloy_primitives::Address;
use evm::{MAX_GAS, MAX_STEPS};
use ledger::amount::grouped;

/// The most calls of a record that are taken.
pub const MAX_ACTIONS: usize = 10_000;
/// The longest code that is executed, or led to its source, bytes.
pub const MAX_CODE_BYTES: usize = 64 << 10;
/// The longest call data, or init code with its arguments, bytes.
pub const MAX_CALL_DATA_BYTES: usize = 1 << 20;

/// What was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Gas, of which so much was asked for.
    Gas(u64),
    /// Steps, of which so many were made.
    Steps(u64),
    /// Recorded calls.
    Actions,
    /// The code of this contract.
    Code(Address),
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gas(asked) => {
                write!(f, "executed with {} gas of {}", grouped(&MAX_GAS), grouped(asked))
            }
            Self::Steps(made) => {
                write!(f, "the first {} of {} steps are kept", grouped(&MAX_STEPS), grouped(made))
            }
            Self::Actions => {
                write!(f, "the first {} recorded calls are taken; there are more", grouped(&MAX_ACTIONS))
            }
            Self::Code(address) => {
                write!(
                    f,
                    "the code of {address} is longer than {} bytes: not executed",
                    grouped(&MAX_CODE_BYTES)
                )
            }
        }
    }
}

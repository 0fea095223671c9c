//! The limits of a replay, and the parts cut by them: records, code and source maps are untrusted.

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

/// A part that was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Gas, with the requested amount.
    Gas(u64),
    /// Steps, with the number executed.
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

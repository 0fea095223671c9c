//! The trace of an execution: the calls within calls that the ledger's servers call actions.

use ledger::EvmAddress;
use serde::{Deserialize, Serialize};

use crate::data;

mod actions;

pub(crate) use actions::{Action, actions_of};

/// One call of a trace.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) operation: Operation,
    pub(crate) target: Target,
    /// Calldata, or creation code.
    pub(crate) input: Vec<u8>,
    pub(crate) output: Vec<u8>,
    pub(crate) outcome: FrameOutcome,
    /// The value sent.
    pub(crate) tinybars: u64,
}

/// The EVM's ways to call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Operation {
    #[default]
    Call,
    /// Without leave to change anything.
    StaticCall,
    DelegateCall,
    Create,
    /// Creates a contract at a predictable address.
    Create2,
}

/// The callee of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Target {
    /// An account, a contract, a system contract, or a token.
    Entity(u64),
    /// A precompile of Ethereum, by its address.
    Precompile(u8),
    /// An address where nothing is.
    #[serde(deserialize_with = "data::text")]
    Nobody(EvmAddress),
    /// Nothing: a contract that did not come to be.
    Nothing,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum FrameOutcome {
    #[default]
    Returned,
    /// Reverted, with the reason as output.
    Reverted,
    /// The ledger or the EVM stopped it: the code's name.
    Stopped(&'static str),
}

//! The trace of an execution: the calls within calls that the ledger's servers call actions, and their listed order.

use ledger::EvmAddress;
use serde::{Deserialize, Serialize};

use crate::data;

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

#[derive(Clone, Debug)]
pub(crate) struct Action {
    /// 0 for the first.
    pub(crate) index: u64,
    /// 0 for the transaction's call.
    pub(crate) depth: u64,
    /// The number of the account or contract in whose name it is made.
    pub(crate) caller: u64,
    pub(crate) gas: u64,
    pub(crate) gas_used: u64,
    /// The call itself; its nested calls are listed after it.
    pub(crate) frame: Frame,
}

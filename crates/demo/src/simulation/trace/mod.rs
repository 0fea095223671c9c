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
    /// Tinybars sent along.
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
    /// Making a contract at an address that can be told beforehand.
    Create2,
}

/// What a frame called.
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

/// How a frame ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum FrameOutcome {
    #[default]
    Returned,
    /// It reverted; its output is the reason.
    Reverted,
    /// The ledger or the EVM stopped it: the code's name.
    Stopped(&'static str),
}

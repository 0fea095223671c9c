//! Calls and how they end: those that the ledger recorded, and those of an execution here.

use alloy_primitives::{Address, Bytes, U256};
use ledger::{ContractRef, EvmAddress, HexBytes, Text};

use super::halt::Halt;

/// The instruction that makes a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Call,
    CallCode,
    DelegateCall,
    StaticCall,
    Create,
    Create2,
}

impl Operation {
    const ALL: [Self; 6] =
        [Self::Call, Self::CallCode, Self::DelegateCall, Self::StaticCall, Self::Create, Self::Create2];

    /// The operation of this name.
    pub fn of(name: &Text) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| name.is(operation.name()))
    }

    /// The instruction's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Call => "CALL",
            Self::CallCode => "CALLCODE",
            Self::DelegateCall => "DELEGATECALL",
            Self::StaticCall => "STATICCALL",
            Self::Create => "CREATE",
            Self::Create2 => "CREATE2",
        }
    }

    pub fn is_creation(self) -> bool {
        matches!(self, Self::Create | Self::Create2)
    }
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With this output. The record has none of a creation.
    Returned(Bytes),
    /// With this data.
    Reverted(Bytes),
    Halted(Halt),
}

impl End {
    pub fn is_success(&self) -> bool {
        matches!(self, Self::Returned(_))
    }

    /// What came back; nothing from a halt.
    pub fn data(&self) -> &[u8] {
        match self {
            Self::Returned(data) | Self::Reverted(data) => data,
            Self::Halted(_) => &[],
        }
    }
}

/// A call as the ledger recorded it (an action).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedCall {
    /// 0 for the transaction's.
    pub depth: usize,
    pub operation: Operation,
    /// Whose code was run, or what was created; `None` for a creation that failed.
    pub to: Option<Address>,
    /// Base units; zero for a delegated call.
    pub value: U256,
    /// Call data; nothing for a creation.
    pub input: Bytes,
    /// What it began with, gas.
    pub gas: u64,
    /// What it and those below it used, gas.
    pub gas_used: u64,
    /// `None` if the record does not say.
    pub end: Option<End>,
}

/// A call of an execution here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutedCall {
    /// 0 for the transaction's.
    pub depth: usize,
    /// The call that made it, by its place.
    pub parent: Option<usize>,
    pub operation: Operation,
    /// Whose storage and balance it works on.
    pub target: Address,
    /// Whose code is run; what is created.
    pub code_of: Address,
    /// Base units; zero for a delegated call.
    pub value: U256,
    /// Call data, or init code.
    pub input: Bytes,
    /// What it began with, gas.
    pub gas: u64,
    /// What it and those below it used, gas.
    pub gas_used: u64,
    /// `None` while it runs.
    pub end: Option<End>,
    /// The recorded call that it is, by its place.
    pub recorded: Option<usize>,
    /// Whether what came back is the record's answer: its code is not known.
    pub is_answered: bool,
    /// How many steps were made before its first.
    pub first_step: u64,
    /// How many steps were made when it had ended.
    pub end_step: u64,
}

impl ExecutedCall {
    /// Whose interface it is read by: that of the code that it runs.
    pub fn interface_of(&self) -> ContractRef {
        ContractRef::Address(EvmAddress::new(self.code_of.into_array()))
    }

    /// Why it failed, as a result's `error_message` tells it.
    pub fn error(&self) -> Option<Text> {
        match self.end.as_ref()? {
            End::Returned(_) => None,
            End::Reverted(data) => Some(Text::from(HexBytes::from(data.to_vec()).to_hex())),
            End::Halted(halt) => Some(Text::from(halt.to_string())),
        }
    }
}

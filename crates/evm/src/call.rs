//! Calls and their ends, of the ledger's record and of an execution here.

use std::fmt;

use alloy_primitives::{Address, Bytes, U256};
use ledger::{ContractRef, EvmAddress, HexBytes, Text};

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
    /// The output; empty in the record of a creation.
    Returned(Bytes),
    /// With this data.
    Reverted(Bytes),
    Halted(Halt),
}

impl End {
    pub fn is_success(&self) -> bool {
        matches!(self, Self::Returned(_))
    }

    /// The returned data; empty after a halt.
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
    /// The address of the executed code or of the created contract; `None` for a creation that failed.
    pub to: Option<Address>,
    /// Base units; zero for a delegated call.
    pub value: U256,
    /// Call data; nothing for a creation.
    pub input: Bytes,
    /// The gas at the start.
    pub gas: u64,
    /// The gas used, including nested calls.
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
    /// The owner of the storage and balance that it uses.
    pub target: Address,
    /// The address of the executed code or of the created contract.
    pub code_of: Address,
    /// Base units; zero for a delegated call.
    pub value: U256,
    /// Call data, or init code.
    pub input: Bytes,
    /// The gas at the start.
    pub gas: u64,
    /// The gas used, including nested calls.
    pub gas_used: u64,
    /// `None` while it runs.
    pub end: Option<End>,
    /// The recorded call that it is, by its place.
    pub recorded: Option<usize>,
    /// Whether the record supplied the result, because the code is unknown.
    pub is_answered: bool,
    /// The number of steps before its first one.
    pub first_step: u64,
    /// The number of steps at its end.
    pub end_step: u64,
}

impl ExecutedCall {
    /// The contract whose interface decodes it: that of the executed code.
    pub fn interface_of(&self) -> ContractRef {
        ContractRef::Address(EvmAddress::new(self.code_of.into_array()))
    }

    /// The failure, in the form of a result's `error_message`.
    pub fn error(&self) -> Option<Text> {
        match self.end.as_ref()? {
            End::Returned(_) => None,
            End::Reverted(data) => Some(Text::from(HexBytes::from(data.to_vec()).to_hex())),
            End::Halted(halt) => Some(Text::from(halt.to_string())),
        }
    }
}

/// The reason of a halt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    OutOfGas,
    InvalidOperation,
    InvalidJump,
    StackUnderflow,
    StackOverflow,
    /// A write within a static call.
    StaticWrite,
    /// A read beyond the end of the returned data.
    ReturnDataBounds,
    Precompile,
    CodeTooLarge,
    /// Code beginning with 0xEF, which no contract may have (EIP-3541).
    InvalidCode,
    /// A call of an address without an account.
    NobodyThere,
    /// Another reason, by its name.
    Other(Text),
}

/// The names of the record.
const NAMES: [(Halt, &str); 11] = [
    (Halt::OutOfGas, "INSUFFICIENT_GAS"),
    (Halt::InvalidOperation, "INVALID_OPERATION"),
    (Halt::InvalidJump, "INVALID_JUMP_DESTINATION"),
    (Halt::StackUnderflow, "INSUFFICIENT_STACK_ITEMS"),
    (Halt::StackOverflow, "TOO_MANY_STACK_ITEMS"),
    (Halt::StaticWrite, "ILLEGAL_STATE_CHANGE"),
    (Halt::ReturnDataBounds, "INVALID_RETURN_DATA_BUFFER_ACCESS"),
    (Halt::Precompile, "PRECOMPILE_ERROR"),
    (Halt::CodeTooLarge, "CODE_TOO_LARGE"),
    (Halt::InvalidCode, "INVALID_CODE"),
    (Halt::NobodyThere, "INVALID_SOLIDITY_ADDRESS"),
];

impl Halt {
    /// The halt of this name.
    pub fn of(name: &Text) -> Self {
        let known = NAMES.iter().find(|(_, known)| name.is(known));
        known.map_or_else(|| Self::Other(name.clone()), |(halt, _)| halt.clone())
    }

    /// The name that the record has, unless it is another reason.
    pub fn name(&self) -> Option<&'static str> {
        NAMES.iter().find(|(known, _)| known == self).map(|(_, name)| *name)
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other(name) => f.write_str(&name.escaped()),
            halt => f.write_str(halt.name().unwrap_or_default()),
        }
    }
}

//! Halts: the exceptional ends of a call, by the names that the ledger records.

use std::fmt;

use ledger::Text;

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

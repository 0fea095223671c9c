//! The values of arguments as a tree.

use alloy_primitives::{I256, U256};
use ledger::{ContractRef, EvmAddress, HexBytes, Text};

use super::{ErrorReading, Reading};

/// One argument, return value or member of a tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name; empty if the signature does not say it.
    pub name: Text,
    /// Its type as the signature writes it: `uint256[]`, `(address,int64)`.
    pub kind: Text,
    /// Whether an event's argument is in the topics.
    pub indexed: bool,
    /// The decoded value, whatever its type says.
    pub value: Value,
}

/// A value that was decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `address`.
    Address(EvmAddress),
    /// `uint…`: the number and the bits of its type.
    Number(U256, usize),
    /// `int…`: the number and the bits of its type.
    Signed(I256, usize),
    /// `bool`.
    Bool(bool),
    /// `bytes`, with their decoding if they are more than data.
    Bytes(HexBytes, Option<Box<Inner>>),
    /// `bytes1` to `bytes32`, and `function`.
    Word(HexBytes),
    /// `string`: untrusted text, possibly not UTF-8.
    Text(Text),
    /// An array.
    List(Vec<Value>),
    /// A tuple: its members with their names.
    Tuple(Vec<Argument>),
    /// The hash in a topic of a value longer than a word.
    Hashed(HexBytes),
}

/// The decoding of bytes in arguments or answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inner {
    /// A call that is passed on.
    Call(Reading),
    /// The return values of a forwarded call.
    Returned {
        /// The called contract.
        of: Option<ContractRef>,
        /// The decoded return values.
        reading: Reading,
    },
    /// Why a call that was passed on failed, or an error that an error passes on.
    Failed {
        /// Who was called; `None` for an error that an error passes on.
        of: Option<ContractRef>,
        /// The decoded error data.
        error: ErrorReading,
    },
}

impl Inner {
    /// The candidates for the bytes, unless they are an error that no contract defines.
    pub fn reading(&self) -> Option<&Reading> {
        match self {
            Self::Call(reading) | Self::Returned { reading, .. } => Some(reading),
            Self::Failed { error, .. } => error.custom.as_ref(),
        }
    }
}

impl Value {
    /// The address, if it is one.
    pub fn address(&self) -> Option<EvmAddress> {
        match self {
            Self::Address(address) => Some(*address),
            _ => None,
        }
    }

    /// The number, if it is one without a sign.
    pub fn number(&self) -> Option<U256> {
        match self {
            Self::Number(number, _) => Some(*number),
            _ => None,
        }
    }

    /// The number, if it is one of any sign and of the size of the ledger's amounts.
    pub fn small(&self) -> Option<i128> {
        match self {
            Self::Number(number, _) => i128::try_from(*number).ok(),
            Self::Signed(number, _) => i128::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The call within, if these are bytes that are one.
    pub fn nested(&self) -> Option<&Reading> {
        match self {
            Self::Bytes(_, Some(inner)) => match &**inner {
                Inner::Call(reading) => Some(reading),
                Inner::Returned { .. } | Inner::Failed { .. } => None,
            },
            _ => None,
        }
    }

    /// How many values are directly in it.
    pub fn len(&self) -> usize {
        match self {
            Self::List(values) => values.len(),
            Self::Tuple(members) => members.len(),
            _ => 0,
        }
    }

    /// Whether no value is in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

//! Arguments that are written as text, read by the types of a signature: for every form and command that takes some.
//!
//! A value is written as the decoder shows it, and as `cast` of the Foundry tools takes it:
//!
//! | type | written as |
//! |---|---|
//! | `uint…`, `int…` | `250`, `-3`, `0xff`, `1.5e18` |
//! | `address` | `0xB055…3E85`, `0.0.1002`, `@label` |
//! | `bool` | `true`, `false` |
//! | `bytes`, `bytes…`, `function` | hex after `0x` |
//! | `string` | as it is, or in quotes with `\"`, `\\`, `\n`; between brackets in quotes if it has a comma or a bracket |
//! | arrays | `[1, 2]` |
//! | tuples | `(0.0.1003, 250)`, also with the names of members: `(to 0.0.1003, amount 250)` |
//!
//! The text is the user's, the types may be a stranger's: both are within the bounds of [`bounds`], so reading neither
//! goes deep nor grows.

mod names;
pub(crate) mod scalar;
mod scanner;
#[cfg(test)]
mod tests;

use alloy_dyn_abi::{DynSolType, DynSolValue};
use ledger::amount::counted;
use ledger::{EntityId, HexBytes};

use self::scanner::Scanner;
use super::abi::WORD;
use super::interface::{Bound, Entry, Parameter, bounds};

pub use names::{Names, Unlearned};

/// The longest text of an argument, bytes: hex of all that can be encoded, and signs between.
const MAX_ARGUMENT_BYTES: usize = 4 * bounds::MAX_DATA_BYTES;
/// Maximum number of values of an argument, with those within it.
const MAX_VALUES: usize = bounds::MAX_DATA_BYTES / WORD;

/// An argument that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Typed {
    value: DynSolValue,
    /// The entities in it whose addresses are not known yet, or cannot be: their long-zero ones stand in.
    pub unlearned: Vec<Unlearned>,
}

/// Why a text is no value of its type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct InputFault {
    /// Where in the text, in bytes.
    pub at: usize,
    /// The accepted forms.
    pub words: String,
}

/// Parses an argument for a parameter.
///
/// # Errors
/// Says where the text is no value of the parameter's type, and what would do.
pub fn parse_argument(text: &str, parameter: &Parameter, names: &Names<'_>) -> Result<Typed, InputFault> {
    if text.len() > MAX_ARGUMENT_BYTES {
        return Err(InputFault { at: MAX_ARGUMENT_BYTES, words: Bound::Data.to_string() });
    }
    let mut scanner = Scanner::new(text, names, MAX_VALUES);
    let value = scanner.whole(&parameter.shape, &parameter.members)?;
    Ok(Typed { value, unlearned: scanner.unlearned })
}

/// Why arguments are no call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallFault {
    #[error("it takes {}, and there are {found}", counted(*wanted, "argument"))]
    Count { wanted: usize, found: usize },
    #[error("{0}")]
    PastBound(Bound),
}

/// The call data of a function with its arguments.
///
/// # Errors
/// When they are not as many as it takes, or more than would be read back.
pub fn encode_call(entry: &Entry, arguments: &[Typed]) -> Result<HexBytes, CallFault> {
    let (wanted, found) = (entry.inputs.len(), arguments.len());
    if wanted != found {
        return Err(CallFault::Count { wanted, found });
    }
    let values = arguments.iter().map(|argument| argument.value.clone()).collect();
    let encoded = DynSolValue::Tuple(values).abi_encode_sequence().unwrap_or_default();
    if encoded.len() > bounds::MAX_DATA_BYTES {
        return Err(CallFault::PastBound(Bound::Data));
    }
    Ok(HexBytes::from([entry.selector().as_slice(), &encoded].concat()))
}

/// A short description of a parameter's accepted forms: `an id or an address`.
pub fn wanted(parameter: &Parameter) -> String {
    wanted_of(&parameter.shape)
}

fn wanted_of(shape: &DynSolType) -> String {
    match shape {
        DynSolType::Bool => "true or false".to_owned(),
        DynSolType::Uint(bits) => scalar::unsigned_words(*bits),
        DynSolType::Int(bits) => scalar::signed_words(*bits),
        DynSolType::FixedBytes(size) => scalar::fixed_words(*size),
        DynSolType::Function => scalar::fixed_words(scalar::FUNCTION_BYTES),
        DynSolType::Address => names::ADDRESS_WORDS.to_owned(),
        DynSolType::Bytes => "bytes in hex after 0x".to_owned(),
        DynSolType::String => "a text".to_owned(),
        DynSolType::Array(_) => "values between [ and ], parted by commas".to_owned(),
        DynSolType::FixedArray(_, len) => format!("{len} values between [ and ], parted by commas"),
        DynSolType::Tuple(members) => {
            format!("{} values between ( and ), parted by commas", members.len())
        }
    }
}

/// The ids of the accounts and contracts that stand in arguments and whose addresses are to be asked for.
pub fn unlearned(arguments: &[Typed]) -> Vec<EntityId> {
    let mut ids: Vec<EntityId> =
        arguments.iter().flat_map(|one| &one.unlearned).map(|Unlearned(id)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

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
//! | `string` | unquoted, or in quotes with `\"`, `\\`, `\n`; between brackets in quotes if it has a comma or a bracket |
//! | arrays | `[1, 2]` |
//! | tuples | `(0.0.1003, 250)`, also with the names of members: `(to 0.0.1003, amount 250)` |
//!
//! The text is the user's, the types may be a stranger's: both are within the bounds of [`bounds`], so reading
//! neither goes deep nor grows.

mod scanner;

use alloy_dyn_abi::{DynSolType, DynSolValue};
use alloy_primitives::{I256, U256};
use ledger::amount::counted;
use ledger::{ContractRef, EntityId, EvmAddress, HexBytes};

use self::scanner::Scanner;
use super::abi::WORD;
use super::interface::{Bound, Entry, Parameter, bounds};
use crate::Known;

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
    /// More or fewer arguments than parameters.
    #[error("it takes {}, and there are {found}", counted(*wanted, "argument"))]
    Count {
        /// Number of parameters of the function.
        wanted: usize,
        /// Number of given arguments.
        found: usize,
    },
    /// The call data or its words would exceed a bound.
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
        DynSolType::Uint(bits) => unsigned_words(*bits),
        DynSolType::Int(bits) => signed_words(*bits),
        DynSolType::FixedBytes(size) => fixed_words(*size),
        DynSolType::Function => fixed_words(FUNCTION_BYTES),
        DynSolType::Address => ADDRESS_WORDS.to_owned(),
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

const ADDRESS_WORDS: &str = "an id such as 0.0.77, an EVM address, or a @label";

/// Resolves ids and labels.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// Resolves labels, and ids to EVM addresses.
    pub known: &'a Known,
    /// The name of the network's profile, for error messages.
    pub network: &'a str,
    /// The shard and realm for short ids.
    pub home: EntityId,
}

/// An entity without a known EVM address: the EVM may use an alias instead of the long-zero address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unlearned(pub EntityId);

impl Names<'_> {
    /// The EVM address for an id, an address or a label. For an id without a known address: its long-zero address, and
    /// the id.
    ///
    /// # Errors
    /// The accepted forms.
    pub fn address(&self, text: &str) -> Result<(EvmAddress, Option<Unlearned>), String> {
        let text = self.known.resolve(text, self.network)?;
        match ContractRef::parse(&text, self.home) {
            Some(ContractRef::Address(address)) => Ok((address, None)),
            Some(ContractRef::Id(id)) if !id.is_near(self.home) => {
                let (EntityId { shard, realm, .. }, network) = (self.home, self.network);
                Err(format!("ids on {network} begin with {shard}.{realm}: write {shard}.{realm}.{}", id.num))
            }
            Some(ContractRef::Id(id)) => Ok(match self.learned(id) {
                Some(address) => (address, None),
                None => (EvmAddress::long_zero(id), Some(Unlearned(id))),
            }),
            None => Err(format!("write {ADDRESS_WORDS}")),
        }
    }

    fn learned(&self, id: EntityId) -> Option<EvmAddress> {
        let contract = self.known.address_of(ContractRef::Id(id));
        contract.or_else(|| {
            let account = self.known.account(id)?;
            Some(account.evm_address.value().unwrap_or_else(|| EvmAddress::long_zero(id)))
        })
    }
}

/// The bytes of a `function`: an address and a selector.
const FUNCTION_BYTES: usize = 24;
/// The greatest power of ten that fits a word.
const MAX_EXPONENT: u32 = 77;

/// Parses a number of at most `bits` bits.
pub(crate) fn unsigned(text: &str, bits: usize) -> Option<U256> {
    let number = match text.strip_prefix("0x") {
        // An address is no number, though it could be read as one.
        Some(digits) if digits.len() != 40 => U256::from_str_radix(plain(digits, 16)?, 16).ok()?,
        Some(_) => return None,
        None => decimal(text)?,
    };
    (number.bit_len() <= bits).then_some(number)
}

/// Parses a signed number of at most `bits` bits.
pub(crate) fn signed(text: &str, bits: usize) -> Option<I256> {
    let (digits, minus) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
    let number = decimal(digits)?;
    let least = number == U256::from(1) << 255;
    let number = match I256::try_from(number) {
        Ok(number) if minus => number.checked_neg()?,
        Ok(number) => number,
        Err(_) if minus && least => I256::MIN,
        Err(_) => return None,
    };
    (usize::try_from(number.bits()).ok()? <= bits).then_some(number)
}

/// Parses exactly `size` bytes.
pub(crate) fn fixed(text: &str, size: usize) -> Option<HexBytes> {
    bytes(text).filter(|bytes| bytes.len() == size)
}

/// Bytes in hex after `0x`.
pub(crate) fn bytes(text: &str) -> Option<HexBytes> {
    HexBytes::parse(text).filter(|_| text.starts_with("0x"))
}

pub(crate) fn boolean(text: &str) -> Option<bool> {
    match text {
        "true" | "yes" => Some(true),
        "false" | "no" => Some(false),
        _ => None,
    }
}

/// The forms that [`unsigned`] accepts.
pub(crate) fn unsigned_words(bits: usize) -> String {
    format!("a number that fits {bits} bits, decimal or in hex after 0x")
}

/// The forms that [`signed`] accepts.
pub(crate) fn signed_words(bits: usize) -> String {
    format!("a number that fits {bits} bits with its sign")
}

/// The forms that [`fixed`] accepts.
pub(crate) fn fixed_words(size: usize) -> String {
    format!("{size} bytes: 0x and {} hex digits", size * 2)
}

/// Digits, also with a fraction and an exponent that leave a whole number: `1.5e18`.
fn decimal(text: &str) -> Option<U256> {
    let Some((digits, exponent)) = text.split_once(['e', 'E']) else {
        return U256::from_str_radix(plain(text, 10)?, 10).ok();
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent: u32 = plain(exponent, 10)?.parse().ok()?;
    let places = u32::try_from(fraction.len()).ok()?;
    let shift = exponent.checked_sub(places).filter(|_| exponent <= MAX_EXPONENT)?;
    let all = format!("{}{fraction}", plain(whole, 10)?);
    let number = U256::from_str_radix(plain(&all, 10)?, 10).ok()?;
    number.checked_mul(U256::from(10).checked_pow(U256::from(shift))?)
}

/// The digits, if they are digits only.
fn plain(digits: &str, radix: u32) -> Option<&str> {
    (!digits.is_empty() && digits.chars().all(|c| c.is_digit(radix))).then_some(digits)
}

#[cfg(test)]
mod tests;

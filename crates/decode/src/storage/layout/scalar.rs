//! Values of at most a word: what they are, cut out of the word that they share with others.

use alloy_primitives::U256;
use ledger::EvmAddress;

use super::Type;

/// A type of at most a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A number of this many bytes.
    Unsigned(u8),
    /// A number of this many bytes that can be below zero.
    Signed(u8),
    /// `bool`: one byte.
    Flag,
    /// An address, or a contract.
    Address,
    /// So many bytes from the left.
    Bytes(u8),
    /// One of a few, by its place.
    Choice(u8),
    /// A type that the source defines over another one, which the layout does not name.
    Defined(u8),
    /// A function of another contract: an address and a selector.
    Function,
    /// The slot of a `string` or of `bytes`: the whole text if it is short, else its length.
    Text,
    /// Thirty-two bytes of a long text.
    TextPart,
    /// The length of an array.
    Length,
}

/// A value within a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name; empty if it fills the slot, whose path names it.
    pub label: String,
    /// Its type as the source writes it.
    pub kind: String,
    pub(crate) scalar: Scalar,
    /// The byte where it begins, counted from the low end of the word.
    pub offset: u8,
}

/// A decoded value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// A number that is not negative.
    Number(U256),
    /// A negative number, by its absolute value.
    Negative(U256),
    /// A `bool` of 0 or 1; other numbers are [`Self::Bytes`].
    Flag(bool),
    /// The low 20 bytes of the word.
    Address(EvmAddress),
    /// `bytes1` to `bytes32` with their zeros, or the bytes of an invalid value.
    Bytes(Vec<u8>),
    /// A text that fits its slot.
    Text(Vec<u8>),
    /// The length of a longer text.
    LongText(U256),
    /// A number or bytes: the layout does not distinguish them.
    Defined(U256, Vec<u8>),
    /// A function of another contract, by its selector.
    Function(EvmAddress, [u8; 4]),
}

impl Type {
    /// The type of at most a word with this name; a word of bytes if the name is unknown.
    pub(in crate::storage) fn scalar(label: &str) -> Self {
        let size = |digits: &str, unit: u16| {
            let count = digits.parse::<u16>().ok()?;
            let bytes = u8::try_from(count.div_euclid(unit)).ok()?;
            (count % unit == 0 && (1..=32).contains(&bytes)).then_some(bytes)
        };
        let numbered = |name: &str, unit| label.strip_prefix(name).and_then(|digits| size(digits, unit));
        if matches!(label, "string" | "bytes") {
            return Self::Text;
        }
        Self::Scalar(if let Some(bytes) = numbered("uint", 8) {
            Scalar::Unsigned(bytes)
        } else if let Some(bytes) = numbered("int", 8) {
            Scalar::Signed(bytes)
        } else if let Some(bytes) = numbered("bytes", 1) {
            Scalar::Bytes(bytes)
        } else if label == "bool" {
            Scalar::Flag
        } else if label.starts_with("address") || label.starts_with("contract ") {
            Scalar::Address
        } else if label.starts_with("enum ") {
            Scalar::Choice(1)
        } else if label.starts_with("function ") && label.contains(" external") {
            Scalar::Function
        } else {
            Scalar::Bytes(32)
        })
    }
}

impl Scalar {
    /// The bytes that it takes.
    pub fn bytes(self) -> u8 {
        match self {
            Self::Unsigned(bytes)
            | Self::Signed(bytes)
            | Self::Bytes(bytes)
            | Self::Choice(bytes)
            | Self::Defined(bytes) => bytes,
            Self::Function => 24,
            Self::Flag => 1,
            Self::Address => 20,
            Self::Text | Self::TextPart | Self::Length => 32,
        }
    }
}

impl Member {
    /// Its value in a word.
    pub fn held(&self, word: U256) -> Held {
        let size = self.scalar.bytes().min(32);
        let bits = usize::from(size) * 8;
        let mask = if bits >= 256 { U256::MAX } else { (U256::ONE << bits).wrapping_sub(U256::ONE) };
        let number = (word >> (usize::from(self.offset) * 8)) & mask;
        let bytes = || number.to_be_bytes::<32>().get(32 - usize::from(size)..).unwrap_or_default().to_vec();
        match self.scalar {
            Scalar::Signed(_) if bits > 0 && number.bit(bits - 1) => {
                Held::Negative(mask.wrapping_sub(number).wrapping_add(U256::ONE))
            }
            Scalar::Unsigned(_) | Scalar::Choice(_) | Scalar::Length | Scalar::Signed(_) => {
                Held::Number(number)
            }
            Scalar::Flag => match u8::try_from(number) {
                Ok(0) => Held::Flag(false),
                Ok(1) => Held::Flag(true),
                _ => Held::Bytes(bytes()),
            },
            Scalar::Address => match bytes().try_into() {
                Ok(address) => Held::Address(EvmAddress::new(address)),
                Err(bytes) => Held::Bytes(bytes),
            },
            Scalar::Bytes(_) | Scalar::TextPart => Held::Bytes(bytes()),
            Scalar::Defined(_) => Held::Defined(number, bytes()),
            Scalar::Function => {
                let bytes = bytes();
                let parts =
                    bytes.split_first_chunk().and_then(|(at, rest)| Some((at, rest.try_into().ok()?)));
                match parts {
                    Some((at, selector)) => Held::Function(EvmAddress::new(*at), selector),
                    None => Held::Bytes(bytes),
                }
            }
            Scalar::Text => text(word).unwrap_or_else(|| Held::Bytes(bytes())),
        }
    }
}

/// The text, or the length of the text, in its slot; `None` if the slot holds neither.
pub(in crate::storage) fn text(word: U256) -> Option<Held> {
    if word.bit(0) {
        return Some(Held::LongText(word >> 1)).filter(|_| word.bit_len() <= 64 && word > U256::from(63));
    }
    let bytes = word.to_be_bytes::<32>();
    let length = usize::from(bytes.last()? / 2);
    let (text, rest) = bytes.get(..31)?.split_at_checked(length)?;
    rest.iter().all(|byte| *byte == 0).then(|| Held::Text(text.to_vec()))
}

//! The values of filters on logs and storage: topics, slots and positions.

use std::fmt;

use super::Op;
use crate::HexBytes;
use crate::entity_id::decimal;

/// A value of `topic0` to `topic3`: at most 32 bytes, compared without leading zeros.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Topic(HexBytes);

impl Topic {
    /// Parses 1 to 64 hex digits with or without `0x`.
    pub fn parse(text: &str) -> Option<Self> {
        word(text).map(Self)
    }

    /// A topic in full, as in a log.
    pub fn new(word: HexBytes) -> Self {
        Self(word)
    }

    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_hex())
    }
}

/// A value of `slot`: at most 32 bytes with an operator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SlotFilter {
    /// How to compare; servers refuse `ne`.
    pub op: Op,
    pub slot: HexBytes,
}

impl SlotFilter {
    /// Parses `op:` and 1 to 64 hex digits with or without `0x`.
    pub fn parse(text: &str) -> Option<Self> {
        let (op, slot) = Op::split(text)?;
        (op != Op::Ne).then_some(Self { op, slot: word(slot)? })
    }
}

impl fmt::Display for SlotFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.op.prefix(), self.slot.to_hex())
    }
}

/// A value of `index`: a position with an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexFilter {
    pub op: Op,
    pub index: u32,
}

impl IndexFilter {
    /// Parses `op:` and a whole number up to 2³¹-1.
    pub fn parse(text: &str) -> Option<Self> {
        let (op, index) = Op::split(text)?;
        let index = i32::try_from(decimal(index)?).ok()?;
        Some(Self { op, index: u32::try_from(index).ok()? })
    }
}

impl fmt::Display for IndexFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.op.prefix(), self.index)
    }
}

/// One to 64 hex digits with or without `0x`.
fn word(text: &str) -> Option<HexBytes> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    (1..=64).contains(&digits.len()).then(|| HexBytes::parse(digits))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_of_one_to_64_digits() {
        assert_eq!(Topic::parse("0x1").unwrap().to_string(), "0x01");
        assert_eq!(Topic::parse(&"f".repeat(64)).unwrap().bytes().len(), 32);
        for text in ["", "0x", "0xzz", "0xabé", &"f".repeat(65)] {
            assert_eq!(Topic::parse(text), None, "{text}");
        }
        assert_eq!(SlotFilter::parse("gte:0x10").unwrap().to_string(), "gte:0x10");
        assert_eq!(SlotFilter::parse("ne:0x10"), None);
    }

    #[test]
    fn positions_fit_31_bits() {
        assert_eq!(IndexFilter::parse("lt:7").unwrap().to_string(), "lt:7");
        for text in ["", "-1", "2147483648", "x:1"] {
            assert_eq!(IndexFilter::parse(text), None, "{text}");
        }
    }
}

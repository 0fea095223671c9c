//! Twenty-byte EVM addresses, among them the long-zero form of an entity id.

use alloy_primitives::{Address, hex};
use serde::{Deserialize, Serialize};
use std::fmt;

use super::EntityId;

/// The largest entity number that the ledger can hold (38 bits).
const MAX_ENTITY_NUM: u64 = (1 << 38) - 1;

/// An EVM address. It prints in lower case with `0x`, as it is sent; [`EvmAddress::checksummed`] has EIP-55 case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EvmAddress([u8; 20]);

/// Why an address was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressFault {
    /// Not 40 hex digits.
    #[error("an EVM address has 40 hex digits after 0x; this has {0}")]
    Length(usize),
    /// A character that is no hex digit, at this place (counted from 0 in the text given).
    #[error("character {} is not a hex digit", .0 + 1)]
    Digit(usize),
    /// Mixed case whose case does not spell the EIP-55 checksum.
    #[error(
        "upper and lower case do not match the address (EIP-55): a digit is wrong, or write it all in lower case"
    )]
    Checksum,
}

impl EvmAddress {
    /// Takes the bytes in the order in which they are printed.
    pub const fn new(bytes: [u8; 20]) -> Self {
        Self(bytes)
    }

    /// Parses 40 hex digits with or without `0x`; mixed case must be the right EIP-55 case.
    ///
    /// # Errors
    /// The wrong character, length or case.
    pub fn parse(text: &str) -> Result<Self, AddressFault> {
        let address = Self::parse_any_case(text)?;
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let mixed =
            digits.bytes().any(|b| b.is_ascii_lowercase()) && digits.bytes().any(|b| b.is_ascii_uppercase());
        if mixed && !address.checksummed().ends_with(digits) {
            return Err(AddressFault::Checksum);
        }
        Ok(address)
    }

    /// Parses 40 hex digits with or without `0x` in any case, as servers send them.
    ///
    /// # Errors
    /// The wrong character or length.
    pub fn parse_any_case(text: &str) -> Result<Self, AddressFault> {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        if let Some(at) = digits.bytes().position(|b| !b.is_ascii_hexdigit()) {
            return Err(AddressFault::Digit(text.len() - digits.len() + at));
        }
        let mut bytes = [0; 20];
        hex::decode_to_slice(digits, &mut bytes).map_err(|_| AddressFault::Length(digits.len()))?;
        Ok(Self(bytes))
    }

    /// The long-zero address of an entity: its number, big-endian, in the last eight bytes.
    pub fn long_zero(id: EntityId) -> Self {
        let mut bytes = [0; 20];
        bytes[12..].copy_from_slice(&id.num.to_be_bytes());
        Self(bytes)
    }

    /// The entity number, if this is a long-zero address: twelve zero bytes and a number of at most 38 bits.
    pub fn entity_num(&self) -> Option<u64> {
        let (zeros, num) = self.0.split_first_chunk::<12>()?;
        let num = u64::from_be_bytes(num.try_into().ok()?);
        (zeros == &[0; 12] && (1..=MAX_ENTITY_NUM).contains(&num)).then_some(num)
    }

    /// The 20 bytes.
    pub fn bytes(&self) -> &[u8; 20] {
        &self.0
    }

    /// With `0x` and EIP-55 case.
    pub fn checksummed(&self) -> String {
        Address::from(self.0).to_checksum(None)
    }
}

impl fmt::Display for EvmAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode_prefixed(self.0))
    }
}

impl fmt::Debug for EvmAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksummed_case_is_written_and_checked() {
        let lower = "0x72907b6e1a5c235ce5653657120d1fc04c198b05";
        let right = "0x72907B6e1a5c235Ce5653657120D1Fc04C198B05";
        assert_eq!(EvmAddress::parse(lower).unwrap().checksummed(), right);
        assert!(EvmAddress::parse(right).is_ok());
        assert!(EvmAddress::parse(&lower.to_uppercase().replace("0X", "0x")).is_ok());
        assert_eq!(EvmAddress::parse(&right.replace("7B6e", "7b6e")), Err(AddressFault::Checksum));
    }

    #[test]
    fn faults_point_at_the_character() {
        assert_eq!(EvmAddress::parse("0x12g4"), Err(AddressFault::Digit(4)));
        assert_eq!(EvmAddress::parse("0x1234"), Err(AddressFault::Length(4)));
    }

    #[test]
    fn long_zero_goes_both_ways_and_an_alias_is_not_one() {
        let address = EvmAddress::long_zero(EntityId::from_num(1_368_126));
        assert!(address.to_string().ends_with("0014e03e"));
        assert_eq!(address.entity_num(), Some(1_368_126));
        let alias = EvmAddress::parse("0xb0551e9ecceb06cf6ea2879174aaf4da84633e85").unwrap();
        assert_eq!(alias.entity_num(), None);
        assert_eq!(EvmAddress::new([0; 20]).entity_num(), None);
    }
}

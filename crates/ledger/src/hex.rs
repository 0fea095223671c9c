//! Bytes that travel as hexadecimal text.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use alloy_primitives::{Bloom, hex};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Bytes sent as hex, with or without `0x`; an odd digit count is read with a leading zero. Copies share them: a call's
/// data may be many megabytes long.
#[derive(Clone, Eq, Default)]
pub struct HexBytes(Arc<[u8]>);

/// Bytes hashed at each end: keeps hashing of megabytes cheap.
const MAX_HASHED_BYTES: usize = 64;

impl HexBytes {
    /// Parses hex digits with or without `0x`; `None` if anything else is in it.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let bytes = if digits.len().is_multiple_of(2) {
            hex::decode(digits.as_bytes())
        } else {
            hex::decode(format!("0{digits}"))
        };
        bytes.ok().map(Self::from)
    }

    /// The decoded bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The length of the bytes, not of their hexadecimal form.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the byte string is empty (`0x`).
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What these bytes spell if they are the ASCII text of hex, as files with call data or code hold it; `None` if
    /// they are not, or spell less than a selector.
    pub fn spelled(&self) -> Option<Self> {
        let text = self.0.trim_ascii();
        let digits = text.strip_prefix(b"0x").unwrap_or(text);
        let is_hex = digits.len() >= 8 && digits.len().is_multiple_of(2);
        // Call data has zeros early on, so the first bytes decide.
        let is_hex = is_hex && digits.iter().all(u8::is_ascii_hexdigit);
        is_hex.then(|| hex::decode(digits).ok().map(Self::from)).flatten()
    }

    /// The bytes as a log bloom filter (`bloom`). `None` for any length but 256 bytes: the emitted events are then
    /// unknown. Networks hash an emitter's long-zero address, even if the emitter has an alias.
    pub fn bloom(&self) -> Option<Bloom> {
        Bloom::try_from(self.bytes()).ok()
    }

    /// `0x` and two lower-case digits a byte.
    pub fn to_hex(&self) -> String {
        hex::encode_prefixed(&self.0)
    }
}

impl From<Vec<u8>> for HexBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl PartialEq for HexBytes {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Serialize for HexBytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(self.bytes())
    }
}

impl<'de> Deserialize<'de> for HexBytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        <&[u8]>::deserialize(from).map(|bytes| Self::from(bytes.to_vec()))
    }
}

impl Hash for HexBytes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        self.0.get(..MAX_HASHED_BYTES).unwrap_or(&self.0).hash(state);
        self.0.get(self.len().saturating_sub(MAX_HASHED_BYTES)..).unwrap_or_default().hash(state);
    }
}

impl std::fmt::Debug for HexBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.to_hex())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_prefix_odd_length_and_refuses_the_rest() {
        assert_eq!(HexBytes::parse("0x08e").map(|h| h.to_hex()).as_deref(), Some("0x008e"));
        assert_eq!(HexBytes::parse("FF").map(|h| h.to_hex()).as_deref(), Some("0xff"));
        assert!(HexBytes::parse("0x").is_some_and(|h| h.is_empty()));
        assert!(HexBytes::parse("0xzz").is_none());
        assert!(HexBytes::parse("INSUFFICIENT_GAS").is_none());
    }
}

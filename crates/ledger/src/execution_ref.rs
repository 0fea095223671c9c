//! How an execution is named without its contract: by transaction id, or by a hash.

use std::fmt;

use super::{HexBytes, TransactionId};

/// The path parameter `transactionIdOrHash`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExecutionRef {
    Id(TransactionId),
    /// By hash: 32 bytes as results carry it, or the 48 bytes of a transaction's own.
    Hash(HexBytes),
}

impl ExecutionRef {
    /// Parses a transaction id in either spelling, or 64 or 96 hex digits with or without `0x`.
    pub fn parse(text: &str) -> Option<Self> {
        let whole = || HexBytes::parse(text).filter(|_| text.len().is_multiple_of(2));
        TransactionId::parse(text).map(Self::Id).or_else(|| Self::of_hash(whole()?))
    }

    /// By this hash, if it is as long as one is.
    pub fn of_hash(hash: HexBytes) -> Option<Self> {
        matches!(hash.len(), 32 | 48).then_some(Self::Hash(hash))
    }

    /// The hash of a transaction, which no operation on results takes: 48 bytes.
    pub fn transaction_hash(&self) -> Option<&HexBytes> {
        match self {
            Self::Hash(hash) if hash.len() == 48 => Some(hash),
            _ => None,
        }
    }
}

impl fmt::Display for ExecutionRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::Hash(hash) => f.write_str(&hash.to_hex()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_names_read_back_what_they_write() {
        for text in [
            "0.0.1005-1795216518-468117137".to_owned(),
            format!("0x{}", "ab".repeat(32)),
            format!("0x{}", "ab".repeat(48)),
        ] {
            assert_eq!(ExecutionRef::parse(&text).unwrap().to_string(), text);
        }
        for text in ["", "0x", "0.0.5001", "0xabcdef", &"a".repeat(63), "1795216207.5"] {
            assert_eq!(ExecutionRef::parse(text), None, "{text}");
        }
    }
}

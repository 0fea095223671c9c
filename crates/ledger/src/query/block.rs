//! `GET /api/v1/blocks/{hashOrNumber}`.

use std::fmt;

use super::{BlockHash, BlockNumber};

/// The path parameter `hashOrNumber`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BlockQuery {
    Number(BlockNumber),
    /// By its hash, 32 or 48 bytes.
    Hash(BlockHash),
}

impl BlockQuery {
    /// Parses a height or a hash.
    pub fn parse(text: &str) -> Option<Self> {
        let number = BlockNumber::parse(text).map(Self::Number);
        number.or_else(|| BlockHash::parse(text).map(Self::Hash))
    }
}

impl fmt::Display for BlockQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(BlockNumber(number)) => number.fmt(f),
            Self::Hash(hash) => hash.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_and_hashes_are_told_apart() {
        let text = |text: &str| BlockQuery::parse(text).map(|block| block.to_string());
        assert_eq!(text("70002150").as_deref(), Some("70002150"));
        assert_eq!(text("0x42c2a36").as_deref(), Some("70003254"));
        let hash = format!("0x{}", "ab".repeat(48));
        assert_eq!(text(&hash), Some(hash));
        assert_eq!((text(""), text("-1"), text("0xzz")), (None, None, None));
    }
}

//! Queries for blocks, exchange rates and network fees.

use std::fmt;

use super::{BlockHash, BlockNumber};
use crate::Timestamp;

/// The path parameter `hashOrNumber`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BlockQuery {
    /// The height; a test network that is reset gives it to another block.
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
            Self::Number(number) => number.fmt(f),
            Self::Hash(hash) => hash.fmt(f),
        }
    }
}

/// Seconds for which a rate holds.
const HOUR_SECONDS: u64 = 3_600;

/// The rates of an hour of the clock: all results of an hour ask the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExchangeRatesQuery {
    /// Hours since 1970.
    hour: u64,
}

impl ExchangeRatesQuery {
    /// The rates of the hour of this time.
    pub fn at(at: Timestamp) -> Self {
        Self { hour: at.seconds / HOUR_SECONDS }
    }

    /// The end of the hour.
    pub fn until(&self) -> Timestamp {
        Timestamp::from_secs(self.hour.saturating_add(1).saturating_mul(HOUR_SECONDS))
    }

    /// The parameters: what was set last before the end of the hour.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        vec![("timestamp", format!("lt:{}", self.until()))]
    }
}

/// The fees at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NetworkFeesQuery {
    /// The fees that were valid at this time: `timestamp=lte:`.
    pub at: Timestamp,
}

impl NetworkFeesQuery {
    /// The parameters: what was set last by then.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        vec![("timestamp", format!("lte:{}", self.at))]
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

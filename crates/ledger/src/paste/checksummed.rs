//! Parses ids with a five-letter checksum and verifies the checksum.

use crate::checksum::{checksum, network_of};
use crate::{EntityId, LedgerId};

/// The verdict on an id's checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChecksumVerdict {
    /// It is right on this network.
    Right,
    /// It is right on the network of this name, not on this one.
    Elsewhere(&'static str),
    /// It is right on no network that is known by name. The right letters here, if this network's ledger id
    /// is known.
    Wrong(Option<String>),
}

impl ChecksumVerdict {
    /// Checks the letters of `id` against the network's ledger id, which a network may lack.
    pub fn check(id: EntityId, letters: &str, ledger: Option<LedgerId>) -> Self {
        let right = ledger.map(|ledger| checksum(id, ledger));
        if right.as_deref() == Some(letters) {
            return Self::Right;
        }
        network_of(id, letters).map_or(Self::Wrong(right), Self::Elsewhere)
    }
}

/// Takes `0.0.123-vfmkw` apart; without a dash there is no checksum. `None` if what follows the dash is not
/// five letters.
pub(super) fn split(text: &str) -> Option<(&str, Option<&str>)> {
    match text.split_once('-') {
        None => Some((text, None)),
        Some((id, sum)) => is_checksum(sum).then_some((id, Some(sum))),
    }
}

/// Whether this is five letters.
pub(super) fn is_checksum(text: &str) -> bool {
    text.len() == 5 && text.bytes().all(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_names_the_network() {
        let (id, testnet) = (EntityId::from_num(123), Some(LedgerId(1)));
        assert_eq!(ChecksumVerdict::check(id, "esxsf", testnet), ChecksumVerdict::Right);
        assert_eq!(ChecksumVerdict::check(id, "vfmkw", testnet), ChecksumVerdict::Elsewhere("mainnet"));
        assert_eq!(ChecksumVerdict::check(id, "aaaaa", None), ChecksumVerdict::Wrong(None));
        let right = Some("esxsf".to_owned());
        assert_eq!(ChecksumVerdict::check(id, "aaaaa", testnet), ChecksumVerdict::Wrong(right));
    }
}

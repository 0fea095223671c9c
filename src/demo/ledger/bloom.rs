//! Bloom filters of logs: three bits of 2048 for the emitter and for each topic.

use alloy_primitives::hex;

use crate::demo::ledger::hash::keccak;
use crate::ledger::bloom::{Item, LENGTH};

/// A bloom filter that is being filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bloom([u8; LENGTH]);

impl Bloom {
    /// No bit set.
    pub(crate) fn empty() -> Self {
        Self([0; LENGTH])
    }

    /// Adds an address or a topic.
    pub(crate) fn add(&mut self, item: &[u8]) {
        Item::of_hash(&keccak(item)).set(&mut self.0);
    }

    /// Adds all that another holds.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(byte, more)| *byte |= more);
    }

    /// As sent: `0x` and 512 digits.
    pub(crate) fn to_hex(&self) -> String {
        hex::encode_prefixed(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::ledger::abi;

    fn bits(bloom: &Bloom) -> Vec<usize> {
        (0..2048).rev().filter(|bit| bloom.0[255 - bit / 8] & (1 << (bit % 8)) != 0).collect()
    }

    #[test]
    fn the_transfer_topic_sets_its_three_bits() {
        let mut bloom = Bloom::empty();
        bloom.add(&abi::topic("Transfer(address,address,uint256)"));
        assert_eq!(bits(&bloom), [1443, 1060, 481]);
    }

    #[test]
    fn merging_keeps_the_bits_of_both() {
        let (mut left, mut right) = (Bloom::empty(), Bloom::empty());
        left.add(b"left");
        right.add(b"right");
        let mut both = bits(&left);
        both.extend(bits(&right));
        both.sort_unstable_by(|a, b| b.cmp(a));
        left.merge(&right);
        assert_eq!(bits(&left), both);
    }
}

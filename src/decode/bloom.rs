//! Bloom filters of logs: what a result cannot have emitted, without asking for it.

use alloy_primitives::keccak256;

use crate::ledger::HexBytes;

/// A bloom filter: 2048 bits, three of them for each emitter and topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bloom<'a>(&'a [u8; 256]);

impl<'a> Bloom<'a> {
    /// The filter in the field `bloom`; `None` if it does not have 256 bytes, which means that nothing is known.
    pub fn read(bytes: &'a HexBytes) -> Option<Self> {
        bytes.bytes().try_into().ok().map(Self)
    }

    /// How many bits are set; none if nothing was emitted.
    pub fn bits(&self) -> u32 {
        self.0.iter().map(|byte| byte.count_ones()).sum()
    }

    /// Whether this address (20 bytes) or topic (32 bytes) may be among the logs: `false` is certain.
    ///
    /// Networks put an emitter in by its long-zero address, even if it has another.
    pub fn may_contain(&self, item: &[u8]) -> bool {
        places(item).all(|bit| self.0.get(255 - bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1))
    }
}

/// The three bits of an item, counted from the last bit of the filter: the low eleven bits of each of the first
/// three byte pairs of its hash.
fn places(item: &[u8]) -> impl Iterator<Item = usize> {
    let hash = keccak256(item);
    let pairs: Vec<usize> = hash
        .as_chunks::<2>()
        .0
        .iter()
        .take(3)
        .map(|pair| usize::from(u16::from_be_bytes(*pair) & 0x7ff))
        .collect();
    pairs.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::hex;

    /// The topic of `Transfer(address,address,uint256)`.
    const TRANSFER: [u8; 32] = hex!("ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");

    fn filter(items: &[&[u8]]) -> HexBytes {
        let mut bytes = vec![0; 256];
        for bit in items.iter().flat_map(|item| places(item)) {
            bytes[255 - bit / 8] |= 1 << (bit % 8);
        }
        HexBytes::from(bytes)
    }

    #[test]
    fn the_bits_of_a_known_topic() {
        assert_eq!(places(&TRANSFER).collect::<Vec<_>>(), [1443, 481, 1060]);
    }

    #[test]
    fn an_item_is_found_and_another_is_not() {
        let bytes = filter(&[&TRANSFER, &[7; 20]]);
        let bloom = Bloom::read(&bytes).unwrap();
        assert!(bloom.may_contain(&TRANSFER) && bloom.may_contain(&[7; 20]));
        assert!(!bloom.may_contain(&[8; 20]));
        assert!((4..=6).contains(&bloom.bits()));
    }

    #[test]
    fn an_empty_or_short_filter() {
        assert_eq!(Bloom::read(&HexBytes::default()), None);
        let zero = HexBytes::from(vec![0; 256]);
        let zero = Bloom::read(&zero).unwrap();
        assert!(zero.bits() == 0 && !zero.may_contain(&TRANSFER));
    }

    proptest::proptest! {
        #[test]
        fn what_was_put_in_may_be_contained(
            items in proptest::collection::vec(proptest::collection::vec(0_u8.., 0..33), 0..4),
        ) {
            let items: Vec<&[u8]> = items.iter().map(Vec::as_slice).collect();
            let bytes = filter(&items);
            let bloom = Bloom::read(&bytes).unwrap();
            proptest::prop_assert!(items.iter().all(|item| bloom.may_contain(item)));
        }
    }
}

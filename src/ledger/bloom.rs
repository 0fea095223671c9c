//! Bloom filters of logs (`bloom`): what a result cannot have emitted, without asking for it.

use alloy_primitives::keccak256;

use super::HexBytes;

/// The bytes of a filter.
pub const LENGTH: usize = 256;

/// An address or topic as a filter knows it: its three bits, found once to be looked for in many filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item([u16; 3]);

impl Item {
    /// The bits of an address (20 bytes) or topic (32 bytes).
    pub fn of(item: &[u8]) -> Self {
        Self::of_hash(&keccak256(item).0)
    }

    /// The same of what has this Keccak-256 hash: the low eleven bits of each of its first three byte pairs.
    pub fn of_hash(hash: &[u8; 32]) -> Self {
        let mut pairs = hash.as_chunks::<2>().0.iter().map(|pair| u16::from_be_bytes(*pair) & 0x7ff);
        Self(std::array::from_fn(|_| pairs.next().unwrap_or_default()))
    }

    /// The bits, counted from the last bit of the filter.
    pub fn bits(self) -> [u16; 3] {
        self.0
    }

    /// Puts it into a filter.
    pub fn set(self, filter: &mut [u8; LENGTH]) {
        for (at, mask) in self.places() {
            if let Some(byte) = filter.get_mut(at) {
                *byte |= mask;
            }
        }
    }

    /// Each bit as the byte that it is in and its mask there.
    fn places(self) -> impl Iterator<Item = (usize, u8)> {
        self.0.into_iter().map(|bit| (LENGTH - 1 - usize::from(bit / 8), 1 << (bit % 8)))
    }
}

/// A bloom filter: 2048 bits, three of them for each emitter and topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bloom<'a>(&'a [u8; LENGTH]);

impl<'a> Bloom<'a> {
    /// The filter in the field `bloom`; `None` if it does not have 256 bytes, which means that nothing is known.
    pub fn read(bytes: &'a HexBytes) -> Option<Self> {
        bytes.bytes().try_into().ok().map(Self)
    }

    /// How many bits are set; none if nothing was emitted.
    pub fn bits(&self) -> u32 {
        self.0.iter().map(|byte| byte.count_ones()).sum()
    }

    /// Whether no bit is set: nothing was emitted.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|byte| *byte == 0)
    }

    /// Whether this item may be among the emitters and topics of the logs: `false` is certain.
    ///
    /// Networks put an emitter in by its long-zero address, even if it has another.
    pub fn may_hold(&self, item: &Item) -> bool {
        item.places().all(|(at, mask)| self.0.get(at).is_some_and(|byte| byte & mask != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::hex;

    /// The topic of `Transfer(address,address,uint256)`.
    const TRANSFER: [u8; 32] = hex!("ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");

    fn filter(items: &[&[u8]]) -> HexBytes {
        let mut bytes = [0; LENGTH];
        for item in items {
            Item::of(item).set(&mut bytes);
        }
        HexBytes::from(bytes.to_vec())
    }

    #[test]
    fn the_bits_of_a_known_topic() {
        assert_eq!(Item::of(&TRANSFER).bits(), [1443, 481, 1060]);
        let bytes = filter(&[&TRANSFER]);
        let set = (0..2048).filter(|bit| bytes.bytes()[LENGTH - 1 - bit / 8] >> (bit % 8) & 1 == 1);
        assert_eq!(set.collect::<Vec<_>>(), [481, 1060, 1443], "bit 0 is the last one of the filter");
    }

    #[test]
    fn an_item_is_found_and_another_is_not() {
        let bytes = filter(&[&TRANSFER, &[7; 20]]);
        let bloom = Bloom::read(&bytes).unwrap();
        assert!(bloom.may_hold(&Item::of(&TRANSFER)) && bloom.may_hold(&Item::of(&[7; 20])));
        assert!(!bloom.may_hold(&Item::of(&[8; 20])));
        assert!((4..=6).contains(&bloom.bits()));
    }

    #[test]
    fn an_empty_or_short_filter() {
        assert_eq!(Bloom::read(&HexBytes::default()), None);
        let zero = HexBytes::from(vec![0; 256]);
        let zero = Bloom::read(&zero).unwrap();
        assert!(zero.bits() == 0 && zero.is_empty() && !zero.may_hold(&Item::of(&TRANSFER)));
    }

    proptest::proptest! {
        #[test]
        fn what_was_put_in_may_be_contained(
            items in proptest::collection::vec(proptest::collection::vec(0_u8.., 0..33), 0..4),
        ) {
            let items: Vec<&[u8]> = items.iter().map(Vec::as_slice).collect();
            let bytes = filter(&items);
            let bloom = Bloom::read(&bytes).unwrap();
            proptest::prop_assert!(items.iter().all(|item| bloom.may_hold(&Item::of(item))));
        }
    }
}

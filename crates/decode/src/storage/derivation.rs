//! Keys derived from the words of a call: hashes of adjacent values, and numbers and addresses cut out of packed
//! words.

use std::collections::HashSet;

use alloy_primitives::U256;

use super::key::{Clue, Key, Origin, as_address, below_zero};

/// Maximum number of hashes.
const MAX_HASHES: usize = 1500;
/// How many of the likely words are paired with each other.
const MAX_PAIRED_WORDS: usize = 10;

/// The hashes of one, two and three adjacent values, and of pairs of the likely ones.
pub(super) fn hashes(runs: &[Vec<U256>], strong: &[U256]) -> Vec<Clue> {
    let mut all = Hashes::default();
    for run in runs {
        for length in [2, 3] {
            run.windows(length).for_each(|parts| all.add(parts));
        }
    }
    let addresses: Vec<U256> =
        strong.iter().copied().filter(|word| as_address(*word).is_some()).take(MAX_PAIRED_WORDS).collect();
    // Positions in pools: an address, and two adjacent ticks.
    for pair in runs.iter().flat_map(|run| run.windows(2)).filter(|pair| pair.iter().all(|it| is_tick(*it))) {
        if let [low, high] = pair {
            strong.iter().take(MAX_PAIRED_WORDS).for_each(|owner| all.add(&[*owner, *low, *high]));
        }
    }
    for one in strong.iter().take(MAX_PAIRED_WORDS) {
        all.add(&[*one]);
        addresses.iter().filter(|other| *other != one).for_each(|other| {
            all.add(&[*one, *other]);
            all.add(&[*other, *one]);
        });
    }
    all.clues
}

#[derive(Default)]
struct Hashes {
    seen: HashSet<Vec<u8>>,
    clues: Vec<Clue>,
}

impl Hashes {
    /// Adds the hashes of the values in three encodings: a word each, addresses packed, and addresses and
    /// ticks packed.
    fn add(&mut self, parts: &[U256]) {
        let words: Vec<u8> = parts.iter().flat_map(U256::to_be_bytes::<32>).collect();
        let packed = |narrow: bool| {
            parts.iter().fold(Vec::new(), |mut bytes, part| {
                let word = part.to_be_bytes::<32>();
                let kept = match part.bit_len() {
                    _ if as_address(*part).is_some() => 20,
                    _ if narrow && is_tick(*part) => 3,
                    // A long-zero address is a small number, too.
                    0..=38 if narrow => 20,
                    _ => 32,
                };
                bytes.extend_from_slice(word.get(32 - kept..).unwrap_or(&word));
                bytes
            })
        };
        let (wide, narrow) = (packed(false), packed(true));
        let owner = parts.split_first().filter(|(owner, rest)| !rest.is_empty() && owner.bit_len() <= 38);
        let owner = owner.map(|(owner, rest)| {
            let mut bytes = owner.to_be_bytes::<32>().get(12..).unwrap_or_default().to_vec();
            for part in rest {
                let kept = if is_tick(*part) { 3 } else { 32 };
                bytes.extend_from_slice(part.to_be_bytes::<32>().get(32 - kept..).unwrap_or_default());
            }
            bytes
        });
        for of in [words, wide, narrow].into_iter().chain(owner) {
            if self.clues.len() < MAX_HASHES && self.seen.insert(of.clone()) {
                let key = Key::Hash { of: of.into(), parts: parts.into() };
                self.clues.push(Clue { key, origin: Origin::Together });
            }
        }
    }
}

/// Whether a word is a number with a sign that three bytes hold.
fn is_tick(word: U256) -> bool {
    word.bit_len() <= 23 || below_zero(word).is_some_and(|distance| distance.bit_len() <= 23)
}

/// The distances between ticks of pools, by which a tick is divided before it is looked up in a bit map.
const SPACINGS: [i64; 6] = [1, 10, 50, 60, 100, 200];
/// Maximum absolute value of a tick.
const MAX_TICK: i64 = 887_272;

/// The possible addresses in a packed word: twenty bytes at any byte offset, with few zero bytes.
pub(super) fn addresses(word: U256) -> impl Iterator<Item = U256> {
    let mask = U256::MAX >> 96_usize;
    (0..=12_usize).map(move |byte| (word >> (byte * 8)) & mask).filter(|piece| {
        let bytes = piece.to_be_bytes::<32>();
        let zeros = bytes.iter().skip(12).filter(|byte| **byte == 0).count();
        zeros <= 3 && bytes.get(12).is_some_and(|byte| *byte != 0)
    })
}

/// The numbers of two and three bytes that can lie in a word, with a sign, and where they are looked up.
pub(super) fn numbers(word: U256) -> impl Iterator<Item = U256> {
    let pieces = (0..=30_usize).flat_map(move |byte| {
        [16_usize, 24].into_iter().map(move |bits| {
            let piece = (word >> (byte * 8)) & (U256::MAX >> (256 - bits));
            let sign = if piece.bit(bits - 1) { U256::MAX << bits } else { U256::ZERO };
            piece | sign
        })
    });
    pieces.filter(|piece| !piece.is_zero()).flat_map(|piece| std::iter::once(piece).chain(positions(piece)))
}

/// The words of a bit map in which a tick can be marked, for each usual distance between ticks.
pub(super) fn positions(word: U256) -> impl Iterator<Item = U256> {
    let tick = signed(word).filter(|tick| (-MAX_TICK..=MAX_TICK).contains(tick));
    let places = tick.into_iter().flat_map(|tick| SPACINGS.map(|spacing| tick.div_euclid(spacing) >> 8));
    places.map(|place| {
        let distance = U256::from(place.unsigned_abs());
        if place < 0 { U256::ZERO.wrapping_sub(distance) } else { distance }
    })
}

/// A word as a number with a sign, if it is a small one.
fn signed(word: U256) -> Option<i64> {
    if let Ok(number) = i64::try_from(word) {
        return Some(number);
    }
    let distance = U256::ZERO.wrapping_sub(word);
    i64::try_from(distance).ok().map(|distance| -distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(n: i64) -> U256 {
        let distance = U256::from(n.unsigned_abs());
        if n < 0 { U256::ZERO.wrapping_sub(distance) } else { distance }
    }

    #[test]
    fn a_tick_is_cut_out_of_a_packed_word_with_its_sign() {
        let price = U256::from(u128::MAX) << 32_usize;
        let packed =
            price & (U256::MAX >> 96_usize) | ((number(-201_234) & U256::from(0xff_ffff)) << 160_usize);
        assert!(numbers(packed).any(|piece| piece == number(-201_234)));
        // The tick, divided by sixty and rounded down, is bit 102 of word -14.
        assert!(numbers(packed).any(|piece| piece == number(-14)));
    }

    #[test]
    fn an_address_beside_a_flag_is_cut_out() {
        let address = U256::from_be_slice(&[0xab; 20]);
        assert!(addresses((U256::ONE << 160_usize) | address).any(|piece| piece == address));
        assert!(addresses((address << 8_usize) | U256::ONE).any(|piece| piece == address));
        assert_eq!(addresses(U256::from(u64::MAX)).count(), 0);
    }
}

//! Keys that are hashes of several values: adjacent values of a call or an event, hashed as contracts do.

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

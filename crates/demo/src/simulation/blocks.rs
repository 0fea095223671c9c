//! Blocks of two seconds, whose hashes lead back to their numbers.

use ledger::Timestamp;

use crate::simulation::chance::{Chance, subject};

/// Seconds in a block.
const LENGTH: u64 = 2;
/// The block, counted from 1970, that has number zero: it puts block 70,070,000 at 1795216206.
const ORIGIN: u64 = 827_538_103;
/// Odd, so multiplying by it loses nothing.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
pub(crate) struct Position {
    pub(crate) block: u64,
    /// The place in it, counted from zero; `None` if the server does not know.
    pub(crate) index: Option<u64>,
}

pub(crate) fn number(at: Timestamp) -> u64 {
    (at.seconds / LENGTH).saturating_sub(ORIGIN)
}

pub(crate) fn first_second(number: u64) -> u64 {
    number.saturating_add(ORIGIN).saturating_mul(LENGTH)
}

pub(crate) fn end(number: u64) -> Timestamp {
    Timestamp { seconds: first_second(number).saturating_add(LENGTH - 1), nanos: 999_999_999 }
}

/// The hash of a block, 48 bytes; its first 32 are the hash that the EVM sees.
pub(crate) fn hash(number: u64) -> [u8; 48] {
    let mut hash: [u8; 48] = Chance::new(subject::BLOCKS, number).bytes();
    hash[..8].copy_from_slice(&number.wrapping_mul(SPREAD).to_be_bytes());
    hash
}

pub(crate) fn by_hash(start: &[u8]) -> Option<u64> {
    let spread = u64::from_be_bytes(*start.first_chunk()?);
    let number = spread.wrapping_mul(inverse(SPREAD));
    hash(number).starts_with(start).then_some(number)
}

/// Gas used by the whole block, at least `of` one execution in it.
pub(crate) fn gas_used(number: u64, of: u64) -> u64 {
    of.max(Chance::new(subject::BLOCKS, number).below(12_000_000))
}

/// The number that undoes multiplication by an odd number (Newton's method; each step doubles the right bits).
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |guess, _| guess.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(guess))))
}

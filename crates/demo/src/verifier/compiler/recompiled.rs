//! A build's code under circumstances other than those of the build.
//!
//! The embedded compiler has only the builds that it ships. For other circumstances it changes the nearest build in the
//! ways in which these are known to change code, to give a true difference to look at. The result was never compiled or
//! executed.

use std::collections::BTreeMap;

use alloy_primitives::B256;

use super::settings::Trailer;

const PUSH0: u8 = 0x5f;
const PUSH1: u8 = 0x60;
const PUSH2: u8 = 0x61;
const PUSH32: u8 = 0x7f;
const POP: u8 = 0x50;
const JUMPDEST: u8 = 0x5b;
/// The length of one comparison of a dispatcher: DUP1, PUSH4 selector, EQ, PUSH2 destination, JUMPI.
const COMPARISON: usize = 11;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change {
    /// The dispatcher compares in the other order, as with another compiler or weighing. The length stays.
    pub(super) reordered: bool,
    /// Every block begins with what an optimizer leaves out: a value that is pushed and dropped.
    pub(super) padded: bool,
    /// Zeros are pushed with PUSH1, for an EVM without PUSH0.
    pub(super) spelled_zeros: bool,
}

impl Change {
    pub(super) fn apply(self, code: &[u8]) -> Vec<u8> {
        let code = if self.reordered { reorder(code) } else { code.to_vec() };
        if self.padded || self.spelled_zeros { self.lengthen(&code) } else { code }
    }

    fn lengthen(self, code: &[u8]) -> Vec<u8> {
        let zero: &[u8] = if self.spelled_zeros { &[PUSH1, 0] } else { &[PUSH0] };
        let mut made = Vec::new();
        let mut moved = BTreeMap::new();
        let mut jumps = Vec::new();
        for (at, instruction) in instructions(code) {
            match instruction {
                [JUMPDEST] => {
                    moved.insert(at, made.len());
                    made.push(JUMPDEST);
                    if self.padded {
                        made.extend(zero);
                        made.push(POP);
                    }
                }
                [PUSH0] => made.extend(zero),
                [PUSH2, high, low] => {
                    jumps.push((made.len() + 1, usize::from(u16::from_be_bytes([*high, *low]))));
                    made.extend(instruction);
                }
                _ => made.extend(instruction),
            }
        }
        // Two bytes that named the place of a JUMPDEST name its new place.
        for (place, target) in jumps {
            let target = moved.get(&target).and_then(|new| u16::try_from(*new).ok());
            if let (Some(target), Some(bytes)) = (target, made.get_mut(place..place + 2)) {
                bytes.copy_from_slice(&target.to_be_bytes());
            }
        }
        made
    }
}

/// The code with each run of comparisons in its dispatcher turned round.
fn reorder(code: &[u8]) -> Vec<u8> {
    let mut made = Vec::with_capacity(code.len());
    let mut rest = code;
    while let Some((first, after)) = rest.split_first() {
        let run: Vec<&[u8]> = rest.chunks_exact(COMPARISON).take_while(|part| is_comparison(part)).collect();
        if run.is_empty() {
            made.push(*first);
            rest = after;
        } else {
            made.extend(run.iter().rev().flat_map(|part| part.iter()));
            rest = rest.get(run.len() * COMPARISON..).unwrap_or_default();
        }
    }
    made
}

fn is_comparison(part: &[u8]) -> bool {
    matches!(part, [0x80, 0x63, _, _, _, _, 0x14, PUSH2, _, _, 0x57])
}

/// The instructions of code with their offsets; the last may lack part of its operand.
fn instructions(code: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let operation = *code.get(at)?;
        let operand = if (PUSH1..=PUSH32).contains(&operation) { usize::from(operation - PUSH0) } else { 0 };
        let end = (at + 1 + operand).min(code.len());
        let instruction = (at, code.get(at..end)?);
        at = end;
        Some(instruction)
    })
}

/// Splits code from its metadata: CBOR, then its length in two bytes.
pub(in crate::verifier) fn split(code: &[u8]) -> Option<(&[u8], &[u8])> {
    let (rest, length) = code.split_last_chunk::<2>()?;
    code.split_at_checked(rest.len().checked_sub(usize::from(u16::from_be_bytes(*length)))?)
}

pub(super) fn trailer(kind: Trailer, hash: B256, number: [u8; 3]) -> Vec<u8> {
    // A map of two entries or of one, each a text of four characters and a byte string.
    let version = [b"\x64solc\x43", number.as_slice()].concat();
    let map = match kind {
        Trailer::Nothing => return Vec::new(),
        Trailer::Version => [b"\xa1".as_slice(), &version].concat(),
        Trailer::Hash => [b"\xa2\x64ipfs\x58\x22\x12\x20".as_slice(), hash.as_slice(), &version].concat(),
    };
    let length = u16::try_from(map.len()).unwrap_or_default().to_be_bytes();
    [map.as_slice(), &length].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artifacts;

    #[test]
    fn jumps_of_longer_code_still_meet_their_destinations() {
        let (body, _) = split(&artifacts::named("Token").unwrap().runtime).unwrap();
        let destinations = |code: &[u8]| {
            let all: Vec<(usize, Vec<u8>)> = instructions(code).map(|(at, it)| (at, it.to_vec())).collect();
            let met = all.iter().filter(|(_, it)| {
                let [PUSH2, high, low] = it[..] else { return false };
                all.contains(&(usize::from(u16::from_be_bytes([high, low])), vec![JUMPDEST]))
            });
            met.count()
        };
        for change in [
            Change { padded: true, ..Change::default() },
            Change { spelled_zeros: true, ..Change::default() },
        ] {
            let made = change.apply(body);
            assert!(made.len() > body.len());
            assert!(destinations(body) > 10);
            assert_eq!(destinations(&made), destinations(body));
        }
    }
}

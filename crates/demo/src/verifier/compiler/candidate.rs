//! A build that may match the submission, and its code under other circumstances.
//!
//! The embedded compiler has only the builds that it ships. For other circumstances it changes the nearest build in
//! the ways in which these are known to change code, to give a true difference to look at. The result was never
//! compiled or executed.

use std::collections::{BTreeMap, BTreeSet};

use alloy_primitives::{B256, keccak256};
use ledger::EvmAddress;
use serde_json::Value;

use super::release::Release;
use super::settings::{Settings, Trailer};
use super::{Compilation, Compiled, source};
use crate::artifacts;
use crate::artifacts::Artifact;

/// A build whose sources are the submitted ones but for comments and blanks.
pub(super) struct Candidate {
    build: &'static Artifact,
    settings: Settings,
    /// The hashes of its texts by path, from the metadata.
    texts: BTreeMap<String, String>,
    pub(super) needs: BTreeSet<B256>,
}

impl Candidate {
    /// Reads the metadata of a build; the release is that of the submission.
    pub(super) fn from_build(build: &'static Artifact, release: &Release) -> Option<Self> {
        let metadata: Value = serde_json::from_str(&build.metadata).ok()?;
        let listed = metadata.get("sources")?.as_object()?;
        let hash =
            |entry: &Value| entry.get("keccak256").and_then(Value::as_str).unwrap_or_default().to_owned();
        Some(Self {
            build,
            settings: Settings::parse(metadata.get("settings")?, release)?,
            texts: listed.iter().map(|(path, entry)| (path.clone(), hash(entry))).collect(),
            needs: listed
                .keys()
                .filter(|path| **path != build.path())
                .filter_map(|path| artifacts::source(path))
                .map(source::code_hash)
                .collect(),
        })
    }

    /// Whether these are the circumstances of the build, to the letter.
    fn is_exactly(&self, given: &Compilation, settings: &Settings, parts: &BTreeMap<&str, &str>) -> bool {
        let texts = parts.iter().map(|(path, text)| ((*path).to_owned(), keccak256(text).to_string()));
        given.version == self.build.compiler
            && *settings == self.settings
            && given.target.0 == self.build.path()
            && texts.eq(self.texts.clone())
    }

    /// The distance of the build's circumstances from these: 0 is exact, 2 needs another shape of the code.
    pub(super) fn distance(
        &self,
        given: &Compilation,
        settings: &Settings,
        parts: &BTreeMap<&str, &str>,
    ) -> u8 {
        match (self.is_exactly(given, settings, parts), settings.shapes_otherwise(&self.settings)) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        }
    }

    /// The build's code, changed if the circumstances are others.
    pub(super) fn compiled(
        &self,
        given: &Compilation,
        settings: &Settings,
        release: &Release,
        parts: &BTreeMap<&str, &str>,
    ) -> Compiled {
        if self.is_exactly(given, settings, parts) {
            return Compiled::from_build(self.build);
        }
        let Artifact { runtime, creation, .. } = self.build;
        let change = Change {
            reordered: given.version != self.build.compiler || settings.weighs_otherwise(&self.settings),
            padded: settings.shapes_otherwise(&self.settings),
            spelled_zeros: !settings.has_push0(),
        };
        let body = split(runtime).map_or(runtime.as_slice(), |(body, _)| body);
        // Replaces the hash of the metadata: includes everything that the metadata holds.
        let hash = keccak256(format!("{:?}{:?}{settings:?}{parts:?}", given.version, given.target));
        let mut made = change.apply(body);
        made.extend(trailer(settings.trailer, hash, release.number));
        let place = creation.windows(runtime.len()).position(|window| window == runtime.as_slice());
        let creation = match place.and_then(|place| creation.split_at_checked(place)) {
            Some((before, from)) => [before, &made, from.get(runtime.len()..).unwrap_or_default()].concat(),
            None => creation.clone(),
        };
        let (linked, open) = compare_libraries(&self.settings, settings);
        let [creation, runtime] = [creation, made].map(|code| relink(code, &linked));
        Compiled { artifact: self.build, creation, runtime, open }
    }
}

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

const PUSH20: u8 = 0x73;

/// The addresses of the build's libraries that these settings replace, each with the one they give, and those for which
/// they give none.
fn compare_libraries(build: &Settings, given: &Settings) -> (Vec<(EvmAddress, EvmAddress)>, Vec<EvmAddress>) {
    let (mut linked, mut open) = (Vec::new(), Vec::new());
    for (name, address) in &build.libraries {
        let Ok(address) = EvmAddress::parse(address) else { continue };
        match given.libraries.get(name).and_then(|other| EvmAddress::parse(other).ok()) {
            Some(other) if other == address => {}
            Some(other) => linked.push((address, other)),
            None => open.push(address),
        }
    }
    (linked, open)
}

/// The code with these addresses replaced.
fn relink(mut code: Vec<u8>, linked: &[(EvmAddress, EvmAddress)]) -> Vec<u8> {
    for (from, to) in linked {
        for at in library_places(&code, *from).collect::<Vec<_>>() {
            if let Some(bytes) = code.get_mut(at..at + to.bytes().len()) {
                bytes.copy_from_slice(to.bytes());
            }
        }
    }
    code
}

/// The offsets of a pushed address's first byte.
pub(super) fn library_places(code: &[u8], library: EvmAddress) -> impl Iterator<Item = usize> + '_ {
    let windows = code.windows(1 + library.bytes().len()).enumerate();
    windows.filter_map(move |(at, bytes)| {
        bytes.strip_prefix(&[PUSH20]).is_some_and(|address| address == library.bytes()).then_some(at + 1)
    })
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

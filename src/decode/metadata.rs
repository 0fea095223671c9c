//! What compilers write behind code: the metadata's hash, which names sources and settings, and their own version.

use std::ops::Range;

use super::cbor::{self, Item};
use crate::ledger::Text;

/// One metadata trailer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// Where it is in the code, with the two bytes of length at its end if it has them.
    pub range: Range<usize>,
    /// The hash of the metadata document.
    pub hash: Option<MetadataHash>,
    /// What compiled the code.
    pub compiler: Option<Compiler>,
    /// Whether features were on that the compiler called experimental.
    pub experimental: bool,
}

/// The hash of a metadata document, by the network that it is published on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetadataHash {
    /// `ipfs`: a multihash.
    Ipfs(Box<[u8]>),
    /// `bzzr0` or `bzzr1`: a Swarm hash.
    Swarm(Box<[u8]>),
    /// Vyper's hash of the sources, from 0.4.1 on.
    Integrity(Box<[u8]>),
}

/// A compiler and its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiler {
    /// `solc` or `vyper`.
    pub name: &'static str,
    /// The version, such as `0.8.26`; a compiler between two releases writes its whole name for itself.
    pub version: Text,
}

impl Metadata {
    /// The trailer at the end of the code.
    pub fn at_end(code: &[u8]) -> Option<Self> {
        with_length(code, 0).or_else(|| with_length(code, 2)).or_else(|| early_vyper(code))
    }

    /// Every trailer in the code, in order: creation code carries those of the code within it, and what follows
    /// the last one is no code.
    pub fn all(code: &[u8]) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        let mut at = 0;
        while let Some(rest) = code.get(at..).filter(|rest| !rest.is_empty()) {
            match begins(rest).then(|| within(rest)).flatten() {
                Some(one) => {
                    let range = at..at + one.range.len();
                    at = range.end;
                    found.push(Self { range, ..one });
                }
                None => at += 1,
            }
        }
        let last = Self::at_end(code).filter(|last| found.last() != Some(last));
        found.extend(
            last.filter(|last| found.last().is_none_or(|before| before.range.end <= last.range.start)),
        );
        found
    }
}

impl MetadataHash {
    /// The hash as it is written where it is looked up: an IPFS hash in base 58, others in hex.
    pub fn shown(&self) -> String {
        match self {
            Self::Ipfs(bytes) => bs58::encode(bytes).into_string(),
            Self::Swarm(bytes) | Self::Integrity(bytes) => alloy_primitives::hex::encode(bytes),
        }
    }

    /// What kind of hash it is.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Ipfs(_) => "IPFS",
            Self::Swarm(_) => "Swarm",
            Self::Integrity(_) => "integrity",
        }
    }
}

impl std::fmt::Display for Compiler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.version.shown())
    }
}

/// Whether this can be the beginning of a trailer: a small map whose first name is one that solc or Vyper write.
fn begins(bytes: &[u8]) -> bool {
    let Some(([0xa1..=0xa5], rest)) = bytes.split_first_chunk::<1>() else { return false };
    [&b"\x64ipfs"[..], b"\x64solc", b"\x65bzzr0", b"\x65bzzr1", b"\x65vyper", b"\x6cexperimental"]
        .iter()
        .any(|name| rest.starts_with(name))
}

/// A trailer at the beginning of the bytes: a map, and its length in two bytes.
fn within(bytes: &[u8]) -> Option<Metadata> {
    let (item, length) = cbor::read(bytes)?;
    let told = bytes.get(length..)?.first_chunk::<2>()?;
    (usize::from(u16::from_be_bytes(*told)) == length).then(|| read(item, 0..length + 2)).flatten()
}

/// A trailer at the end, before its length in two bytes, which solc does not count and later Vyper does.
fn with_length(code: &[u8], counted: usize) -> Option<Metadata> {
    let (rest, told) = code.split_last_chunk::<2>()?;
    let length = usize::from(u16::from_be_bytes(*told)).checked_sub(counted)?;
    let start = rest.len().checked_sub(length)?;
    let (item, read_length) = cbor::read(rest.get(start..)?)?;
    (read_length == length).then(|| read(item, start..code.len())).flatten()
}

/// The trailer of Vyper before 0.3.5, which has no length.
fn early_vyper(code: &[u8]) -> Option<Metadata> {
    let start = code.len().checked_sub(11)?;
    let tail = code.get(start..)?;
    let (item, length) = cbor::read(tail)?;
    (length == tail.len()).then(|| read(item, start..code.len())).flatten()
}

/// Reads what solc writes, a map, and what Vyper does: a map, or a list that ends with one.
fn read(item: Item<'_>, range: Range<usize>) -> Option<Metadata> {
    let mut found = Metadata { range, hash: None, compiler: None, experimental: false };
    let entries = match item {
        Item::Map(entries) => entries,
        Item::List(mut items) => {
            let Some(Item::Map(entries)) = items.pop() else { return None };
            if let Some(Item::Bytes(hash)) = items.first() {
                found.hash = Some(MetadataHash::Integrity((*hash).into()));
            }
            entries
        }
        _ => return None,
    };
    for (name, value) in entries {
        match (name, value) {
            (Item::Text(b"ipfs"), Item::Bytes(hash)) => found.hash = Some(MetadataHash::Ipfs(hash.into())),
            (Item::Text(b"bzzr0" | b"bzzr1"), Item::Bytes(hash)) => {
                found.hash = Some(MetadataHash::Swarm(hash.into()));
            }
            (Item::Text(b"experimental"), Item::Flag(on)) => found.experimental = on,
            (Item::Text(b"solc"), value) => found.compiler = compiler("solc", &value),
            (Item::Text(b"vyper"), value) => found.compiler = compiler("vyper", &value),
            _ => {}
        }
    }
    let known = found.hash.is_some() || found.compiler.is_some() || found.experimental;
    known.then_some(found)
}

fn compiler(name: &'static str, version: &Item<'_>) -> Option<Compiler> {
    let dotted = |parts: Vec<String>| Text::new(parts.join("."));
    let version = match version {
        Item::Text(text) => Text::from_bytes(text.to_vec()),
        Item::Bytes(bytes) => dotted(bytes.iter().map(ToString::to_string).collect()),
        Item::List(items) => dotted(items.iter().map(part).collect::<Option<_>>()?),
        _ => return None,
    };
    Some(Compiler { name, version })
}

fn part(item: &Item<'_>) -> Option<String> {
    match item {
        Item::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;

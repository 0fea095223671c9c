//! What compilers write behind code: the metadata's hash, which names sources and settings, and their own version.

use std::ops::Range;

use ledger::Text;
use minicbor::Decoder;
use minicbor::data::Type;

/// The longest trailer that is read, in bytes without its length: those of compilers have less than 150. Hostile code
/// can hold the beginning of one in every few bytes.
const MAX_TRAILER_BYTES: usize = 1024;

/// One metadata trailer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// Where it is in the code, with the two bytes of length at its end if it has them.
    pub range: Range<usize>,
    /// The hash of the metadata document.
    pub hash: Option<MetadataHash>,
    /// The compiler that wrote the trailer; `None` before solc 0.5.9.
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

    /// Whether the hash is that of solc's metadata document, which names sources and settings.
    pub(crate) fn names_sources(&self) -> bool {
        matches!(self.hash, Some(MetadataHash::Ipfs(_) | MetadataHash::Swarm(_)))
    }

    /// Whether this is code, and has no metadata.
    pub fn is_lacking(code: &[u8]) -> bool {
        !code.is_empty() && Self::all(code).is_empty()
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
    /// The hash as lookups spell it: IPFS in base 58, others in hex.
    pub fn encoded(&self) -> String {
        match self {
            Self::Ipfs(bytes) => bs58::encode(bytes).into_string(),
            Self::Swarm(bytes) | Self::Integrity(bytes) => alloy_primitives::hex::encode(bytes),
        }
    }

    /// The kind of the hash.
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
        write!(f, "{} {}", self.name, self.version.escaped())
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
    let found = decode(bytes)?;
    let end = found.range.end;
    let stated = bytes.get(end..)?.first_chunk::<2>()?;
    (usize::from(u16::from_be_bytes(*stated)) == end).then(|| Metadata { range: 0..end + 2, ..found })
}

/// A trailer at the end, before its length in two bytes, which solc does not count and later Vyper does.
fn with_length(code: &[u8], counted: usize) -> Option<Metadata> {
    let (rest, stated) = code.split_last_chunk::<2>()?;
    let length = usize::from(u16::from_be_bytes(*stated)).checked_sub(counted)?;
    filling(rest.len().checked_sub(length)?..rest.len(), code)
        .map(|found| Metadata { range: found.range.start..code.len(), ..found })
}

/// The trailer of Vyper before 0.3.5, which has no length.
fn early_vyper(code: &[u8]) -> Option<Metadata> {
    filling(code.len().checked_sub(11)?..code.len(), code)
}

/// A trailer that takes all of this range of the code.
fn filling(range: Range<usize>, code: &[u8]) -> Option<Metadata> {
    let found = decode(code.get(range.clone())?)?;
    (found.range.end == range.len()).then_some(Metadata { range, ..found })
}

/// Reads what solc writes at the beginning of the bytes, a map, and what Vyper does: a map, or a list that ends with
/// one.
fn decode(bytes: &[u8]) -> Option<Metadata> {
    let mut decoder = Decoder::new(bytes.get(..MAX_TRAILER_BYTES).unwrap_or(bytes));
    let mut found = Metadata { range: 0..0, hash: None, compiler: None, experimental: false };
    if decoder.datatype().ok()? == Type::Array {
        for at in 1..decoder.array().ok()?? {
            match decoder.datatype().ok()? {
                Type::Bytes if at == 1 => {
                    found.hash = Some(MetadataHash::Integrity(decoder.bytes().ok()?.into()));
                }
                _ => decoder.skip().ok()?,
            }
        }
    }
    for _ in 0..decoder.map().ok()?? {
        let name = decoder.str().ok()?;
        match (name, decoder.datatype().ok()?) {
            ("ipfs", Type::Bytes) => found.hash = Some(MetadataHash::Ipfs(decoder.bytes().ok()?.into())),
            ("bzzr0" | "bzzr1", Type::Bytes) => {
                found.hash = Some(MetadataHash::Swarm(decoder.bytes().ok()?.into()));
            }
            ("experimental", Type::Bool) => found.experimental = decoder.bool().ok()?,
            ("solc", Type::String | Type::Bytes | Type::Array) => {
                found.compiler = Some(Compiler { name: "solc", version: version(&mut decoder)? });
            }
            ("vyper", Type::String | Type::Bytes | Type::Array) => {
                found.compiler = Some(Compiler { name: "vyper", version: version(&mut decoder)? });
            }
            _ => decoder.skip().ok()?,
        }
    }
    found.range.end = decoder.position();
    let known = found.hash.is_some() || found.compiler.is_some() || found.experimental;
    known.then_some(found)
}

/// A version: text, a byte for each part, or a list of numbers.
fn version(decoder: &mut Decoder<'_>) -> Option<Text> {
    let dotted = |parts: Vec<String>| Text::new(parts.join("."));
    Some(match decoder.datatype().ok()? {
        Type::String => Text::new(decoder.str().ok()?),
        Type::Bytes => dotted(decoder.bytes().ok()?.iter().map(ToString::to_string).collect()),
        _ => {
            let parts = decoder.array_iter::<u64>().ok()?;
            dotted(parts.map(|part| part.map(|part| part.to_string())).collect::<Result<_, _>>().ok()?)
        }
    })
}

#[cfg(test)]
mod tests;

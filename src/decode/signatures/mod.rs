//! The signatures that come with the program: `assets/signatures`, hashed when it was built.

#[cfg(test)]
mod canonical;

use super::interface::{Entry, Interface, Kind};

/// All lines, one behind another; those of the system contracts first.
const TEXT: &str = include_str!(concat!(env!("OUT_DIR"), "/signatures.txt"));
/// Where the lines of the system contracts end.
const SYSTEM_END: usize = include!(concat!(env!("OUT_DIR"), "/system_end.rs"));
/// Records of functions, sorted by selector: four bytes of hash, four of offset, two of length.
const FUNCTIONS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/functions"));
/// Records of errors, as those of functions.
const ERRORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/errors"));
/// Records of events, sorted by topic: 32 bytes of hash, four of offset, two of length.
const EVENTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/events"));

/// A signature that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Its line: `function transfer(address to, uint256 amount) returns (bool)`.
    pub line: &'static str,
    /// Whether a system contract of the network has it.
    pub system: bool,
}

impl Signature {
    /// The signatures of functions or errors with this selector.
    pub fn by_selector(kind: Kind, selector: [u8; 4]) -> impl Iterator<Item = Self> {
        let table = match kind {
            Kind::Function => FUNCTIONS,
            Kind::Error => ERRORS,
            Kind::Event => &[],
        };
        find::<4, 10>(table, selector)
    }

    /// The signatures of events with this first topic: of one name, with other arguments indexed.
    pub fn by_topic(topic: [u8; 32]) -> impl Iterator<Item = Self> {
        find::<32, 38>(EVENTS, topic)
    }

    /// The signatures of all events.
    pub fn events() -> impl Iterator<Item = Self> {
        EVENTS.as_chunks::<38>().0.iter().filter_map(signature::<32, 38>)
    }

    /// The signature ready to read with.
    pub fn entry(self) -> Option<Entry> {
        Interface::parse_line(self.line).ok()
    }
}

/// The records of `RECORD` bytes that begin with a hash of `HASH` bytes.
fn find<const HASH: usize, const RECORD: usize>(
    table: &'static [u8],
    hash: [u8; HASH],
) -> impl Iterator<Item = Signature> {
    let records = table.as_chunks::<RECORD>().0;
    let key = |record: &[u8; RECORD]| record.first_chunk::<HASH>().copied().unwrap_or([0; HASH]);
    let first = records.partition_point(|record| key(record) < hash);
    let found = records.get(first..).unwrap_or_default().iter().take_while(move |record| key(record) == hash);
    found.filter_map(signature::<HASH, RECORD>)
}

/// The signature that a record of `RECORD` bytes tells of behind its hash of `HASH` bytes.
fn signature<const HASH: usize, const RECORD: usize>(record: &[u8; RECORD]) -> Option<Signature> {
    let (offset, length) = record.get(HASH..)?.split_first_chunk::<4>()?;
    let offset = usize::try_from(u32::from_be_bytes(*offset)).ok()?;
    let length = usize::from(u16::from_be_bytes(length.try_into().ok()?));
    let line = TEXT.get(offset..offset.checked_add(length)?)?;
    Some(Signature { line, system: offset < SYSTEM_END })
}

#[cfg(test)]
mod tests;

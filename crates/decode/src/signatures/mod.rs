//! The built-in signatures: `assets/signatures`, hashed at build time.

#[cfg(test)]
mod canonical;

use std::sync::{LazyLock, OnceLock};

use super::interface::{Entry, Interface, Kind};

/// All lines, concatenated; those of the system contracts first.
const TEXT: &str = include_str!(concat!(env!("OUT_DIR"), "/signatures.txt"));
/// Where the lines of the system contracts end.
const SYSTEM_END: usize = include!(concat!(env!("OUT_DIR"), "/system_end.rs"));
/// Records of functions, sorted by selector: four bytes of hash, four of offset, two of length.
const FUNCTIONS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/functions"));
/// Records of errors, as those of functions.
const ERRORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/errors"));
/// Records of events, sorted by topic: 32 bytes of hash, four of offset, two of length.
const EVENTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/events"));

/// The bytes of a record of a function or an error, and of an event.
const FUNCTION_RECORD_BYTES: usize = 10;
const EVENT_RECORD_BYTES: usize = 38;
/// Number of records before those of events.
const BEFORE_EVENTS: usize = (FUNCTIONS.len() + ERRORS.len()) / FUNCTION_RECORD_BYTES;

/// The parsed signatures by record number. Parsed on first use: few are ever needed.
static ENTRIES: LazyLock<Box<[OnceLock<Option<Entry>>]>> = LazyLock::new(|| {
    let records = BEFORE_EVENTS + EVENTS.len() / EVENT_RECORD_BYTES;
    (0..records).map(|_| OnceLock::new()).collect()
});

/// A built-in signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Its line: `function transfer(address to, uint256 amount) returns (bool)`.
    pub line: &'static str,
    /// Whether the signature belongs to a system contract of the network.
    pub system: bool,
    /// The record number, counted over all tables.
    record: usize,
}

impl Signature {
    /// The signatures of functions or errors with this selector.
    pub fn by_hash(hash: &[u8]) -> impl Iterator<Item = Self> {
        let selector: Option<[u8; 4]> = hash.try_into().ok();
        let topic: Option<[u8; 32]> = hash.try_into().ok();
        let by_selector = selector.into_iter().flat_map(|selector| {
            [Kind::Function, Kind::Error].into_iter().flat_map(move |kind| Self::by_selector(kind, selector))
        });
        by_selector.chain(topic.into_iter().flat_map(Self::by_topic))
    }

    pub(crate) fn by_selector(kind: Kind, selector: [u8; 4]) -> impl Iterator<Item = Self> {
        let (table, before): (&'static [u8], usize) = match kind {
            Kind::Function => (FUNCTIONS, 0),
            Kind::Error => (ERRORS, FUNCTIONS.len() / FUNCTION_RECORD_BYTES),
            Kind::Event => (&[], 0),
        };
        find::<4, FUNCTION_RECORD_BYTES>(table, before, selector)
    }

    /// The signatures of events with this first topic: of one name, with other arguments indexed.
    pub(crate) fn by_topic(topic: [u8; 32]) -> impl Iterator<Item = Self> {
        find::<32, EVENT_RECORD_BYTES>(EVENTS, BEFORE_EVENTS, topic)
    }

    /// The signatures of all events.
    pub fn events() -> impl Iterator<Item = Self> {
        let records = EVENTS.as_chunks::<EVENT_RECORD_BYTES>().0.iter().enumerate();
        records.filter_map(|(at, record)| signature::<32, EVENT_RECORD_BYTES>(BEFORE_EVENTS + at, record))
    }

    /// The signature ready to read with.
    pub fn entry(self) -> Option<&'static Entry> {
        let entry = ENTRIES.get(self.record)?;
        entry.get_or_init(|| Interface::parse_line(self.line).ok()).as_ref()
    }
}

/// The records of `RECORD` bytes with this hash of `HASH` bytes, in a table that `before` records precede.
fn find<const HASH: usize, const RECORD: usize>(
    table: &'static [u8],
    before: usize,
    hash: [u8; HASH],
) -> impl Iterator<Item = Signature> {
    let records = table.as_chunks::<RECORD>().0;
    let key = |record: &[u8; RECORD]| record.first_chunk::<HASH>().copied().unwrap_or([0; HASH]);
    let first = records.partition_point(|record| key(record) < hash);
    let found = records.iter().enumerate().skip(first).take_while(move |(_, record)| key(record) == hash);
    found.filter_map(move |(at, record)| signature::<HASH, RECORD>(before + at, record))
}

/// The signature of a record of `RECORD` bytes with a hash of `HASH` bytes; its number counts all tables.
fn signature<const HASH: usize, const RECORD: usize>(
    number: usize,
    record: &[u8; RECORD],
) -> Option<Signature> {
    let (offset, length) = record.get(HASH..)?.split_first_chunk::<4>()?;
    let offset = usize::try_from(u32::from_be_bytes(*offset)).ok()?;
    let length = usize::from(u16::from_be_bytes(length.try_into().ok()?));
    let line = TEXT.get(offset..offset.checked_add(length)?)?;
    Some(Signature { line, system: offset < SYSTEM_END, record: number })
}

#[cfg(test)]
mod tests;

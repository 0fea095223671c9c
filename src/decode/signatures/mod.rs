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
    found.filter_map(|record| {
        let (offset, length) = record.get(HASH..)?.split_first_chunk::<4>()?;
        let offset = usize::try_from(u32::from_be_bytes(*offset)).ok()?;
        let length = usize::from(u16::from_be_bytes(length.try_into().ok()?));
        let line = TEXT.get(offset..offset.checked_add(length)?)?;
        Some(Signature { line, system: offset < SYSTEM_END })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn lines() -> impl Iterator<Item = (String, String)> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/signatures");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        files.flat_map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(path).unwrap();
            let lines: Vec<_> = text.lines().map(|line| (name.clone(), line.to_owned())).collect();
            lines
        })
    }

    fn signatures() -> impl Iterator<Item = (String, String)> {
        lines().filter(|(_, line)| canonical::is_signature(line))
    }

    #[test]
    fn every_line_is_a_signature_and_is_found_by_its_hash() {
        for (file, line) in signatures() {
            let entry =
                Interface::parse_line(&line).unwrap_or_else(|fault| panic!("{file}: {line}: {fault}"));
            let (word, canonical) = canonical::of(&line).unwrap();
            assert!(entry.signature.is(&canonical), "{file}: {line}: {canonical}");
            let found: Vec<Signature> = match entry.kind {
                Kind::Event => Signature::by_topic(entry.hash).collect(),
                kind => Signature::by_selector(kind, entry.selector()).collect(),
            };
            let found = found.iter().find(|found| found.line == line);
            let found = found.unwrap_or_else(|| panic!("{file}: {line} is not found"));
            assert_eq!(found.system, file == "system.txt");
            assert!(["function", "error", "event"].contains(&word));
            assert_eq!(found.entry().as_ref(), Some(&entry));
        }
    }

    /// Two events of one name may index other arguments; nothing else may stand twice.
    #[test]
    fn nothing_stands_twice() {
        let mut seen = HashSet::new();
        for (file, line) in signatures() {
            let entry = Interface::parse_line(&line).unwrap();
            let indexed: Vec<bool> = entry.inputs.iter().map(|input| input.indexed).collect();
            assert!(seen.insert((entry.kind, entry.signature, indexed)), "{file}: {line} stands twice");
        }
    }

    #[test]
    fn an_unknown_hash_is_not_found() {
        for hash in [0_u32, 1, 0x7fff_ffff, u32::MAX] {
            assert_eq!(Signature::by_selector(Kind::Function, hash.to_be_bytes()).count(), 0);
        }
        assert_eq!(Signature::by_topic([0; 32]).count(), 0);
        assert_eq!(Signature::by_selector(Kind::Event, [0; 4]).count(), 0);
    }
}

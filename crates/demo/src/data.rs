//! The scenarios below `assets`, and how values are written there.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read;
use std::sync::{LazyLock, OnceLock};

use alloy_primitives::hex;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::read::DeflateDecoder;
use ledger::{EvmAddress, Timestamp, TransactionId};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Map, Value};

/// The files, as the build script packed them.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/scenarios"));

/// A packed file, which is unpacked on first use.
struct Packed {
    bytes: &'static [u8],
    text: OnceLock<String>,
}

impl Packed {
    /// The first of the files that are left, with its path.
    fn next(left: &mut &'static [u8]) -> Option<(&'static str, Self)> {
        let end = left.iter().position(|byte| *byte == 0)?;
        let (path, rest) = left.split_at_checked(end)?;
        let (len, rest) = rest.get(1..)?.split_first_chunk()?;
        let (bytes, rest) = rest.split_at_checked(u32::from_be_bytes(*len).try_into().ok()?)?;
        *left = rest;
        Some((str::from_utf8(path).ok()?, Self { bytes, text: OnceLock::new() }))
    }

    fn text(&self) -> &str {
        self.text.get_or_init(|| {
            let mut text = String::new();
            // A corrupt file is empty, which a test detects.
            let _ = DeflateDecoder::new(self.bytes).read_to_string(&mut text);
            text
        })
    }
}

/// The text of a file, by its path below `assets`: `ledger/results.json`.
pub(crate) fn file(path: &str) -> Option<&'static str> {
    static FILES: LazyLock<HashMap<&str, Packed>> = LazyLock::new(|| {
        let mut left = PACKED;
        std::iter::from_fn(|| Packed::next(&mut left)).collect()
    });
    FILES.get(path).map(Packed::text)
}

/// A file that is one value.
pub(crate) fn entry<T: Deserialize<'static>>(path: &str) -> Option<T> {
    serde_json::from_str(file(path)?).ok()
}

/// The entries of a file that ships. A file that cannot be read has none, which a test finds.
pub(crate) fn list<T: Deserialize<'static>>(path: &str) -> Vec<T> {
    entry(path).unwrap_or_default()
}

/// A value that is written as text.
pub(crate) trait FromText: Sized {
    fn from_text(text: &str) -> Option<Self>;
}

impl FromText for [u8; 32] {
    fn from_text(text: &str) -> Option<Self> {
        hex::decode_to_array(text).ok()
    }
}

impl FromText for EvmAddress {
    fn from_text(text: &str) -> Option<Self> {
        Self::parse_any_case(text).ok()
    }
}

impl FromText for Timestamp {
    fn from_text(text: &str) -> Option<Self> {
        Self::parse(text)
    }
}

impl FromText for TransactionId {
    fn from_text(text: &str) -> Option<Self> {
        Self::parse(text)
    }
}

struct Written<T>(T);

impl<'de, T: FromText> Deserialize<'de> for Written<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(from)?;
        T::from_text(&text).map(Self).ok_or_else(|| Error::custom(text))
    }
}

/// Reads a member for `deserialize_with`.
pub(crate) fn text<'de, D: Deserializer<'de>, T: FromText>(from: D) -> Result<T, D::Error> {
    Written::deserialize(from).map(|it| it.0)
}

pub(crate) fn maybe<'de, D: Deserializer<'de>, T: FromText>(from: D) -> Result<Option<T>, D::Error> {
    text(from).map(Some)
}

pub(crate) fn texts<'de, D: Deserializer<'de>, T: FromText>(from: D) -> Result<Vec<T>, D::Error> {
    Ok(Vec::<Written<T>>::deserialize(from)?.into_iter().map(|it| it.0).collect())
}

/// Addresses, each with the slots announced with it.
pub(crate) type AccessList = Vec<(EvmAddress, Vec<[u8; 32]>)>;

pub(crate) fn access_list<'de, D: Deserializer<'de>>(from: D) -> Result<AccessList, D::Error> {
    let entries = Vec::<(Written<EvmAddress>, Vec<Written<[u8; 32]>>)>::deserialize(from)?;
    Ok(entries.into_iter().map(|(at, slots)| (at.0, slots.into_iter().map(|it| it.0).collect())).collect())
}

/// Reads bytes that are written in base64.
pub(crate) fn base64<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    BASE64_STANDARD.decode(Cow::<'de, str>::deserialize(from)?.as_bytes()).map_err(Error::custom)
}

/// A record with some members changed, added or left out.
pub(crate) fn changed(record: Value, members: &Map<String, Value>, missing: &[String]) -> Map<String, Value> {
    let Value::Object(mut record) = record else { return Map::new() };
    record.extend(members.clone());
    record.retain(|name, _| !missing.contains(name));
    record
}

#[cfg(test)]
mod tests {
    use crate::simulation::{contracts, records, results, schedules, tokens, transactions};
    use crate::{artifacts, verifier};

    #[test]
    fn every_file_that_ships_is_read() {
        assert_eq!(artifacts::all().count(), 35);
        assert_eq!(contracts::all().len(), 97);
        assert!(contracts::all().is_sorted_by_key(|it| it.num));
        assert_eq!(tokens::all().len(), 7);
        assert_eq!(records::of(1003).map(|it| it.memo), Some("three people, two of whom sign"));
        assert_eq!(results::pinned::all().len(), 100);
        assert_eq!(transactions::recorded().len(), 34);
        assert_eq!(schedules::pinned().len(), 51);
        assert_eq!(verifier::scenario::all().len(), 97);
        for build in verifier::scenario::all().iter().filter_map(verifier::scenario::Scenario::build) {
            assert!(artifacts::named(build).is_some(), "{build}");
        }
    }
}

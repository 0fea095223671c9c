//! Transactions by their hashes. A hash hides its moment, so that no index is needed.

use std::ops::Range;

use serde_json::{Map, Value};

use super::{Entry, between};
use crate::demo::ledger::chance::Chance;
use crate::ledger::Timestamp;

/// Bytes of a transaction's hash.
pub(super) const LENGTH: usize = 48;
/// Separates the masks from other numbers of the same index.
const MASKS: u64 = 0x5448;
/// Where the moment lies.
const PLACE: Range<usize> = 20..28;

/// The same hash with a moment put into it.
pub(super) fn hiding(mut hash: [u8; LENGTH], at: Timestamp) -> [u8; LENGTH] {
    let nanos = u64::try_from(at.as_nanos()).unwrap_or(u64::MAX) ^ mask(&hash);
    if let Some(place) = hash.get_mut(PLACE) {
        place.copy_from_slice(&nanos.to_be_bytes());
    }
    hash
}

/// The transactions with this hash, as far as they have come.
pub(crate) fn by_hash(hash: &[u8; LENGTH], busiest: u64, now: Timestamp) -> Vec<Map<String, Value>> {
    let hidden = hash.get(PLACE).and_then(|bytes| bytes.first_chunk());
    let at = Timestamp::from_nanos(hidden.map_or(0, |bytes| u64::from_be_bytes(*bytes)) ^ mask(hash));
    let there = between(at, at, false, busiest, now);
    there.filter(|entry| entry.hash() == *hash).map(|entry: Entry| entry.to_json()).collect()
}

fn mask(hash: &[u8; LENGTH]) -> u64 {
    Chance::of(MASKS, hash.first_chunk().map_or(0, |start| u64::from_be_bytes(*start))).number()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::of(1_795_219_200);

    #[test]
    fn every_kind_of_transaction_is_found_by_its_hash() {
        let listed: Vec<Entry> = between(NOW.minus_seconds(3_600), NOW, true, 100_000, NOW).collect();
        let kinds: std::collections::BTreeMap<_, _> =
            listed.iter().map(|it| ((it.name, it.nonce > 0, it.scheduled), it)).collect();
        assert!(kinds.len() > 8, "{:?}", kinds.keys());
        for entry in kinds.into_values() {
            let found = by_hash(&entry.hash(), 100_000, NOW);
            assert_eq!(found, [entry.to_json()]);
        }
        assert_eq!(by_hash(&[7; LENGTH], 100_000, NOW), []);
    }
}

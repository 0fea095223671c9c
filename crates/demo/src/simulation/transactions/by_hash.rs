//! Transactions by hash. A hash contains its timestamp, so no index is needed.

use ledger::Timestamp;
use serde_json::{Map, Value};

use super::hash::{LENGTH, moment};
use super::{Entry, between};

/// The transactions with this hash, without future ones.
pub(crate) fn by_hash(hash: &[u8; LENGTH], busiest: u64, now: Timestamp) -> Vec<Map<String, Value>> {
    let at = moment(hash);
    let there = between(at, at, false, busiest, now);
    there.filter(|entry| entry.hash() == *hash).map(|entry: Entry| entry.to_json()).collect()
}

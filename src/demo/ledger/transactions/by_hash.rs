//! Transactions by their hashes. A hash hides its moment, so that no index is needed.

use crate::demo::ledger::chance::subject;
use std::ops::Range;

use serde_json::{Map, Value};

use super::{Entry, between};
use crate::demo::ledger::hash::{hidden, hide};
use crate::ledger::Timestamp;

/// Bytes of a transaction's hash.
pub(super) const LENGTH: usize = 48;
/// Where the moment lies.
const PLACE: Range<usize> = 20..28;

pub(super) fn hiding(mut hash: [u8; LENGTH], at: Timestamp) -> [u8; LENGTH] {
    hide(&mut hash, subject::TRANSACTION_HASHES, PLACE, at);
    hash
}

/// The transactions with this hash, as far as they have come.
pub(crate) fn by_hash(hash: &[u8; LENGTH], busiest: u64, now: Timestamp) -> Vec<Map<String, Value>> {
    let at = hidden(hash, subject::TRANSACTION_HASHES, PLACE);
    let there = between(at, at, false, busiest, now);
    there.filter(|entry| entry.hash() == *hash).map(|entry: Entry| entry.to_json()).collect()
}

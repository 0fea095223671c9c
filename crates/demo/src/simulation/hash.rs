//! Keccak with a memory: a page of results hashes the same few signatures, addresses and slots again and again.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

use alloy_primitives::keccak256;
use ledger::Timestamp;

use crate::simulation::chance::Chance;

/// The most hashes cached; then the cache is cleared.
const MAX_HASHES: usize = 8192;

type Known = HashMap<Box<[u8]>, [u8; 32]>;

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

/// The Keccak-256 hash of a short text or a few words.
pub(crate) fn keccak(bytes: &[u8]) -> [u8; 32] {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(hash) = known.get(bytes) {
        return *hash;
    }
    if known.len() == MAX_HASHES {
        known.clear();
    }
    let hash = keccak256(bytes).0;
    known.insert(bytes.into(), hash);
    hash
}

/// Hides a timestamp in the eight bytes at this place of a hash. Finding a record by hash then needs no index.
pub(crate) fn hide(hash: &mut [u8], masks: u64, place: Range<usize>, at: Timestamp) {
    let nanos = u64::try_from(at.as_nanos()).unwrap_or(u64::MAX) ^ mask(hash, masks);
    if let Some(place) = hash.get_mut(place) {
        place.copy_from_slice(&nanos.to_be_bytes());
    }
}

pub(crate) fn hidden(hash: &[u8], masks: u64, place: Range<usize>) -> Timestamp {
    let bytes = hash.get(place).and_then(|bytes| bytes.first_chunk());
    Timestamp::from_nanos(bytes.map_or(0, |bytes| u64::from_be_bytes(*bytes)) ^ mask(hash, masks))
}

fn mask(hash: &[u8], masks: u64) -> u64 {
    Chance::new(masks, hash.first_chunk().map_or(0, |start| u64::from_be_bytes(*start))).number()
}

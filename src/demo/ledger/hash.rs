//! Keccak with a memory: a page of results hashes the same few signatures, addresses and slots again and again.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use alloy_primitives::keccak256;

/// How many hashes are kept before all are forgotten.
const MOST: usize = 8192;

type Known = HashMap<Box<[u8]>, [u8; 32]>;

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

/// The Keccak-256 hash of a short text or a few words.
pub(crate) fn keccak(bytes: &[u8]) -> [u8; 32] {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(hash) = known.get(bytes) {
        return *hash;
    }
    if known.len() == MOST {
        known.clear();
    }
    let hash = keccak256(bytes).0;
    known.insert(bytes.into(), hash);
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_right() {
        for text in ["", "a", "a", "transfer(address,uint256)"] {
            assert_eq!(keccak(text.as_bytes()), keccak256(text).0);
        }
    }
}

//! The hash of a transaction, which hides the moment of the transaction in its middle.

use std::ops::Range;

use ledger::Timestamp;

use crate::simulation::chance::subject;
use crate::simulation::hash::{hidden, hide};

/// Bytes of a transaction's hash.
pub(super) const LENGTH: usize = 48;
/// The bytes that hold the timestamp.
const PLACE: Range<usize> = 20..28;

/// The same hash with this moment put into it.
pub(super) fn hiding(mut hash: [u8; LENGTH], at: Timestamp) -> [u8; LENGTH] {
    hide(&mut hash, subject::TRANSACTION_HASHES, PLACE, at);
    hash
}

/// The moment that a hash hides.
pub(super) fn moment(hash: &[u8; LENGTH]) -> Timestamp {
    hidden(hash, subject::TRANSACTION_HASHES, PLACE)
}

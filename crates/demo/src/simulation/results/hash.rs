//! The hash of a result, which hides the moment of the result in its middle.

use ledger::Timestamp;

use crate::simulation::abi::Word;
use crate::simulation::chance::subject;
use crate::simulation::execution::Execution;
use crate::simulation::hash::{hidden, hide};

/// The bytes that hold the timestamp.
const PLACE: std::ops::Range<usize> = 12..20;

/// The same result with its moment put into its hash.
pub(super) fn named(mut it: Execution) -> Execution {
    hide(&mut it.hash, subject::RESULT_HASHES, PLACE, it.at);
    it
}

/// The moment that a hash hides.
pub(super) fn moment(hash: &Word) -> Timestamp {
    hidden(hash, subject::RESULT_HASHES, PLACE)
}

//! The hash of a result, which hides the moment of the result in its middle.

use crate::demo::ledger::abi::Word;
use crate::demo::ledger::chance::subject;
use crate::demo::ledger::execution::Execution;
use crate::demo::ledger::hash::{hidden, hide};
use crate::ledger::Timestamp;

/// Where the moment lies.
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

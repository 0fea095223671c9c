//! Results by hash: a hash contains the timestamp of its result, so no index is needed.

use std::sync::Arc;

use ledger::Timestamp;

use super::find::{self, MAX_CHILDREN};
use super::{Origin, child, hash, pinned};
use crate::simulation::abi::Word;
use crate::simulation::contracts;
use crate::simulation::execution::Execution;

/// The result with this hash: of a user's transaction, or of one of its nested calls.
pub(crate) fn find(hash: &Word, now: Timestamp) -> Option<Arc<Execution>> {
    // The hash may also be a recorded one, or that of a nested call: these differ only in their last bytes.
    let moment = pinned::moment(hash).unwrap_or_else(|| hash::moment(hash));
    let found = find::results_at(moment, now);
    let children =
        |parent| (1..=MAX_CHILDREN).filter_map(move |nonce| child::child_of(parent, nonce)).map(Arc::new);
    let children: Vec<Arc<Execution>> = found.iter().map(Arc::as_ref).flat_map(children).collect();
    found.into_iter().chain(children).find(|it| it.hash == *hash).or_else(|| creation(hash, now))
}

/// The making of a contract: these are few, and hide nothing.
fn creation(hash: &Word, now: Timestamp) -> Option<Arc<Execution>> {
    let made = contracts::all().filter(|contract| contract.lists_creation() && contract.created() <= now);
    made.filter_map(|contract| Origin::Creation(contract.num).execution()).find(|it| it.hash == *hash)
}

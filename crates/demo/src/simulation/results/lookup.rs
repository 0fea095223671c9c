//! Results by moment, by transaction or by hash, without looking through lists.
//!
//! A hash hides the moment of its result, so no index is needed.

use std::sync::Arc;

use ledger::{Timestamp, TransactionId};

use super::{Origin, child, drawn, pinned, scheduled};
use crate::simulation::abi::Word;
use crate::simulation::execution::{Execution, hidden_moment};
use crate::simulation::{contracts, schedules};

/// The most nanoseconds between a parent and its child.
const MAX_CHILDREN: u32 = 8;

/// The results at exactly this moment, of any contract. What is still to come is not there.
pub(crate) fn results_at(moment: Timestamp, now: Timestamp) -> Vec<Arc<Execution>> {
    if moment > now {
        return pinned::results_at(moment).collect();
    }
    let made = contracts::all()
        .filter(|contract| contract.lists_creation() && contract.created() == moment)
        .map(|contract| Origin::Creation(contract.num));
    let mut found = drawn_at(moment, now);
    found.extend(schedules::executed_at(moment, now).iter().filter_map(scheduled::execution));
    found.extend(made.filter_map(Origin::execution));
    found.extend(pinned::results_at(moment));
    found.extend((1..=MAX_CHILDREN).flat_map(|nonce| children_at(moment, nonce, now)));
    found
}

/// Calls number `nonce` at this moment: their parents were as many nanoseconds before.
fn children_at(moment: Timestamp, nonce: u32, now: Timestamp) -> Vec<Arc<Execution>> {
    let before = moment.as_nanos().saturating_sub(u128::from(nonce));
    let parent = Timestamp::from_nanos(u64::try_from(before).unwrap_or(u64::MAX));
    let mut parents = drawn_at(parent, now);
    parents.extend(pinned::results_at(parent));
    parents.iter().filter_map(|parent| child::child_of(parent, nonce)).map(Arc::new).collect()
}

fn drawn_at(moment: Timestamp, now: Timestamp) -> Vec<Arc<Execution>> {
    let drawn = contracts::all().filter_map(|contract| {
        let index = contract.stream(1).index_of(moment)?;
        (contract.most > 0 && moment <= contract.last_moment(now))
            .then_some(Origin::Drawn { contract: contract.num, index })
    });
    drawn.filter_map(Origin::execution).collect()
}

/// The results that a user's transaction with this id had, without its nested calls.
pub(crate) fn by_transaction(id: TransactionId, now: Timestamp) -> Vec<Arc<Execution>> {
    let start = id.valid_start;
    let usual = Timestamp { seconds: start.seconds.saturating_add(drawn::LAG), ..start };
    let mut found = results_at(usual, now);
    found.extend(pinned::by_transaction(id, usual));
    found.retain(|it| it.id == id && it.nonce == 0);
    // A call that a schedule made shares its id with the making of the schedule, which hides it if it failed.
    let made = schedules::by_transaction(id, now).and_then(|schedule| scheduled::execution(&schedule));
    found.extend(made.filter(|it| it.call.failure.is_none() && it.at <= now));
    found
}

/// The result with this hash: of a user's transaction, or of one of its nested calls.
pub(crate) fn find(hash: &Word, now: Timestamp) -> Option<Arc<Execution>> {
    // The hash may also be a recorded one, or that of a nested call: these differ only in their last bytes.
    let moment = pinned::moment(hash).unwrap_or_else(|| hidden_moment(hash));
    let found = results_at(moment, now);
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

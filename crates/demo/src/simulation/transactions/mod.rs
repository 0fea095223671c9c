//! Transactions: the family that one id names, oldest first.

use ledger::{Timestamp, TransactionId};
use serde_json::{Map, Value};

use crate::simulation::results::find;
use crate::simulation::schedules;

mod between;
mod by_hash;
mod entry;
mod hash;
mod of_result;
mod of_schedule;
pub(crate) mod recorded;

pub(crate) use between::between;
pub(crate) use by_hash::by_hash;
pub(crate) use entry::Entry;

/// All transactions that share an id, and an atomic batch's inner ones, without future ones.
pub(crate) fn family(id: TransactionId, now: Timestamp) -> Vec<Map<String, Value>> {
    let mut results = find::by_transaction(id, now);
    // Executions of schedules are listed with the schedule, recorded transactions with their family.
    let made = schedules::by_transaction(id, now);
    let recorded: Vec<Entry> = recorded::family(id).collect();
    results.retain(|_| made.is_none() && recorded.is_empty());
    let mut entries: Vec<Entry> = results.iter().flat_map(|it| of_result::entries(it)).collect();
    entries.extend(made.iter().flat_map(|it| of_schedule::entries(it, now)));
    entries.extend(recorded);
    entries.sort_by_key(|entry| entry.at);
    entries.iter().map(Entry::to_json).collect()
}

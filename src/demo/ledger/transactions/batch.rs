//! An atomic batch: one transaction that carries others with ids of their own, one of which failed.

use serde_json::json;

use super::Entry;
use crate::demo::ledger::results::child::later;
use crate::ledger::{EntityId, Timestamp, TransactionId};

/// When the batch came.
const AT: Timestamp = Timestamp { seconds: 1_795_216_534, nanos: 802_469_083 };
/// Its payer and the payers of what it carries.
const PAYER: u64 = 1003;
const INNER: [(u64, &str, &str); 3] = [
    (1005, "CRYPTOTRANSFER", "SUCCESS"),
    (1007, "CRYPTOTRANSFER", "INSUFFICIENT_PAYER_BALANCE"),
    (1009, "CONTRACTCALL", "SUCCESS"),
];

/// The batch with all it carries, or one carried transaction alone.
pub(super) fn family(id: TransactionId) -> Vec<Entry> {
    let mut all = all();
    if all.first().is_none_or(|outer| outer.id != id) {
        all.retain(|entry| entry.id == id);
    }
    all
}

/// The batch and all it carries.
pub(super) fn all() -> Vec<Entry> {
    let batch = TransactionId { payer: EntityId::of(PAYER), valid_start: started(3) };
    let mut outer = Entry::new(AT, batch, "ATOMICBATCH");
    outer.result = "INNER_TRANSACTION_FAILED";
    outer.memo = b"atomic batch".to_vec();
    std::iter::once(outer).chain(inner()).collect()
}

fn inner() -> Vec<Entry> {
    let key = json!({ "_type": "ED25519", "key": "11".repeat(32) });
    let entry = |(place, (payer, name, result)): (u32, (u64, &'static str, &'static str))| {
        let id = TransactionId { payer: EntityId::of(payer), valid_start: started(4) };
        let mut entry = Entry::new(later(AT, place + 1), id, name);
        entry.result = result;
        entry.parent = Some(AT);
        entry.entity = (name == "CONTRACTCALL").then_some(5001);
        entry.memo = format!("inner {place}").into_bytes();
        entry.members = vec![("batch_key", key.clone())];
        entry
    };
    (0..).zip(INNER).map(entry).collect()
}

/// So many seconds before the batch.
fn started(before: u64) -> Timestamp {
    AT.minus_seconds(before)
}

//! Recorded transactions with separate ids: every shape of transfer, fee and memo, members of odd types, an atomic
//! batch with its inner transactions, and families of children.

use std::sync::LazyLock;

use ledger::TransactionId;

use super::Entry;
use crate::data;

/// All transactions; a batch is followed by its inner ones.
pub(crate) fn all() -> &'static [Entry] {
    static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| data::list("ledger/transactions.json"));
    &ALL
}

/// The transactions with this id. A batch includes its inner transactions, which have separate ids.
pub(super) fn family(id: TransactionId) -> impl Iterator<Item = Entry> {
    let batch =
        all().iter().find(|entry| entry.id == id && entry.name == "ATOMICBATCH").map(|entry| entry.at);
    let carried = move |entry: &&Entry| entry.id == id || (batch.is_some() && entry.parent == batch);
    all().iter().filter(carried).cloned()
}

//! Transactions with ids of their own, recorded: every shape of transfer, fee and memo, members of odd types, an
//! atomic batch with what it carries, and families of children.

use std::sync::LazyLock;

use ledger::TransactionId;

use super::Entry;
use crate::data;

/// All of them; what a batch carries follows it.
pub(crate) fn all() -> &'static [Entry] {
    static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| data::list("ledger/transactions.json"));
    &ALL
}

/// Those with this id. With a batch comes all that it carries, which has ids of its own.
pub(super) fn family(id: TransactionId) -> impl Iterator<Item = Entry> {
    let batch =
        all().iter().find(|entry| entry.id == id && entry.name == "ATOMICBATCH").map(|entry| entry.at);
    let carried = move |entry: &&Entry| entry.id == id || (batch.is_some() && entry.parent == batch);
    all().iter().filter(carried).cloned()
}

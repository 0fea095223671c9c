//! Results at chosen moments, recorded: each shape that a server can send, always at the same place.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::demo::data;
use crate::demo::ledger::execution::Execution;
use crate::ledger::{Timestamp, TransactionId};

#[derive(Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(crate) struct Pin {
    /// The contract that lists it.
    pub(crate) list: u64,
    /// Lists leave it out, though it can be opened.
    #[serde(default)]
    pub(crate) hidden: bool,
    /// It cannot be opened.
    #[serde(default)]
    pub(crate) listed_only: bool,
    /// Its transaction is recorded with a family of its own, and not made up from it.
    #[serde(default)]
    pub(crate) has_family: bool,
    pub(crate) result: Execution,
}

/// All of them, by contract and then by time.
pub(crate) fn all() -> &'static [Pin] {
    static ALL: LazyLock<Vec<Pin>> = LazyLock::new(|| data::list("ledger/results.json"));
    &ALL
}

pub(super) fn results_at(moment: Timestamp) -> impl Iterator<Item = Execution> {
    opened().filter(move |it| it.at == moment).cloned()
}

/// Those of this transaction that come at another moment than its start tells.
pub(super) fn by_transaction(id: TransactionId, usual: Timestamp) -> impl Iterator<Item = Execution> {
    opened().filter(move |it| it.id == id && it.at != usual).cloned()
}

/// When the result came whose hash is a recorded one, or the result that called it: their last bytes alone differ.
pub(super) fn moment(hash: &[u8; 32]) -> Option<Timestamp> {
    opened().find(|it| it.hash.iter().zip(hash).take(28).all(|(one, other)| one == other)).map(|it| it.at)
}

fn opened() -> impl Iterator<Item = &'static Execution> {
    all().iter().filter(|pin| !pin.listed_only).map(|pin| &pin.result)
}

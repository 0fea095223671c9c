//! Transactions: the family that one id names, those of a span of time, and those with a hash.
//!
//! The recorded ones have separate ids: every shape of transfer, fee and memo, members of odd types, an atomic batch
//! with its inner transactions, and families of children.

mod entry;
mod families;

use std::collections::VecDeque;
use std::sync::LazyLock;

use ledger::{Timestamp, TransactionId};
use serde_json::{Map, Value};

use self::entry::{LENGTH, moment};
use crate::data;
use crate::simulation::results::listing::{Candidate, Span};
use crate::simulation::results::{logged, lookup};
use crate::simulation::schedules;

pub(crate) use entry::Entry;

/// All transactions that share an id, and an atomic batch's inner ones, without future ones.
pub(crate) fn family(id: TransactionId, now: Timestamp) -> Vec<Map<String, Value>> {
    let mut results = lookup::by_transaction(id, now);
    // Executions of schedules are listed with the schedule, recorded transactions with their family.
    let made = schedules::by_transaction(id, now);
    let recorded: Vec<Entry> = recorded_family(id).collect();
    results.retain(|_| made.is_none() && recorded.is_empty());
    let mut entries: Vec<Entry> = results.iter().flat_map(|it| families::of_result(it)).collect();
    entries.extend(made.iter().flat_map(|it| families::of_schedule(it, now)));
    entries.extend(recorded);
    entries.sort_by_key(|entry| entry.at);
    entries.iter().map(Entry::to_json).collect()
}

/// The transactions from `first` to `last`, without future ones.
pub(crate) fn between(
    first: Timestamp,
    last: Timestamp,
    descending: bool,
    busiest: u64,
    now: Timestamp,
) -> impl Iterator<Item = Entry> {
    // Children come a few nanoseconds after their parent, so the span of results begins a little earlier.
    let span = Span { first: first.minus_seconds(1), last, descending, internal: false };
    let results = logged::candidates(None, span, busiest, now).peekable();
    let mut others = recorded().to_vec();
    others.extend(schedules::listed(now).iter().flat_map(|it| families::of_schedule(it, now)));
    others.sort_by_key(|entry| entry.at);
    if descending {
        others.reverse();
    }
    let within = move |entry: &Entry| (first..=last.min(now)).contains(&entry.at);
    Between { results, others: others.into(), waiting: VecDeque::new(), descending }.filter(within)
}

struct Between<I: Iterator<Item = Candidate>> {
    results: std::iter::Peekable<I>,
    others: VecDeque<Entry>,
    waiting: VecDeque<Entry>,
    descending: bool,
}

impl<I: Iterator<Item = Candidate>> Iterator for Between<I> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        while self.waiting.is_empty() {
            let other = self.others.front().map(|entry| entry.at);
            let takes = |candidate: &Candidate| match other {
                Some(at) if self.descending => candidate.at >= at,
                Some(at) => candidate.at <= at,
                None => true,
            };
            let Some(candidate) = self.results.next_if(takes) else { return self.others.pop_front() };
            let reported = candidate.origin.is_told_elsewhere();
            let it = candidate.origin.execution().filter(|_| !reported);
            self.waiting.extend(it.iter().flat_map(|it| families::of_result(it)));
        }
        if self.descending { self.waiting.pop_back() } else { self.waiting.pop_front() }
    }
}

/// The transactions with this hash, without future ones.
pub(crate) fn by_hash(hash: &[u8; LENGTH], busiest: u64, now: Timestamp) -> Vec<Map<String, Value>> {
    let at = moment(hash);
    let there = between(at, at, false, busiest, now);
    there.filter(|entry| entry.hash() == *hash).map(|entry: Entry| entry.to_json()).collect()
}

/// All transactions; a batch is followed by its inner ones.
pub(crate) fn recorded() -> &'static [Entry] {
    static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| data::list("ledger/transactions.json"));
    &ALL
}

/// The transactions with this id. A batch includes its inner transactions, which have separate ids.
fn recorded_family(id: TransactionId) -> impl Iterator<Item = Entry> {
    let batch =
        recorded().iter().find(|entry| entry.id == id && entry.name == "ATOMICBATCH").map(|entry| entry.at);
    let carried = move |entry: &&Entry| entry.id == id || (batch.is_some() && entry.parent == batch);
    recorded().iter().filter(carried).cloned()
}

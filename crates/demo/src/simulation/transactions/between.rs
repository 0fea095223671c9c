//! Transactions of a span of time, in its order: those of results, and those from other sources.

use std::collections::VecDeque;

use ledger::Timestamp;

use super::{Entry, of_result, of_schedule, recorded};
use crate::simulation::results::listing::{Candidate, Span};
use crate::simulation::results::logged;
use crate::simulation::schedules;

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
    let mut others = recorded::all().to_vec();
    others.extend(schedules::listed(now).iter().flat_map(|it| of_schedule::entries(it, now)));
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
            self.waiting.extend(it.iter().flat_map(|it| of_result::entries(it)));
        }
        if self.descending { self.waiting.pop_back() } else { self.waiting.pop_front() }
    }
}

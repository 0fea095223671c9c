//! Transactions of a span of time, in its order: those of results, and those that have other sources.

use std::collections::VecDeque;

use super::{Entry, batch, of_result, of_schedule, specials};
use crate::demo::ledger::results::listing::{Candidate, Span};
use crate::demo::ledger::results::logged;
use crate::demo::ledger::schedules;
use crate::ledger::Timestamp;

/// The transactions from `first` to `last`, as far as they have come.
pub(crate) fn between(
    first: Timestamp,
    last: Timestamp,
    descending: bool,
    busiest: u64,
    now: Timestamp,
) -> impl Iterator<Item = Entry> {
    // What a result caused comes a few nanoseconds after it, so the results begin a little earlier.
    let span = Span { first: first.minus_seconds(1), last, descending, internal: false };
    let results = logged::candidates(None, span, busiest, now).peekable();
    let mut others = batch::all();
    others.extend(specials::all());
    others.extend(schedules::listed(now).iter().flat_map(|it| of_schedule::entries(it, now)));
    others.sort_by_key(|entry| entry.at);
    if descending {
        others.reverse();
    }
    let within = move |entry: &Entry| (first..=last.min(now)).contains(&entry.at);
    Between { results, others: others.into(), waiting: VecDeque::new(), descending }.filter(within)
}

/// Two sources as one.
struct Between<I: Iterator<Item = Candidate>> {
    results: std::iter::Peekable<I>,
    others: VecDeque<Entry>,
    /// The transactions of a result that was taken up.
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
            let told = candidate.origin.is_told_elsewhere();
            let it = candidate.origin.execution().filter(|_| !told);
            self.waiting.extend(it.iter().flat_map(of_result::entries));
        }
        if self.descending { self.waiting.pop_back() } else { self.waiting.pop_front() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::of(1_795_219_200);

    #[test]
    fn an_executed_schedule_is_found_at_its_moment() {
        let at = Timestamp { seconds: 1_787_552_710, nanos: 5556 };
        let found: Vec<Entry> = between(at, at, true, 100_000, NOW).collect();
        assert_eq!(
            found.iter().map(|it| (it.name, it.scheduled)).collect::<Vec<_>>(),
            [("CONTRACTCALL", true)]
        );
    }

    #[test]
    fn a_span_is_in_order_both_ways() {
        let first = NOW.minus_seconds(3_600);
        let up: Vec<Timestamp> = between(first, NOW, false, 100_000, NOW).map(|it| it.at).collect();
        let mut down: Vec<Timestamp> = between(first, NOW, true, 100_000, NOW).map(|it| it.at).collect();
        assert!(up.len() > 1_000 && up.is_sorted());
        down.reverse();
        assert_eq!(up, down);
    }
}

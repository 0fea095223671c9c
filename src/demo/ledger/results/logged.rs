//! Results whose logs may hold events of a contract: its own, and those of contracts that call it.

use std::iter::Peekable;

use super::listing::{self, Candidate, Span};
use super::{Origin, pinned};
use crate::demo::ledger::contracts::{self, Contract};
use crate::ledger::Timestamp;

/// A lazy row of candidates.
type Row = Box<dyn Iterator<Item = Candidate>>;

/// The results within a span that may hold events of this contract, or all results, in the order asked for.
pub(crate) fn candidates(
    contract: Option<u64>,
    span: Span,
    busiest: u64,
    now: Timestamp,
) -> impl Iterator<Item = Candidate> {
    let span = Span { internal: false, ..span };
    let holds = |it: &&'static Contract| {
        contract.is_none_or(|num| it.num == num || it.trade.reaches().contains(&num))
    };
    let mut rows: Vec<Row> = Vec::new();
    for source in contracts::all().filter(holds) {
        rows.push(Box::new(listing::candidates(source, span, busiest, now)));
    }
    let num = contract.unwrap_or_default();
    if contract.is_some() {
        rows.push(Box::new(elsewhere(num, span, now).into_iter()));
    }
    Merged { rows: rows.into_iter().map(Iterator::peekable).collect(), descending: span.descending }
}

/// What is pinned to contracts that do not usually reach this one.
fn elsewhere(num: u64, span: Span, now: Timestamp) -> Vec<Candidate> {
    let reaches = |of: u64| contracts::by_num(of).is_some_and(|it| it.trade.reaches().contains(&num));
    let pins = pinned::all().filter(|pin| pin.contract != num && !reaches(pin.contract) && !pin.is_hidden());
    let mut found: Vec<Candidate> = pins
        .map(|pin| Candidate { at: pin.at, origin: Origin::Pinned(pin.place) })
        .filter(|it| it.at <= now && (span.first..=span.last).contains(&it.at))
        .collect();
    found.sort_by_key(|it| it.at);
    if span.descending {
        found.reverse();
    }
    found
}

/// Many ordered rows as one.
struct Merged {
    rows: Vec<Peekable<Row>>,
    descending: bool,
}

impl Iterator for Merged {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        let heads = self.rows.iter_mut().filter_map(|row| {
            let at = row.peek()?.at;
            Some((at, row))
        });
        let first =
            if self.descending { heads.max_by_key(|(at, _)| *at) } else { heads.min_by_key(|(at, _)| *at) };
        first.and_then(|(_, row)| row.next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::of(1_795_219_200);

    fn span(hours: u64) -> Span {
        Span { first: NOW.minus_seconds(hours * 3600), last: NOW, descending: true, internal: false }
    }

    #[test]
    fn all_results_come_in_order() {
        let all: Vec<Candidate> = candidates(None, span(2), 100_000, NOW).collect();
        assert!(all.len() > 2500, "{}", all.len());
        assert!(all.is_sorted_by(|a, b| a.at >= b.at));
        let up: Vec<Candidate> =
            candidates(None, Span { descending: false, ..span(2) }, 100_000, NOW).collect();
        assert_eq!(up.len(), all.len());
    }

    #[test]
    fn no_event_is_out_of_reach() {
        for candidate in candidates(None, span(1), 100_000, NOW).take(300) {
            let Some(it) = candidate.origin.execution() else { continue };
            for event in it.deed.logs {
                let at = Span { first: it.at, last: it.at, ..span(1) };
                let found = candidates(Some(event.contract), at, 100_000, NOW)
                    .any(|other| other.origin == candidate.origin);
                assert!(found, "{} of {:?}", event.contract, candidate);
            }
        }
    }
}

//! A contract's results in the order asked for, lazily: nothing is made that no page shows.

use std::iter::Peekable;

use super::{Origin, child, pinned};
use crate::demo::ledger::accounts;
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::{self, BUSIEST, Contract};
use crate::demo::ledger::schedules;
use crate::ledger::Timestamp;

/// Who calls the busiest contract from within: the contract whose every result has it as its first child.
const CALLER_OF_BUSIEST: u64 = 5024;

/// A result that a list could show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// Consensus time, by which lists are ordered.
    pub(crate) at: Timestamp,
    /// What makes it.
    pub(crate) origin: Origin,
}

/// Which results are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// The earliest moment.
    pub(crate) first: Timestamp,
    /// The latest moment.
    pub(crate) last: Timestamp,
    /// Newest first.
    pub(crate) descending: bool,
    /// With what was called from within.
    pub(crate) internal: bool,
}

impl Origin {
    /// Who called, without making more than that.
    pub(crate) fn sender(self) -> Option<u64> {
        match self {
            Self::Drawn { contract, index } => Some(accounts::any(&mut Chance::of(contract, index))),
            Self::Child { contract, .. } => Some(contract),
            Self::Creation(_) | Self::Pinned(_) | Self::Scheduled(..) => self.head().map(|head| head.sender),
        }
    }
}

/// A contract's results within a span. `busiest` is how many the busiest contract shows in all.
pub(crate) fn candidates(
    contract: &Contract,
    span: Span,
    busiest: u64,
    now: Timestamp,
) -> impl Iterator<Item = Candidate> + use<> {
    let mut fixed = fixed(contract, now);
    let most = busiest.saturating_sub(fixed.len() as u64);
    fixed.retain(|candidate| (span.first..=span.last).contains(&candidate.at));
    if span.descending {
        fixed.reverse();
    }
    let num = contract.num;
    let drawn = row(contract, span, most, now)
        .map(move |(index, at)| Candidate { at, origin: Origin::Drawn { contract: num, index } });
    let inner = contracts::by_num(CALLER_OF_BUSIEST)
        .filter(|_| span.internal && num == BUSIEST)
        .into_iter()
        .flat_map(move |caller| inner(caller, span, now));
    let descending = span.descending;
    merge(merge(drawn, inner, descending), fixed.into_iter(), descending)
        .filter(move |candidate| (span.first..=span.last).contains(&candidate.at))
}

/// What each of a contract's results called first.
pub(crate) fn inner(
    caller: &Contract,
    span: Span,
    now: Timestamp,
) -> impl Iterator<Item = Candidate> + use<> {
    let num = caller.num;
    row(caller, span, 0, now).map(move |(index, at)| Candidate {
        at: child::later(at, 1),
        origin: Origin::Child { contract: num, index, nonce: 1 },
    })
}

/// The creation and what is pinned, oldest first, as far as it has come.
fn fixed(contract: &Contract, now: Timestamp) -> Vec<Candidate> {
    let made = Candidate { at: contract.created(), origin: Origin::Creation(contract.num) };
    let pins = pinned::all()
        .filter(|pin| pin.contract == contract.num && !pin.is_hidden())
        .map(|pin| Candidate { at: pin.at, origin: Origin::Pinned(pin.place) });
    let made = contract.lists_creation().then_some(made);
    let scheduled = if contract.num == BUSIEST { schedules::executed(now) } else { Vec::new() };
    let scheduled =
        scheduled.into_iter().map(|(num, at)| Candidate { at, origin: Origin::Scheduled(num, at) });
    let mut all: Vec<Candidate> =
        made.into_iter().chain(pins).chain(scheduled).filter(|candidate| candidate.at <= now).collect();
    all.sort_by_key(|candidate| candidate.at);
    all
}

/// The part of a contract's endless row that is shown and may lie within the span, with its moments.
fn row(
    contract: &Contract,
    span: Span,
    busiest: u64,
    now: Timestamp,
) -> impl Iterator<Item = (u64, Timestamp)> + use<> {
    let stream = contract.stream(busiest);
    let shown = stream.shown(contract.last_moment(now)).map(|shown| {
        let first = *shown.start().max(&stream.span_of(span.first));
        (first, *shown.end().min(&stream.span_of(span.last)))
    });
    let (first, last) = shown.unwrap_or((1, 0));
    let count = (last + 1).saturating_sub(first);
    (0..count)
        .map(move |step| if span.descending { last - step } else { first + step })
        .map(move |index| (index, stream.at(index)))
}

/// Two ordered rows as one.
fn merge(
    left: impl Iterator<Item = Candidate>,
    right: impl Iterator<Item = Candidate>,
    descending: bool,
) -> impl Iterator<Item = Candidate> {
    Merge { left: left.peekable(), right: right.peekable(), descending }
}

struct Merge<L: Iterator<Item = Candidate>, R: Iterator<Item = Candidate>> {
    left: Peekable<L>,
    right: Peekable<R>,
    descending: bool,
}

impl<L: Iterator<Item = Candidate>, R: Iterator<Item = Candidate>> Iterator for Merge<L, R> {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        match (self.left.peek(), self.right.peek()) {
            (Some(left), Some(right)) if (left.at < right.at) == self.descending => self.right.next(),
            (None, _) => self.right.next(),
            _ => self.left.next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::ledger::contracts::by_num;

    const NOW: Timestamp = Timestamp::of(1_795_219_200);
    const ALWAYS: Span = Span {
        first: Timestamp::of(0),
        last: Timestamp::of(9_999_999_999),
        descending: true,
        internal: false,
    };

    fn listed(num: u64, span: Span) -> Vec<Candidate> {
        candidates(by_num(num).unwrap(), span, 100_000, NOW).collect()
    }

    #[test]
    fn the_busiest_contract_shows_exactly_so_many_in_order() {
        let down = listed(5001, ALWAYS);
        assert_eq!(down.len(), 100_000);
        assert!(down.is_sorted_by(|a, b| a.at > b.at));
        let mut up = listed(5001, Span { descending: false, ..ALWAYS });
        up.reverse();
        assert_eq!(down, up);
        let pinned = Timestamp::parse("1795216207.123456789").unwrap();
        assert_eq!(down.iter().filter(|candidate| candidate.at == pinned).count(), 1);
    }

    #[test]
    fn calls_from_within_are_listed_on_demand() {
        let all = listed(5001, Span { internal: true, ..ALWAYS });
        assert_eq!(all.len(), 102_000);
        assert!(all.is_sorted_by(|a, b| a.at > b.at));
    }

    #[test]
    fn a_span_is_kept_at_both_ends() {
        let all = listed(5001, ALWAYS);
        let span = Span { first: all[30].at, last: all[10].at, ..ALWAYS };
        assert_eq!(listed(5001, span), all[10..=30]);
        let empty = Span { first: all[10].at, last: all[30].at, ..ALWAYS };
        assert!(listed(5001, empty).is_empty());
    }

    #[test]
    fn some_contracts_have_fixed_numbers_of_results() {
        assert_eq!(listed(5011, ALWAYS).len(), 0);
        assert_eq!(listed(5034, ALWAYS).len(), 200);
        assert!(listed(5022, ALWAYS).len() > 50);
    }

    #[test]
    fn a_sender_is_told_without_making_the_result() {
        for candidate in listed(5001, Span { internal: true, ..ALWAYS }).into_iter().step_by(5000) {
            assert_eq!(candidate.origin.sender(), candidate.origin.head().map(|head| head.sender));
        }
    }
}

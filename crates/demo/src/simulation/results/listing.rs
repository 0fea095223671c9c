//! A contract's results in the requested order, lazily: only results on a page are generated.

use std::iter::Peekable;

use ledger::Timestamp;

use super::pinned::Pin;
use super::{Origin, child, drawn, pinned};
use crate::simulation::abi::Word;
use crate::simulation::chance::Chance;
use crate::simulation::contracts::{self, BUSIEST, Contract};
use crate::simulation::{accounts, schedules};

/// The caller of the busiest contract: the first child of each of its results is a call of that contract.
const CALLER_OF_BUSIEST: u64 = 5024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// Consensus time, by which lists are ordered.
    pub(crate) at: Timestamp,
    pub(crate) origin: Origin,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) first: Timestamp,
    pub(crate) last: Timestamp,
    /// Newest first.
    pub(crate) descending: bool,
    pub(crate) internal: bool,
}

impl Origin {
    /// The caller, without generating the rest.
    pub(crate) fn sender(self) -> Option<u64> {
        match self {
            Self::Drawn { contract, index } => Some(accounts::any(&mut Chance::new(contract, index))),
            Self::Child { contract, .. } => Some(contract),
            Self::Creation(_) | Self::Pinned(_) | Self::Scheduled(..) => self.head().map(|head| head.sender),
        }
    }

    /// The words from which the topics of its events are taken, besides the events' own hashes, if known.
    pub(crate) fn topics(self) -> Option<Vec<Word>> {
        let Self::Drawn { contract, index } = self else { return None };
        contracts::by_num(contract).and_then(|found| drawn::topics(found, index))
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
    merge(vec![Box::new(fixed.into_iter()), Box::new(inner), Box::new(drawn)], descending)
        .filter(move |candidate| (span.first..=span.last).contains(&candidate.at))
}

/// The first nested call of each of a contract's results.
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

/// The creation and the pinned results up to `now`, oldest first.
fn fixed(contract: &Contract, now: Timestamp) -> Vec<Candidate> {
    let made = Candidate { at: contract.created(), origin: Origin::Creation(contract.num) };
    let pins = pinned(|pin| pin.list == contract.num);
    let made = contract.lists_creation().then_some(made);
    let scheduled = if contract.num == BUSIEST { schedules::executed(now) } else { Vec::new() };
    let scheduled =
        scheduled.into_iter().map(|(num, at)| Candidate { at, origin: Origin::Scheduled(num, at) });
    let mut all: Vec<Candidate> =
        made.into_iter().chain(pins).chain(scheduled).filter(|candidate| candidate.at <= now).collect();
    all.sort_by_key(|candidate| candidate.at);
    all
}

/// The listed pinned results, by their index among all.
pub(super) fn pinned(wanted: impl Fn(&Pin) -> bool) -> impl Iterator<Item = Candidate> {
    let pins = pinned::all().iter().enumerate().filter(move |(_, pin)| !pin.hidden && wanted(pin));
    pins.map(|(place, pin)| Candidate { at: pin.result.at, origin: Origin::Pinned(place) })
}

/// The part of a contract's endless row that is shown and may lie within the span, with its moments.
fn row(
    contract: &Contract,
    span: Span,
    busiest: u64,
    now: Timestamp,
) -> impl Iterator<Item = (u64, Timestamp)> + use<> {
    let stream = contract.stream(busiest);
    let shown = stream.visible(contract.last_moment(now)).map(|shown| {
        let first = *shown.start().max(&stream.span_of(span.first));
        (first, *shown.end().min(&stream.span_of(span.last)))
    });
    let (first, last) = shown.unwrap_or((1, 0));
    let count = (last + 1).saturating_sub(first);
    (0..count)
        .map(move |step| if span.descending { last - step } else { first + step })
        .map(move |index| (index, stream.time_of(index)))
}

pub(crate) type Row = Box<dyn Iterator<Item = Candidate>>;

pub(super) fn merge(rows: Vec<Row>, descending: bool) -> impl Iterator<Item = Candidate> {
    let mut rows: Vec<Peekable<Row>> = rows.into_iter().map(Iterator::peekable).collect();
    std::iter::from_fn(move || {
        let heads = rows.iter_mut().filter_map(|row| Some((row.peek()?.at, row)));
        let first =
            if descending { heads.max_by_key(|(at, _)| *at) } else { heads.min_by_key(|(at, _)| *at) };
        first.and_then(|(_, row)| row.next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::contracts::by_num;

    const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);
    const ALWAYS: Span = Span {
        first: Timestamp::from_secs(0),
        last: Timestamp::from_secs(9_999_999_999),
        descending: true,
        internal: false,
    };

    #[test]
    fn the_busiest_contract_shows_exactly_so_many_in_order() {
        let listed = |span| candidates(by_num(5001).unwrap(), span, 100_000, NOW).collect::<Vec<_>>();
        let down = listed(ALWAYS);
        assert_eq!(down.len(), 100_000);
        assert!(down.is_sorted_by(|a, b| a.at > b.at));
        let mut up = listed(Span { descending: false, ..ALWAYS });
        up.reverse();
        assert_eq!(down, up);
        let all = listed(Span { internal: true, ..ALWAYS });
        assert_eq!(all.len(), 102_000);
        assert!(all.is_sorted_by(|a, b| a.at > b.at));
        assert_eq!(listed(Span { first: down[30].at, last: down[10].at, ..ALWAYS }), down[10..=30]);
        assert!(listed(Span { first: down[10].at, last: down[30].at, ..ALWAYS }).is_empty());
        for candidate in all.into_iter().step_by(5000) {
            assert_eq!(candidate.origin.sender(), candidate.origin.head().map(|head| head.sender));
        }
    }
}

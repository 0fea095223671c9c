//! Results whose logs may hold events of a contract: those of the contract itself, and of contracts that call it.

use ledger::Timestamp;

use super::listing::{self, Candidate, Row, Span};
use crate::simulation::contracts::{self, Contract};

/// The results within a span that may hold events of this contract, or all results, in the requested order.
pub(crate) fn candidates(
    contract: Option<u64>,
    span: Span,
    busiest: u64,
    now: Timestamp,
) -> impl Iterator<Item = Candidate> {
    let span = Span { internal: false, ..span };
    let holds =
        |it: &&'static Contract| contract.is_none_or(|num| it.num == num || it.kind.reaches().contains(&num));
    let mut rows: Vec<Row> = Vec::new();
    for source in contracts::all().filter(holds) {
        rows.push(Box::new(listing::candidates(source, span, busiest, now)));
    }
    let num = contract.unwrap_or_default();
    if contract.is_some() {
        rows.push(Box::new(elsewhere(num, span, now).into_iter()));
    }
    listing::merge(rows, span.descending)
}

/// Pinned results of contracts that do not usually call this one.
fn elsewhere(num: u64, span: Span, now: Timestamp) -> Vec<Candidate> {
    let reaches = |of: u64| contracts::by_num(of).is_some_and(|it| it.kind.reaches().contains(&num));
    let pins = listing::pinned(|pin| pin.list != num && !reaches(pin.list));
    let mut found: Vec<Candidate> =
        pins.filter(|it| it.at <= now && (span.first..=span.last).contains(&it.at)).collect();
    found.sort_by_key(|it| it.at);
    if span.descending {
        found.reverse();
    }
    found
}

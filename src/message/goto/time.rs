//! Times in words and in the program's own formats; most apply to the contract on screen.

use ledger::moment::{self, Clock};
use ledger::query::{ContractQuery, Op, ResultsQuery, TimestampFilter, TransactionsQuery};
use ledger::{ContractRef, Timestamp};

use super::{GoToContext, GoToFault, Reading, shaped};
use crate::message::Place;

/// The first second that a number alone may mean, in 1973: a smaller one is an id or a block.
const MIN_SECONDS: u64 = 100_000_000;

/// The longest time that is meant as that of one transaction: a minute, milliseconds.
const MAX_MOMENT_MILLIS: u64 = 60_000;

/// Words that may begin a time, besides digits.
const BEGINNINGS: [&str; 11] =
    ["last", "past", "since", "from", "after", "until", "before", "till", "today", "yesterday", "now"];

/// Why a time alone leads nowhere without a contract.
pub(super) const NEEDS_CONTRACT: GoToFault = GoToFault::NeedsContract("A time", "results 0.0.5001 yesterday");

/// Whether a word may begin a time, by the word alone.
pub(super) fn may_begin(word: &str) -> bool {
    let is_number = word.starts_with(|c: char| c.is_ascii_digit()) && !word.starts_with("0x");
    let is_id = word.matches('.').count() == 2 && !word.contains("..") && !word.contains(['-', ':']);
    let has_op = word.split_once(':').is_some_and(|(op, _)| Op::ALL.iter().any(|(name, _)| *name == op));
    let is_known = BEGINNINGS.iter().any(|known| word.eq_ignore_ascii_case(known));
    (is_number && !is_id) || has_op || is_known || word.contains("..")
}

/// The readings of a time; `None` if the text is not a time.
pub(super) fn parse_time(text: &str, ctx: &GoToContext<'_>) -> Option<Result<Vec<Reading>, GoToFault>> {
    let filters = moment::filters(text, ctx.clock).ok().filter(|filters| !filters.is_empty())?;
    if filters.iter().any(|filter| filter.at.seconds < MIN_SECONDS) {
        return None;
    }
    Some(match filters.as_slice() {
        [TimestampFilter { op: Op::Eq, at }] => Ok(shaped::readings_at(*at, ctx)),
        [from, to] if from.at.plus_millis(MAX_MOMENT_MILLIS) >= to.at => {
            let query = TransactionsQuery { timestamp: vec![*from, *to], ..TransactionsQuery::default() };
            let transactions = Place::Transactions(query.into());
            let of_contract = parse_at(text, ctx).unwrap_or_default();
            Ok(of_contract.into_iter().chain([Reading::new(transactions)]).collect())
        }
        _ => parse_at(text, ctx),
    })
}

/// A time that is written to the nanosecond.
pub(super) fn exact(text: &str, clock: &Clock) -> Option<Timestamp> {
    match moment::filters(text, clock).ok()?.as_slice() {
        [TimestampFilter { op: Op::Eq, at }] => Some(*at),
        _ => None,
    }
}

/// One point in time.
pub(super) fn point(text: &str, ctx: &GoToContext<'_>) -> Result<Timestamp, GoToFault> {
    moment::point(text, ctx.clock).map_err(|fault| GoToFault::Time(fault.message))
}

/// `@2h ago`: the contract on screen as it was then, or its results in that time.
pub(super) fn parse_at(when: &str, ctx: &GoToContext<'_>) -> Result<Vec<Reading>, GoToFault> {
    let contract = ctx.contract().ok_or(NEEDS_CONTRACT)?;
    let timestamp = moment::filters(when, ctx.clock).map_err(|fault| GoToFault::Time(fault.message))?;
    let as_of = moment::point(when, ctx.clock).ok().map(|at| {
        let timestamp = vec![TimestampFilter { op: Op::Eq, at }];
        Reading::new(Place::Contract(ContractQuery { contract, timestamp }))
    });
    let results = Reading::new(Place::Results(ResultsQuery { timestamp, ..ResultsQuery::all(contract) }));
    let in_results = matches!(ctx.here, Some(Place::Results(_) | Place::Result(..)));
    let readings = as_of.into_iter().chain([results]);
    Ok(if in_results { readings.rev().collect() } else { readings.collect() })
}

/// `contract 0.0.5001 as of 2026-11-20`, or the time alone; `None` if what is there is no time.
pub(super) fn as_of(
    contract: ContractRef,
    more: &str,
    ctx: &GoToContext<'_>,
) -> Option<Result<Vec<Reading>, GoToFault>> {
    let when = ["@", "as of ", "at "].iter().find_map(|word| more.strip_prefix(word));
    let at = match when {
        Some(when) => point(when, ctx),
        None => Ok(point(more, ctx).ok().filter(|at| at.seconds >= MIN_SECONDS)?),
    };
    Some(at.map(|at| {
        let timestamp = vec![TimestampFilter { op: Op::Eq, at }];
        vec![Reading::new(Place::Contract(ContractQuery { contract, timestamp }))]
    }))
}

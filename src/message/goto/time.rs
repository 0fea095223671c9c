//! Times in words and in the program's own formats, and the filters behind a list: by name, by word and by time
//! (`results 0.0.5001 from 0.0.1002 last 2h`).

use ledger::moment::Clock;
use ledger::paste::{Shape, shapes};
use ledger::query::{BlockNumber, ContractQuery, Op, ResultsQuery, TimestampFilter, TransactionsQuery};
use ledger::{ContractRef, Timestamp, moment};

use super::{GoToContext, GoToFault, Reading, shaped};
use crate::message::Place;
use crate::message::place::Row;

/// The first second that a number alone may mean, in 1973: a smaller one is an id or a block.
const MIN_SECONDS: u64 = 100_000_000;

/// The longest time that is meant as that of one transaction: a minute, milliseconds.
const MAX_MOMENT_MILLIS: u64 = 60_000;

/// Words that may begin a time, besides digits.
const BEGINNINGS: [&str; 11] =
    ["last", "past", "since", "from", "after", "until", "before", "till", "today", "yesterday", "now"];

/// Why a time alone leads nowhere without a contract.
const NEEDS_CONTRACT: GoToFault = GoToFault::NeedsContract("A time", "results 0.0.5001 yesterday");

/// Whether a word may begin a time, by the word alone.
fn may_begin(word: &str) -> bool {
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

/// The page of this row, narrowed by the words of `text`.
pub(super) fn parse_filters(
    row: &Row,
    contract: Option<ContractRef>,
    text: &str,
    ctx: &GoToContext<'_>,
) -> Result<Vec<Reading>, GoToFault> {
    let (mut pairs, when) = split_words(text, ctx);
    if let Some(word) = when.first().filter(|word| !may_begin(word)) {
        return Err(GoToFault::NoFilter { word: (*word).to_owned(), takes: row.filters });
    }
    let when = when.join(" ");
    if row.at_one_time && !when.is_empty() {
        pairs.push(("timestamp", point(&when, ctx)?.to_string()));
    } else {
        let filters = moment::filters(&when, ctx.clock);
        let filters = filters.map_err(|fault| GoToFault::Time(fault.message))?;
        pairs.extend(filters.iter().map(|filter| ("timestamp", filter.to_string())));
    }
    let pairs: Vec<_> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let place = match contract {
        Some(contract) => row.filtered(contract, ctx.network.chain.as_ref(), &pairs, ctx.home()),
        None => row.alone_filtered(&pairs, ctx.home()),
    };
    place.into_iter().map(|place| place.map(Reading::new).map_err(GoToFault::Place)).collect()
}

/// The words that are filters, as names and values, and those that must be a time.
fn split_words<'t>(text: &'t str, ctx: &GoToContext<'_>) -> (Vec<(&'t str, String)>, Vec<&'t str>) {
    let (mut pairs, mut when) = (Vec::new(), Vec::new());
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let next = words.peek().copied();
        match (word.to_ascii_lowercase().as_str(), next) {
            ("internal", _) => pairs.push(("internal", "true".to_owned())),
            ("asc" | "oldest", _) => pairs.push(("order", "asc".to_owned())),
            ("desc" | "newest", _) => pairs.push(("order", "desc".to_owned())),
            ("from" | "by" | "sender", Some(next)) if is_account(next, ctx) => {
                pairs.push(("from", next.to_owned()));
                words.next();
            }
            ("block", Some(next)) => {
                let name = if BlockNumber::parse(next).is_some() { "block.number" } else { "block.hash" };
                pairs.push((name, next.to_owned()));
                words.next();
            }
            _ => match word.split_once('=') {
                // The words behind it belong to the time, too.
                Some(("timestamp", start)) => when.push(start),
                Some((name, value)) => pairs.push((name, value.to_owned())),
                None => when.push(word),
            },
        }
    }
    (pairs, when)
}

/// Whether a word behind `from` names an account, and no time.
fn is_account(word: &str, ctx: &GoToContext<'_>) -> bool {
    let shapes = shapes(word, ctx.home());
    let is_account = |shape: &Shape| matches!(shape, Shape::Entity(..) | Shape::Address { .. });
    shapes.iter().any(is_account) && !shapes.iter().any(|shape| matches!(shape, Shape::Time(_)))
}

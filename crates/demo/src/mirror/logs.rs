//! `GET /contracts/{id}/results/logs` and `GET /contracts/results/logs`.

use alloy_primitives::hex;
use ledger::Timestamp;
use ledger::hex::HexBytes;
use serde::Serialize;

use super::Asked;
use super::answer::{Answer, Refusal};
use super::filters::{END_OF_TIME, hash};
use super::log_filter::{LIST, LogFilter};
use super::names;
use super::query::{Known, Query};
use super::result_shape::LogShape;
use crate::simulation::execution::Execution;
use crate::simulation::results::listing::Span;
use crate::simulation::results::{Origin, by_hash, logged};
use crate::simulation::{blocks, contracts, id};

const HASH: Known = ("transaction.hash", |value| hash(value).is_some());

#[derive(Debug, Serialize)]
struct Row {
    #[serde(flatten)]
    log: LogShape,
    block_hash: String,
    block_number: Option<u64>,
    root_contract_id: Option<String>,
    timestamp: String,
    transaction_hash: String,
    transaction_index: Option<u64>,
    #[serde(skip)]
    place: (Timestamp, usize),
}

/// The events that a contract emitted. A contract that is not there has none, which is no error.
pub(super) fn of_contract(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let named = names::contract(name)?;
    asked.query.check(&LIST)?;
    let filter = LogFilter::from_query(&asked.query)?;
    let num = names::number(named);
    let rows = num.map_or_else(Vec::new, |num| rows(asked, &filter, Some(num)));
    page(asked, &rows, 1)
}

/// The events of all contracts. As on the real server, a range that ends before it begins is passed over.
pub(super) fn everywhere(asked: &Asked<'_>) -> Result<Answer, Refusal> {
    let known: Vec<Known> = LIST.into_iter().chain([HASH]).collect();
    asked.query.check(&known)?;
    let filter = LogFilter::from_query(&asked.query)?;
    let hashes: Vec<HexBytes> = asked.query.all(HASH.0).filter_map(hash).collect();
    let rows = match hashes.as_slice() {
        [] if filter.is_inverted() => rows(asked, &filter.at_any_time(), None),
        [] => rows(asked, &filter, None),
        [hash] => of_hash(asked, &filter, hash),
        _ => return Err(Refusal::parameter(HASH.0)),
    };
    page(asked, &rows, 10)
}

fn rows(asked: &Asked<'_>, filter: &LogFilter, contract: Option<u64>) -> Vec<Row> {
    let (first, last) = filter.moments.span(Timestamp::default(), END_OF_TIME);
    let span = Span { first, last, descending: asked.query.descending(true), internal: false };
    let barren: Vec<u64> = contracts::all().filter(|it| !filter.may_find(it.kind)).map(|it| it.num).collect();
    let is_barren = |of: Origin| matches!(of, Origin::Drawn { contract, .. } if barren.contains(&contract));
    logged::candidates(contract, span, asked.world.results, asked.now)
        .filter(|candidate| !is_barren(candidate.origin))
        .filter(|candidate| {
            let among = || candidate.origin.topics().is_none_or(|words| filter.may_find_among(&words));
            !filter.has_arguments() || among()
        })
        .filter_map(|candidate| candidate.origin.execution())
        .flat_map(|it| of_result(&it, filter, contract, span.descending))
        .take(asked.query.limit())
        .collect()
}

fn of_hash(asked: &Asked<'_>, filter: &LogFilter, hash: &HexBytes) -> Vec<Row> {
    let start = hash.bytes().first_chunk::<32>();
    let found = start.and_then(|start| by_hash::find(start, asked.now));
    let rows = found.map(|it| of_result(&it, filter, None, asked.query.descending(true)));
    rows.into_iter().flatten().take(asked.query.limit()).collect()
}

/// The matching logs of one result, in the requested order.
fn of_result(it: &Execution, filter: &LogFilter, contract: Option<u64>, descending: bool) -> Vec<Row> {
    let block = it.position.map(|at| at.block);
    let wanted = it.call.logs.iter().enumerate().filter(|(index, event)| {
        contract.is_none_or(|num| event.contract == num)
            && filter.reaches(it.at, *index)
            && filter.wants(event)
    });
    let mut rows: Vec<Row> = wanted
        .map(|(index, event)| Row {
            log: LogShape::new(index, event),
            block_hash: block.map_or("0x".to_owned(), |number| hex::encode_prefixed(blocks::hash(number))),
            block_number: block,
            root_contract_id: it.contract.map(id),
            timestamp: it.at.to_string(),
            transaction_hash: hex::encode_prefixed(it.hash),
            transaction_index: it.position.and_then(|at| at.index),
            place: (it.at, index),
        })
        .collect();
    if descending {
        rows.reverse();
    }
    rows
}

fn page(asked: &Asked<'_>, rows: &[Row], max_age: u32) -> Result<Answer, Refusal> {
    let last = rows.last().filter(|_| rows.len() == asked.query.limit());
    let next = last.map(|row| asked.link(&next(&asked.query, row.place)));
    Answer::page("logs", &rows, next, max_age)
}

/// The query of the following page: both bounds in the order's direction. An exact moment stays.
fn next(query: &Query, (at, index): (Timestamp, usize)) -> String {
    let descending = query.descending(true);
    let (closed, open) = if descending { ("lte", "lt") } else { ("gte", "gt") };
    let exact = query.all("timestamp").any(|value| !value.contains(':') || value.starts_with("eq:"));
    let query =
        if exact { query.clone() } else { query.rebound("timestamp", descending, closed, &at.to_string()) };
    query.rebound("index", descending, open, &index.to_string()).to_text()
}

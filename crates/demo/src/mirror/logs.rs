//! `GET /contracts/{id}/results/logs` and `GET /contracts/results/logs`, with the server's rules for combining
//! filters.

use alloy_primitives::hex;
use ledger::Timestamp;
use ledger::hex::HexBytes;
use ledger::timestamp::NANOS;
use serde::Serialize;

use super::filters::{
    END_OF_TIME, Filter, Known, LIMIT, LOWER, ORDER, Operator, Query, UPPER, compared, equal, hash, operator,
    word,
};
use super::result_shape::LogShape;
use super::{Answer, Asked, Refusal, names};
use crate::simulation::abi::Word;
use crate::simulation::contracts::ContractKind;
use crate::simulation::execution::{Event, Execution};
use crate::simulation::results::listing::Span;
use crate::simulation::results::{Origin, logged, lookup};
use crate::simulation::{abi, blocks, contracts, id};

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
    let found = start.and_then(|start| lookup::find(start, asked.now));
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

/// The widest range of time within which topics are searched: seven days.
const MAX_RANGE_NANOS: u128 = 7 * 86_400 * NANOS as u128;
/// The beginning of each error about the range of a search for topics.
const TOPICS: &str = "Cannot search topics without a valid timestamp range";

const TOPIC_NAMES: [&str; 4] = ["topic0", "topic1", "topic2", "topic3"];

/// The parameters that both lists know.
pub(super) const LIST: [Known; 8] = [
    LIMIT,
    ORDER,
    ("index", |value| compared(value).is_some_and(|index| index.parse::<u32>().is_ok())),
    ("timestamp", |value| compared(value).is_some_and(|at| Timestamp::parse(at).is_some())),
    ("topic0", is_topic),
    ("topic1", is_topic),
    ("topic2", is_topic),
    ("topic3", is_topic),
];

pub(super) struct LogFilter {
    pub(super) moments: Filter<Timestamp>,
    indices: Filter<u32>,
    topics: [Vec<Word>; 4],
}

impl LogFilter {
    /// Reads a query whose values have been checked.
    /// Errors: 400 for combinations that the server does not answer.
    pub(super) fn from_query(query: &Query) -> Result<Self, Refusal> {
        let filter = Self {
            moments: Filter::parse(query.all("timestamp"), Timestamp::parse),
            indices: Filter::parse(query.all("index"), |index| index.parse().ok()),
            topics: TOPIC_NAMES
                .map(|name| query.all(name).filter_map(|value| word(operator(value)?.1)).collect()),
        };
        let refused = |message: String| Err(Refusal::Invalid(vec![message]));
        if filter.topics.iter().any(|wanted| !wanted.is_empty())
            && let Some(fault) = range_fault(&filter.moments)
        {
            return refused(format!("{TOPICS}: {fault}"));
        }
        for (name, count) in [("timestamp", counts(&filter.moments)), ("index", counts(&filter.indices))] {
            match count {
                (2.., _, _) => return refused(format!("Only one gt/gte operator is allowed for {name}")),
                (_, 2.., _) => return refused(format!("Only one lt/lte operator is allowed for {name}")),
                (_, _, 2..) => return refused(format!("Only one equal (eq) operator is allowed for {name}")),
                (1.., _, 1..) | (_, 1.., 1..) => {
                    return refused(format!("Can't support both range and equal for {name}"));
                }
                _ => {}
            }
        }
        match filter.index_fault() {
            Some(needed) => refused(format!("timestamp must have {needed} operator")),
            None => Ok(filter),
        }
    }

    /// The operator that the timestamp lacks for the index to mean anything.
    fn index_fault(&self) -> Option<&'static str> {
        let (moments, indices) = (&self.moments, &self.indices);
        let exact = !moments.equal.is_empty();
        let closed = |side, how| moments.bound(side).is_some_and(|(operator, _)| operator == how);
        if !indices.equal.is_empty() && !exact {
            return Some("eq");
        }
        if indices.count(LOWER) > 0 && !exact && !closed(LOWER, Operator::Gte) {
            return Some("gte or eq");
        }
        (indices.count(UPPER) > 0 && !exact && !closed(UPPER, Operator::Lte)).then_some("lte or eq")
    }

    /// Whether the log at this moment and index is within the bounds. An index counts only at its bound's own moment.
    pub(super) fn reaches(&self, at: Timestamp, index: usize) -> bool {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        if !self.moments.admits(at) {
            return false;
        }
        if self.moments.equal.contains(&at) {
            return self.indices.admits(index);
        }
        let side = |side: [Operator; 2]| {
            let here = self.moments.bound(side).is_some_and(|(_, bound)| bound == at);
            let beyond = self.indices.bound(side).is_some_and(|(how, bound)| match how {
                Operator::Gt => index <= bound,
                Operator::Gte => index < bound,
                Operator::Lt => index >= bound,
                _ => index > bound,
            });
            !(here && beyond)
        };
        side(LOWER) && side(UPPER)
    }

    pub(super) fn wants(&self, event: &Event) -> bool {
        let wanted = self.topics.iter().enumerate();
        wanted
            .filter(|(_, wanted)| !wanted.is_empty())
            .all(|(place, wanted)| event.topics.get(place).is_some_and(|topic| wanted.contains(topic)))
    }

    /// Whether calls of this kind may have emitted a matching event.
    fn may_find(&self, kind: ContractKind) -> bool {
        let [wanted, ..] = &self.topics;
        let emits = |signature: &&str| wanted.contains(&abi::topic(signature));
        wanted.is_empty() || kind.emits().is_none_or(|all| all.iter().any(emits))
    }

    /// Whether an execution whose event topics are among these words may have emitted a matching event.
    fn may_find_among(&self, words: &[Word]) -> bool {
        let [_, rest @ ..] = &self.topics;
        rest.iter().all(|wanted| wanted.is_empty() || wanted.iter().any(|word| words.contains(word)))
    }

    /// Whether it filters by more than event signatures.
    pub(super) fn has_arguments(&self) -> bool {
        let [_, rest @ ..] = &self.topics;
        rest.iter().any(|wanted| !wanted.is_empty())
    }

    fn at_any_time(self) -> Self {
        Self { moments: Filter::parse(std::iter::empty(), Timestamp::parse), ..self }
    }

    fn is_inverted(&self) -> bool {
        let bound = |side| self.moments.bound(side).map(|(_, at)| at);
        matches!((bound(LOWER), bound(UPPER)), (Some(first), Some(last)) if first > last)
    }
}

/// The number of lower bounds, upper bounds and equals.
fn counts<T: Ord + Copy>(filter: &Filter<T>) -> (usize, usize, usize) {
    (filter.count(LOWER), filter.count(UPPER), filter.equal.len())
}

/// The error in the range of a search for topics.
fn range_fault(moments: &Filter<Timestamp>) -> Option<&'static str> {
    match counts(moments) {
        (0, 0, 0) => return Some("No timestamp range or eq operator provided"),
        (2.., _, _) => return Some("Multiple gt or gte operators not permitted for timestamp param"),
        (_, 2.., _) => return Some("Multiple lt or lte operators not permitted for timestamp param"),
        (1.., _, 1..) | (_, 1.., 1..) => {
            return Some("Cannot combine eq with ne, gt, gte, lt, or lte for timestamp param");
        }
        (_, _, 1..) => return None,
        (0, _, _) | (_, 0, _) => {
            return Some("Timestamp range must have gt (or gte) and lt (or lte), or eq operator");
        }
        _ => {}
    }
    let inner = |side, open: Operator| {
        moments.bound(side).map_or((0, 0), |(how, at)| (at.as_nanos(), u128::from(how == open)))
    };
    let ((first, after), (last, before)) = (inner(LOWER, Operator::Gt), inner(UPPER, Operator::Lt));
    let width = (last + 1).checked_sub(first + after + before);
    (!width.is_some_and(|width| (1..=MAX_RANGE_NANOS).contains(&width)))
        .then_some("Timestamp range by the lower and upper bounds must be positive and within 7d")
}

fn is_topic(value: &str) -> bool {
    equal(value).and_then(word).is_some()
}

//! The filters of a list of results, and the results on a page of it.

use std::sync::Arc;

use ledger::entity_id::decimal;
use ledger::{ContractRef, Timestamp};

use super::filters::{
    END_OF_TIME, Filter, Known, LIMIT, ORDER, Query, equal, hash, is_flag, is_time, operator,
};
use super::{Asked, Refusal, names};
use crate::simulation::execution::Execution;
use crate::simulation::results::listing::{self, Candidate, Row, Span};
use crate::simulation::results::{self, logged};
use crate::simulation::{blocks, contracts};

/// The system contract whose calls from within are listed, and the contract that makes them.
const SERVICE: (u64, u64) = (359, 5035);

/// The parameters that the list knows.
pub(super) const LIST: [Known; 9] = [
    LIMIT,
    ORDER,
    ("block.hash", |value| hash(value).is_some()),
    ("block.number", |value| block_number(value).is_some()),
    ("from", names::is_sender),
    ("internal", is_flag),
    ("timestamp", is_time),
    ("transaction.index", |value| {
        equal(value).is_some_and(|index| index.parse::<i32>().is_ok_and(|it| it >= 0))
    }),
    ("hbar", is_flag),
];

pub(super) struct ResultFilter {
    moments: Filter<Timestamp>,
    senders: Filter<u64>,
    /// A block that is not there has a number that no block has.
    block: Option<u64>,
    index: Option<u64>,
    internal: bool,
}

impl ResultFilter {
    /// Reads a query that has been checked.
    /// Errors: 400 for parameters that do not go together, 404 for an unassigned sender.
    pub(super) fn from_query(query: &Query) -> Result<Self, Refusal> {
        let usage = |text: &str| Refusal::Invalid(vec![format!("Invalid parameter usage: {text}")]);
        let (by_number, by_hash) = (query.has("block.number"), query.has("block.hash"));
        if by_number && by_hash {
            return Err(usage("block.hash - cannot combine block.number and block.hash"));
        }
        if query.has("transaction.index") && !by_number && !by_hash {
            return Err(usage(
                "transaction.index - transaction.index requires block.number or block.hash filter to be specified",
            ));
        }
        for value in query.all("from") {
            names::sender(operator(value).map_or(value, |(_, name)| name))?;
        }
        let block = match (query.last("block.number"), query.last("block.hash")) {
            (Some(number), _) => block_number(number),
            (None, Some(digits)) => {
                Some(hash(digits).and_then(|hash| blocks::by_hash(hash.bytes())).unwrap_or(u64::MAX))
            }
            (None, None) => None,
        };
        Ok(Self {
            moments: Filter::parse(query.all("timestamp"), Timestamp::parse),
            senders: Filter::parse(query.all("from"), |name| names::sender(name).ok()),
            block,
            index: query.last("transaction.index").and_then(|index| index.parse().ok()),
            internal: query.last("internal") == Some("true"),
        })
    }

    /// The results that a page shows: of all contracts if none is named, of a contract, or the calls of a system contract,
    /// all of which came from within; other names have none.
    pub(super) fn page(
        &self,
        named: Option<ContractRef>,
        asked: &Asked<'_>,
        descending: bool,
    ) -> Vec<Arc<Execution>> {
        let span = self.span(descending);
        let number = named.and_then(names::number);
        let service = (self.internal && number == Some(SERVICE.0)).then_some(SERVICE.1);
        let contract = named.and_then(contracts::named);
        let row: Row = match (contract, service.and_then(contracts::by_num)) {
            (None, None) if named.is_none() => {
                Box::new(logged::candidates(None, span, asked.world.results, asked.now))
            }
            (Some(contract), _) => {
                Box::new(listing::candidates(contract, span, asked.world.results, asked.now))
            }
            (None, Some(caller)) => Box::new(listing::inner(caller, span, asked.now)),
            (None, None) => return Vec::new(),
        };
        let mut origins = row.filter(|candidate| self.admits(candidate)).map(|candidate| candidate.origin);
        let mut page = Vec::new();
        while page.len() < asked.query.limit() {
            let next: Vec<_> = origins.by_ref().take(asked.query.limit() - page.len()).collect();
            if next.is_empty() {
                break;
            }
            let made = results::executions(&next).into_iter();
            page.extend(made.filter(|it| service.is_none() || it.contract == Some(SERVICE.0)));
        }
        page
    }

    fn span(&self, descending: bool) -> Span {
        let (mut first, mut last) = self.moments.span(Timestamp::default(), END_OF_TIME);
        if let Some(block) = self.block {
            first = first.max(Timestamp::from_secs(blocks::first_second(block)));
            last = last.min(blocks::end(block));
        }
        Span { first, last, descending, internal: self.internal }
    }

    fn admits(&self, candidate: &Candidate) -> bool {
        if !self.moments.admits(candidate.at) {
            return false;
        }
        if !self.senders.is_open() && !candidate.origin.sender().is_some_and(|num| self.senders.admits(num)) {
            return false;
        }
        let Some(block) = self.block else { return true };
        let position = candidate.origin.head().and_then(|head| head.position);
        position.is_some_and(|at| block == at.block && (self.index.is_none() || self.index == at.index))
    }

    /// The link to the rows beyond `last`; none if the range holds nothing beyond it.
    pub(super) fn next(&self, asked: &Asked<'_>, last: Timestamp, descending: bool) -> Option<String> {
        let (first, end) = self.moments.span(Timestamp::default(), END_OF_TIME);
        let spent = if descending { last <= first } else { last >= end };
        let looping = !self.moments.equal.is_empty();
        (looping || !spent).then(|| asked.link(&asked.query.next("timestamp", descending, &last.to_string())))
    }
}

fn block_number(value: &str) -> Option<u64> {
    let number = equal(value)?;
    match number.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => decimal(number),
    }
}

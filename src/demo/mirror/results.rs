//! `GET /contracts/{id}/results` and `/contracts/{id}/results/{timestamp}`.

use serde::Serialize;

use super::Asked;
use super::answer::{Answer, Refusal};
use super::filters::{Filter, is_time};
use super::names;
use super::query::{Known, LIMIT, ORDER, Query};
use super::quirks;
use super::result_shape::{Money, Row, Whole};
use crate::demo::ledger::blocks;
use crate::demo::ledger::contracts::{self, Contract, Quirk};
use crate::demo::ledger::execution::{Deed, Execution};
use crate::demo::ledger::results::find;
use crate::demo::ledger::results::listing::{self, Candidate, Span};
use crate::ledger::hex::HexBytes;
use crate::ledger::{ContractRef, Timestamp};

/// The system contract whose calls from within are listed, and the contract that makes them.
const SERVICE: (u64, u64) = (359, 5035);
/// Nanoseconds until a result is whole.
const UNTIL_WHOLE: u128 = 8_000_000_000;
/// The last moment that a timestamp can say.
const END_OF_TIME: Timestamp = Timestamp { seconds: 9_999_999_999, nanos: 999_999_999 };

const LIST: [Known; 9] = [
    LIMIT,
    ORDER,
    ("block.hash", |value| block_hash(value).is_some()),
    ("block.number", |value| block_number(value).is_some()),
    ("from", names::is_sender),
    ("internal", is_flag),
    ("timestamp", is_time),
    ("transaction.index", |value| {
        equal(value).is_some_and(|index| index.parse::<i32>().is_ok_and(|it| it >= 0))
    }),
    ("hbar", is_flag),
];

const ONE: [Known; 2] = [("coin", is_flag), ("hbar", is_flag)];

/// A page of a contract's results. A contract that is not there has none, which is no error.
pub(super) fn list(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let mut faults = Vec::new();
    let named = names::contract(name).map_err(|refusal| faults.push(refusal)).ok();
    if let Err(refusal) = asked.query.check(&LIST) {
        faults.push(refusal);
    }
    let (Some(named), true) = (named, faults.is_empty()) else { return Err(join(faults)) };
    let filter = ResultFilter::read(&asked.query)?;
    let descending = asked.query.descending(true);
    let limit = asked.query.limit();
    let contract = contracts::named(named);
    if let Some(page) = contract.and_then(|contract| quirks::page(contract, asked)) {
        return page;
    }
    let found = match contract {
        Some(contract) => filter.of_contract(contract, asked, descending, limit),
        None => filter.of_service(named, asked, descending, limit),
    };
    let last = found.last().map(|it| it.at).filter(|_| found.len() == limit);
    let next = last.and_then(|last| filter.next(asked, last, descending));
    let next = next.map(|next| contract.map_or(next.clone(), |it| quirks::next(it, asked, &found, next)));
    let rows = rows(&found, contract.map_or(Quirk::None, |contract| contract.quirk));
    Answer::page("results", &rows, next, 1)
}

/// A row with as many fields as its list gives.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum AnyRow {
    Usual(Box<Row>),
    Whole(Box<Whole>),
}

fn rows(found: &[Execution], quirk: Quirk) -> Vec<AnyRow> {
    let whole = |place: usize| quirk == Quirk::FullRows || (quirk == Quirk::MixedRows && place % 2 == 1);
    let row = |(place, it)| {
        if whole(place) {
            AnyRow::Whole(Box::new(Whole::row(it, Money::Tinybars)))
        } else {
            AnyRow::Usual(Box::new(Row::of(it)))
        }
    };
    found.iter().enumerate().map(row).collect()
}

/// One result by its exact moment. Any entity that took part in it can stand in the path.
pub(super) fn one(asked: &Asked<'_>, name: &str, moment: &str) -> Result<Answer, Refusal> {
    let mut faults = Vec::new();
    let named = names::contract(name).map_err(|refusal| faults.push(refusal)).ok();
    let at = Timestamp::parse(moment);
    if at.is_none() {
        faults.push(Refusal::parameter("timestamp"));
    }
    if let Err(refusal) = asked.query.check(&ONE) {
        faults.push(refusal);
    }
    let (Some(named), Some(at), true) = (named, at, faults.is_empty()) else { return Err(join(faults)) };
    let num = names::number(named).ok_or(Refusal::NotFound)?;
    let found = find::at(at, asked.now).into_iter().find(|it| takes_part(it, num));
    let found = found.map(|it| young(it, asked.now)).ok_or(Refusal::NotFound)?;
    let weibars = ONE.iter().any(|(name, _)| asked.query.last(name) == Some("false"));
    let money = if weibars { Money::Weibars } else { Money::Tinybars };
    let answer = Answer::record(&Whole::detail(&found, money), 600)?;
    Ok(if found.partial { answer.partial() } else { answer })
}

/// Every eighth result is not whole in its first seconds: no call result, no block.
fn young(it: Execution, now: Timestamp) -> Execution {
    if it.hash.first().is_some_and(|byte| byte % 8 == 0) && now.since(it.at) < UNTIL_WHOLE {
        let deed = Deed { output: Vec::new(), ..it.deed };
        return Execution { deed, partial: true, position: None, ..it };
    }
    it
}

fn takes_part(it: &Execution, num: u64) -> bool {
    it.contract == Some(num)
        || it.sender == num
        || it.id.payer.num == num
        || it.deed.logs.iter().any(|event| event.contract == num)
        || (it.contract.is_none() && it.deed.failed_initcode.is_some())
}

/// What a list is filtered by.
struct ResultFilter {
    moments: Filter<Timestamp>,
    senders: Filter<u64>,
    /// A block that is not there has a number that no block has.
    block: Option<u64>,
    index: Option<u64>,
    internal: bool,
}

impl ResultFilter {
    fn read(query: &Query) -> Result<Self, Refusal> {
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
            names::sender(super::filters::operator(value).map_or(value, |(_, name)| name))?;
        }
        let block = match (query.last("block.number"), query.last("block.hash")) {
            (Some(number), _) => block_number(number),
            (None, Some(hash)) => {
                Some(block_hash(hash).and_then(|hash| blocks::by_hash(hash.bytes())).unwrap_or(u64::MAX))
            }
            (None, None) => None,
        };
        Ok(Self {
            moments: Filter::read(query.all("timestamp"), Timestamp::parse),
            senders: Filter::read(query.all("from"), |name| names::sender(name).ok()),
            block,
            index: query.last("transaction.index").and_then(|index| index.parse().ok()),
            internal: query.last("internal") == Some("true"),
        })
    }

    /// The results of a contract that a page shows.
    fn of_contract(
        &self,
        contract: &Contract,
        asked: &Asked<'_>,
        descending: bool,
        limit: usize,
    ) -> Vec<Execution> {
        let span = self.span(descending);
        listing::candidates(contract, span, asked.world.results, asked.now)
            .filter(|candidate| self.admits(candidate))
            .take(limit)
            .filter_map(|candidate| candidate.origin.execution())
            .collect()
    }

    /// The calls of a system contract, all of which came from within; other names have none.
    fn of_service(
        &self,
        named: ContractRef,
        asked: &Asked<'_>,
        descending: bool,
        limit: usize,
    ) -> Vec<Execution> {
        let caller =
            contracts::by_num(SERVICE.1).filter(|_| self.internal && names::number(named) == Some(SERVICE.0));
        let Some(caller) = caller else { return Vec::new() };
        listing::inner(caller, self.span(descending), asked.now)
            .filter(|candidate| self.admits(candidate))
            .filter_map(|candidate| candidate.origin.execution())
            .filter(|it| it.contract == Some(SERVICE.0))
            .take(limit)
            .collect()
    }

    fn span(&self, descending: bool) -> Span {
        let (mut first, mut last) = self.moments.span(Timestamp::default(), END_OF_TIME);
        if let Some(block) = self.block {
            first = first.max(Timestamp::of(blocks::first_second(block)));
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
    fn next(&self, asked: &Asked<'_>, last: Timestamp, descending: bool) -> Option<String> {
        let (first, end) = self.moments.span(Timestamp::default(), END_OF_TIME);
        let spent = if descending { last <= first } else { last >= end };
        let looping = !self.moments.equal.is_empty();
        (looping || !spent).then(|| asked.link(&asked.query.next("timestamp", descending, &last.to_string())))
    }
}

fn join(faults: Vec<Refusal>) -> Refusal {
    let messages = faults.into_iter().flat_map(|fault| match fault {
        Refusal::Invalid(messages) => messages,
        Refusal::NotFound | Refusal::Internal => Vec::new(),
    });
    Refusal::Invalid(messages.collect())
}

/// A value that can only be compared for equality.
fn equal(value: &str) -> Option<&str> {
    match super::filters::operator(value)? {
        (super::filters::Operator::Eq, value) => Some(value),
        _ => None,
    }
}

fn is_flag(value: &str) -> bool {
    equal(value).is_some_and(|flag| flag == "true" || flag == "false")
}

fn block_number(value: &str) -> Option<u64> {
    let number = equal(value)?;
    match number.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => crate::ledger::entity_id::decimal(number),
    }
}

fn block_hash(value: &str) -> Option<HexBytes> {
    HexBytes::parse(equal(value)?).filter(|hash| hash.len() == 32 || hash.len() == 48)
}

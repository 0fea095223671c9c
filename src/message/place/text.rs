//! A place as text: the parts that a row parses, times in words (`contract/0.0.5001@2026-10-01`), and the texts that
//! describe a place.

use std::borrow::Cow;

use ledger::moment::Clock;
use ledger::query::{Op, ParameterFault, TimestampFilter};
use ledger::{ContractRef, EntityId, SystemEntity, Timestamp, moment};
use percent_encoding::percent_decode_str;
use verification::ChainId;

use super::{Place, PlaceFault, Row};
use crate::message::place::query_text;

/// A text whose path has the form of a row.
pub(super) struct Parts<'a> {
    /// The parts of the path where the form has capitals, in order.
    pub(super) open: Vec<&'a str>,
    /// The parameters.
    pub(super) pairs: &'a [(&'a str, &'a str)],
    /// The shard and realm that short ids are completed from.
    pub(super) home: EntityId,
}

impl<'a> Parts<'a> {
    /// An open part; empty if the text has fewer.
    pub(super) fn open(&self, at: usize) -> &'a str {
        self.open.get(at).copied().unwrap_or_default()
    }

    pub(super) fn contract(&self, at: usize) -> Result<ContractRef, PlaceFault> {
        self.contract_in(self.open(at))
    }

    pub(super) fn contract_in(&self, text: &str) -> Result<ContractRef, PlaceFault> {
        let fault = PlaceFault::Part("write a contract: an id such as 0.0.5001, or an EVM address");
        ContractRef::parse(text, self.home).ok_or(fault)
    }

    pub(super) fn chain(&self, at: usize) -> Result<ChainId, PlaceFault> {
        let fault = PlaceFault::Part("a chain id is 1 to 20 digits, such as 296");
        ChainId::parse(self.open(at)).ok_or(fault)
    }

    /// The parameters, as queries take them.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        self.pairs.iter().copied()
    }
}

/// A place as text.
#[derive(Default)]
pub(super) struct Description {
    /// The text that reads back.
    pub(super) text: String,
    /// What the place shows.
    pub(super) words: String,
    /// The contract that the place is about.
    pub(super) contract: Option<ContractRef>,
}

impl Description {
    pub(super) fn new(text: impl Into<String>, words: impl Into<String>) -> Self {
        Self { text: text.into(), words: words.into(), contract: None }
    }

    pub(super) fn about(self, contract: impl Into<Option<ContractRef>>) -> Self {
        Self { contract: contract.into(), ..self }
    }
}

/// The filters behind what they narrow: ` with order=asc`, or nothing.
pub(super) fn with_filters(pairs: &[(&str, String)]) -> String {
    let filters: Vec<String> = pairs.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    if filters.is_empty() { String::new() } else { format!(" with{}", filters.concat()) }
}

/// A contract, with the number in its address and what it is of the system.
pub(super) fn contract_words(contract: &ContractRef) -> String {
    match contract {
        ContractRef::Id(id) => format!("{id}{}", system_words(SystemEntity::by_id(*id))),
        ContractRef::Address(address) => {
            let entity = address.entity_num().map(|num| format!(" = entity {}", EntityId::from_num(num)));
            let system = system_words(SystemEntity::by_address(*address));
            format!("{}{}{system}", address.checksummed(), entity.unwrap_or_default())
        }
    }
}

/// What an entity of the system is, in brackets.
pub(super) fn system_words(entity: Option<SystemEntity>) -> String {
    entity.map(|entity| format!(" ({})", entity.summary())).unwrap_or_default()
}

/// The time of a version.
pub(super) fn time_words(filter: &TimestampFilter) -> String {
    let op = match filter.op {
        Op::Eq => "as of",
        Op::Gt => "valid after",
        Op::Gte => "valid from",
        Op::Lt => "valid before",
        Op::Lte => "valid up to",
        Op::Ne => "valid but at",
    };
    format!("{op} {}", filter.at.utc())
}

impl Place {
    /// Parses a place's text like [`Place::parse`], with times also in words.
    ///
    /// # Errors
    /// When a part or a parameter is invalid.
    pub fn parse_at(text: &str, home: EntityId, clock: &Clock) -> Result<Self, PlaceFault> {
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let parts: Vec<&str> = path.split('/').collect();
        let Some(row) = Row::all().find(|row| row.fill(&parts).is_some()) else {
            return Self::parse(text, home);
        };
        let pairs: Vec<(String, String)> =
            form_urlencoded::parse(query.as_bytes()).map(|(n, v)| (n.into_owned(), v.into_owned())).collect();
        let pairs = exact_pairs(pairs, row.at_one_time, clock)?;
        let pairs: Vec<(&str, String)> = pairs.iter().map(|(n, v)| (n.as_str(), v.clone())).collect();
        Self::parse(&format!("{}{}", exact_path(path, clock)?, query_text(&pairs)), home)
    }
}

/// The pairs with each time in words as the conditions that it means; with `as_of`, as the one point in time.
///
/// # Errors
/// Says which time cannot be read.
pub fn exact_pairs(
    pairs: Vec<(String, String)>,
    as_of: bool,
    clock: &Clock,
) -> Result<Vec<(String, String)>, PlaceFault> {
    let mut exact = Vec::new();
    for (name, value) in pairs {
        if name != "timestamp" || TimestampFilter::parse(&value).is_some() {
            exact.push((name, value));
        } else if as_of {
            exact.push((name, point(&value, clock)?.to_string()));
        } else {
            let filters = moment::filters(&value, clock).map_err(|fault| fault_of(fault.message))?;
            exact.extend(filters.iter().map(|filter| ("timestamp".to_owned(), filter.to_string())));
        }
    }
    Ok(exact)
}

/// The path with the time behind `@`, or that of a result or a transaction, made exact.
fn exact_path<'p>(path: &'p str, clock: &Clock) -> Result<Cow<'p, str>, PlaceFault> {
    let decoded = |text| percent_decode_str(text).decode_utf8_lossy();
    if let Some((contract, when)) = path.split_once('@').filter(|_| path.starts_with("contract/")) {
        let is_exact = when.split(',').all(|part| part.is_empty() || TimestampFilter::parse(part).is_some());
        return Ok(if is_exact {
            path.into()
        } else {
            format!("{contract}@{}", point(&decoded(when), clock)?).into()
        });
    }
    let is_timed = match path.split('/').collect::<Vec<_>>().as_slice() {
        ["result", _, _] => true,
        // An id has a dash or an `@` between its parts, and no blank.
        ["transaction", name] => decoded(name).contains(':') || second(name).is_some(),
        _ => false,
    };
    let Some((before, when)) = path.rsplit_once('/').filter(|_| is_timed) else { return Ok(path.into()) };
    let when = decoded(when);
    let when = second(&when).map_or(when, |at| format!("{at}..{}", at + 1).into());
    match moment::filters(&when, clock).as_deref() {
        Ok([TimestampFilter { op: Op::Eq, at }]) => Ok(format!("{before}/{at}").into()),
        // A minute, a second or a part of one: what happened then.
        Ok(range @ [_, ..]) => {
            let pairs: Vec<_> = range.iter().map(|filter| ("timestamp", filter.to_string())).collect();
            let list = before.strip_prefix("result/").map(|contract| format!("contract/{contract}/results"));
            Ok(format!("{}{}", list.as_deref().unwrap_or("transactions"), query_text(&pairs)).into())
        }
        _ => Ok(path.into()),
    }
}

/// Seconds alone, which mean all of that second.
fn second(text: &str) -> Option<u64> {
    Timestamp::parse(text).filter(|_| !text.contains('.')).map(|at| at.seconds)
}

fn point(text: &str, clock: &Clock) -> Result<Timestamp, PlaceFault> {
    moment::point(text, clock).map_err(|fault| fault_of(fault.message))
}

fn fault_of(message: String) -> PlaceFault {
    PlaceFault::Parameters(vec![ParameterFault::new("timestamp", message)])
}

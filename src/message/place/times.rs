//! Parses places with times in words (`contract/0.0.5001@2026-10-01`, `contract/0.0.5001/results?timestamp=last 2h`).

use std::borrow::Cow;

use ledger::moment::{self, Clock};
use ledger::query::{Op, ParameterFault, TimestampFilter};
use ledger::{EntityId, Timestamp};
use percent_encoding::percent_decode_str;

use super::{Place, PlaceFault, Row};
use crate::message::query_text::query_text;

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

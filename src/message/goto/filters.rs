//! Filters behind a list and its contract, if it is of one: by name, by word, and by time (`results 0.0.5001 from 0.0.1002 last 2h`).

use ledger::ContractRef;
use ledger::moment;
use ledger::paste::{Shape, shapes};
use ledger::query::BlockNumber;

use super::{GoToContext, GoToFault, Reading, time};
use crate::message::place::Row;

/// The page of this row, narrowed by the words of `text`.
pub(super) fn parse_filters(
    row: &Row,
    contract: Option<ContractRef>,
    text: &str,
    ctx: &GoToContext<'_>,
) -> Result<Vec<Reading>, GoToFault> {
    let (mut pairs, when) = split_words(text, ctx);
    if let Some(word) = when.first().filter(|word| !time::may_begin(word)) {
        return Err(GoToFault::NoFilter { word: (*word).to_owned(), takes: row.filters });
    }
    let when = when.join(" ");
    if row.at_one_time && !when.is_empty() {
        pairs.push(("timestamp", time::point(&when, ctx)?.to_string()));
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

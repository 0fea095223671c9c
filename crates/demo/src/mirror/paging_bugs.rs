//! Misleading pages: errors in `links.next` of some lists.

use std::sync::Arc;

use ledger::Timestamp;

use super::{Answer, Asked, Refusal};
use crate::simulation::contracts::{Contract, PagingBug};
use crate::simulation::execution::Execution;

/// A page that is answered without looking at any row.
pub(super) fn page(contract: &Contract, asked: &Asked<'_>) -> Option<Result<Answer, Refusal>> {
    let bound = bound(asked)?;
    // A bound that is the exact moment of a row is one that a page gave; the empty page gives another.
    (contract.paging == Some(PagingBug::EmptyPage) && contract.stream(1).index_of(bound).is_some()).then(
        || {
            let nanos = u64::try_from(bound.as_nanos()).unwrap_or(0).saturating_sub(1);
            let next = asked.query.next("timestamp", true, &Timestamp::from_nanos(nanos).to_string());
            Answer::page("results", &[(); 0], Some(asked.link(&next)), 1)
        },
    )
}

pub(super) fn next(contract: &Contract, asked: &Asked<'_>, found: &[Arc<Execution>], next: String) -> String {
    let first = found.first().map_or(Timestamp::default(), |it| it.at);
    match contract.paging {
        Some(PagingBug::AbsoluteNext) => format!("http://{}{next}", asked.host),
        Some(PagingBug::ForeignNext) => format!("http://elsewhere.invalid{next}"),
        Some(PagingBug::RepeatedNext) if bound(asked).is_some() => asked.link(&asked.query.to_text()),
        Some(PagingBug::BackwardNext) if bound(asked).is_some() => {
            let newer = Timestamp { seconds: first.seconds + contract.every * 10, ..first };
            asked.link(&asked.query.next("timestamp", true, &newer.to_string()))
        }
        _ => next,
    }
}

/// The upper bound of the moments, which all pages but the first have.
fn bound(asked: &Asked<'_>) -> Option<Timestamp> {
    asked.query.all("timestamp").find_map(|value| Timestamp::parse(value.strip_prefix("lt:")?))
}

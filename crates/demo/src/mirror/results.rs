//! `GET /contracts/{id}/results`, `/contracts/results`, `/contracts/{id}/results/{timestamp}` and `/contracts/results/{transactionIdOrHash}`.

use std::sync::Arc;

use ledger::Timestamp;
use serde::Serialize;

use super::filters::{Known, is_flag};
use super::names::{NONCE, ResultName};
use super::result_filter::{LIST, ResultFilter};
use super::result_shape::{Row, WholeResult};
use super::{Answer, Asked, Refusal, names, paging_bugs};
use crate::simulation::contracts::{self, PagingBug};
use crate::simulation::execution::{Call, Execution, WEIBARS};
use crate::simulation::results::lookup;

/// Nanoseconds until a result is whole.
const UNTIL_WHOLE: u128 = 8_000_000_000;

/// Real servers accept the unit under this name only, despite their documentation.
const ONE: [Known; 1] = [("hbar", is_flag)];
const NAMED: [Known; 2] = [("hbar", is_flag), NONCE];

/// A page of a contract's results. A contract that is not there has none, which is no error.
pub(super) fn list(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let mut faults = Vec::new();
    let named = names::contract(name).map_err(|refusal| faults.push(refusal)).ok();
    if let Err(refusal) = asked.query.check(&LIST) {
        faults.push(refusal);
    }
    let (Some(named), true) = (named, faults.is_empty()) else { return Err(join(faults)) };
    let filter = ResultFilter::from_query(&asked.query)?;
    let descending = asked.query.descending(true);
    let contract = contracts::named(named);
    if let Some(page) = contract.and_then(|contract| paging_bugs::page(contract, asked)) {
        return page;
    }
    let found = filter.page(Some(named), asked, descending);
    let last = found.last().map(|it| it.at).filter(|_| found.len() == asked.query.limit());
    let next = last.and_then(|last| filter.next(asked, last, descending));
    let next =
        next.map(|next| contract.map_or(next.clone(), |it| paging_bugs::next(it, asked, &found, next)));
    let rows = rows(&found, contract.and_then(|contract| contract.paging));
    Answer::page("results", &rows, next, 1)
}

/// A page of the results of all contracts, whose rows have all but logs and state changes.
pub(super) fn everywhere(asked: &Asked<'_>) -> Result<Answer, Refusal> {
    asked.query.check(&LIST)?;
    let filter = ResultFilter::from_query(&asked.query)?;
    let descending = asked.query.descending(true);
    let found = filter.page(None, asked, descending);
    let last = found.last().map(|it| it.at).filter(|_| found.len() == asked.query.limit());
    let next = last.and_then(|last| filter.next(asked, last, descending));
    let rows: Vec<WholeResult> = found.iter().map(|it| WholeResult::row(it, unit(asked))).collect();
    Answer::page("results", &rows, next, 10)
}

/// The weibars of the requested unit.
fn unit(asked: &Asked<'_>) -> u128 {
    let weibars = ONE.iter().any(|(name, _)| asked.query.last(name) == Some("false"));
    if weibars { 1 } else { WEIBARS }
}

/// A row with as many fields as its list gives.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum AnyRow {
    Usual(Box<Row>),
    Whole(Box<WholeResult>),
}

fn rows(found: &[Arc<Execution>], bug: Option<PagingBug>) -> Vec<AnyRow> {
    let whole = |place: usize| match bug {
        Some(PagingBug::FullRows) => true,
        Some(PagingBug::MixedRows) => place % 2 == 1,
        _ => false,
    };
    let row = |(place, it): (usize, &Arc<Execution>)| {
        if whole(place) {
            AnyRow::Whole(Box::new(WholeResult::row(it, WEIBARS)))
        } else {
            AnyRow::Usual(Box::new(Row::new(it)))
        }
    };
    found.iter().enumerate().map(row).collect()
}

/// One result by its exact timestamp. The path may hold any entity that took part in it.
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
    let found = lookup::results_at(at, asked.now).into_iter().find(|it| takes_part(it, num));
    whole_result(asked, found.ok_or(Refusal::NotFound)?)
}

/// One result by its transaction's id, or by its hash.
pub(super) fn named(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let name = ResultName::parse(name)?;
    asked.query.check(&NAMED)?;
    whole_result(asked, name.find(asked).ok_or(Refusal::NotFound)?)
}

/// A result with its logs and state changes, in the requested unit.
fn whole_result(asked: &Asked<'_>, found: Arc<Execution>) -> Result<Answer, Refusal> {
    let found = young(found, asked.now);
    let answer = Answer::record(&WholeResult::detail(&found, unit(asked)), 600)?;
    Ok(if found.partial { answer.partial() } else { answer })
}

/// Every eighth result is not whole in its first seconds: no call result, no block.
fn young(it: Arc<Execution>, now: Timestamp) -> Arc<Execution> {
    if it.hash.first().is_some_and(|byte| byte % 8 == 0) && now.since(it.at) < UNTIL_WHOLE {
        let call = Call { output: Vec::new(), ..it.call.clone() };
        return Arc::new(Execution { call, partial: true, position: None, ..Execution::clone(&it) });
    }
    it
}

/// Whether the entity with this number had a part in it.
fn takes_part(it: &Execution, num: u64) -> bool {
    it.contract == Some(num)
        || it.sender == num
        || it.id.payer.num == num
        || it.call.logs.iter().any(|event| event.contract == num)
        // A failed creation has no name, so any name matches.
        || (it.contract.is_none() && it.call.failed_initcode.is_some())
}

fn join(faults: Vec<Refusal>) -> Refusal {
    let messages = faults.into_iter().flat_map(|fault| match fault {
        Refusal::Invalid(messages) => messages,
        Refusal::NotFound | Refusal::Call { .. } | Refusal::Status(_) | Refusal::Internal => Vec::new(),
    });
    Refusal::Invalid(messages.collect())
}

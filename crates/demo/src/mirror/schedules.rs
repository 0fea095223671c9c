//! `GET /schedules` and `GET /schedules/{id}`.

use ledger::ContractRef;
use serde_json::{Map, Value, json};

use super::filters::{Filter, Known, LIMIT, ORDER, Query, operator};
use super::{Answer, Asked, Refusal, names};
use crate::simulation::{id, schedules};

const LIST: [Known; 4] = [LIMIT, ORDER, ("account.id", is_entity), ("schedule.id", is_entity)];
/// A creator whose list of schedules is no list.
const NO_LIST: u64 = 1099;

/// A page of the schedules, oldest first unless asked otherwise.
pub(super) fn list(asked: &Asked<'_>) -> Result<Answer, Refusal> {
    asked.query.check(&LIST)?;
    let creators = numbers(&asked.query, "account.id");
    if creators.equal.contains(&NO_LIST) {
        return Answer::record(&json!({ "schedules": { "note": "no list" }, "links": { "next": null } }), 10);
    }
    let ids = numbers(&asked.query, "schedule.id");
    let (descending, limit) = (asked.query.descending(false), asked.query.limit());
    // Several equal conditions are all to be met here, unlike in other lists.
    let possible = |filter: &Filter<u64>| filter.equal.iter().all(|one| filter.equal.first() == Some(one));
    let mut found = schedules::listed(asked.now);
    if descending {
        found.reverse();
    }
    found.retain(|it| {
        possible(&creators) && possible(&ids) && creators.admits(it.creator) && ids.admits(it.num)
    });
    found.truncate(limit);
    let last = found.last().map(|it| id(it.num));
    let rows: Vec<Map<String, Value>> = found.iter().map(|it| it.to_json(asked.now)).collect();
    asked.page("schedules", &rows, ("schedule.id", descending, last), 10)
}

pub(super) fn one(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let id = names::entity(name).ok_or_else(|| Refusal::parameter("scheduleid"))?;
    asked.query.check(&[])?;
    let num = names::number(ContractRef::Id(id));
    let found = num.and_then(|num| schedules::by_num(num, asked.now)).ok_or(Refusal::NotFound)?;
    Answer::record(&found.to_json(asked.now), if found.is_settled(asked.now) { 3600 } else { 1 })
}

fn is_entity(value: &str) -> bool {
    operator(value).is_some_and(|(_, name)| names::is_sender(name))
}

fn numbers(query: &Query, name: &'static str) -> Filter<u64> {
    Filter::parse(query.all(name), |name| Some(names::sender(name).unwrap_or(0)))
}

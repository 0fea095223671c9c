//! `GET /contracts` and `GET /contracts/{id}`.

use alloy_primitives::hex;
use ledger::{EvmAddress, Timestamp};
use serde_json::{Map, Value, json};

use super::Asked;
use super::answer::{Answer, Refusal};
use super::filters::{Filter, is_time, operator};
use super::names;
use super::query::{Known, LIMIT, ORDER};
use crate::simulation::contracts::versions::{Version, versions};
use crate::simulation::contracts::{self, Contract};

const LIST: [Known; 3] = [LIMIT, ORDER, ("contract.id", |value| number(value).is_some())];
const ONE: [Known; 1] = [("timestamp", is_time)];

/// A page of all contracts in their current state.
pub(super) fn list(asked: &Asked<'_>) -> Result<Answer, Refusal> {
    asked.query.check(&LIST)?;
    let filter: Filter<u64> = Filter::parse(asked.query.all("contract.id"), number);
    let (descending, limit) = (asked.query.descending(true), asked.query.limit());
    let admitted =
        |contract: &&'static Contract| filter.admits(contract.num) && contract.created() <= asked.now;
    let mut page: Vec<&'static Contract> = contracts::all().filter(admitted).collect();
    if descending {
        page.reverse();
    }
    page.truncate(limit);
    let rows: Vec<Map<String, Value>> = page
        .iter()
        .filter_map(|contract| versions(contract, asked.now).pop())
        .map(|version| version.to_json())
        .collect();
    let last = page.last().map(|last| last.id().to_string());
    asked.page("contracts", &rows, ("contract.id", descending, last), 10)
}

/// One contract with its bytecode, now or at the requested time.
pub(super) fn one(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let named = names::contract(name)?;
    asked.query.check(&ONE)?;
    let contract = contracts::named(named).filter(|it| it.created() <= asked.now).ok_or(Refusal::NotFound)?;
    let filter = Filter::parse(asked.query.all("timestamp"), Timestamp::parse);
    let touched = |version: &Version| filter.touches(version.from, version.to);
    let version = versions(contract, asked.now).into_iter().rev().find(touched).ok_or(Refusal::NotFound)?;
    let code = contract.deployed();
    let mut body = version.to_json();
    body.insert("bytecode".to_owned(), json!(hex::encode_prefixed(code.creation)));
    body.insert("runtime_bytecode".to_owned(), json!(hex::encode_prefixed(code.runtime)));
    Answer::record(&body, 1)
}

/// The number that a value of `contract.id` means; an address only without `0x`, and only a known one.
fn number(value: &str) -> Option<u64> {
    let (_, name) = operator(value)?;
    if let Some(id) = names::entity(name) {
        return Some(id.num);
    }
    let address = EvmAddress::parse_any_case(name).ok().filter(|_| !name.starts_with("0x"))?;
    Some(contracts::by_address(address).map_or(0, |contract| contract.num))
}

//! `GET /contracts`, `GET /contracts/{id}` and `GET /contracts/{id}/state`.

use alloy_primitives::hex;
use ledger::{EvmAddress, Timestamp};
use serde_json::{Map, Value, json};

use super::filters::{Filter, Known, LIMIT, ORDER, compared, is_time, operator, word};
use super::{Answer, Asked, Refusal, names};
use crate::simulation::abi::Word;
use crate::simulation::contracts::versions::{Version, versions};
use crate::simulation::contracts::{Contract, address_of};
use crate::simulation::{contracts, id, storage};

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

const STATE: [Known; 4] = [
    LIMIT,
    ORDER,
    ("slot", |value| compared(value).and_then(word).is_some()),
    ("timestamp", |value| compared(value).is_some_and(|at| Timestamp::parse(at).is_some())),
];

/// A page of slots. With a timestamp, the storage at that time.
pub(super) fn state(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let named = names::contract(name)?;
    asked.query.check(&STATE)?;
    let moments: Filter<Timestamp> = Filter::parse(asked.query.all("timestamp"), Timestamp::parse);
    let slots: Filter<Word> = Filter::parse(asked.query.all("slot"), word);
    let (_, last) = moments.span(Timestamp::default(), asked.now);
    let (descending, limit) = (asked.query.descending(false), asked.query.limit());
    let num = names::number(named);
    let lying = num.map(|num| storage::as_of(num, last, asked.world.results, asked.now)).unwrap_or_default();
    let admitted = |at: Timestamp| !moments.equal.is_empty() || moments.admits(at);
    let mut found: Vec<(Word, storage::Lying)> =
        lying.into_iter().filter(|(slot, lies)| slots.admits(*slot) && admitted(lies.at)).collect();
    if descending {
        found.reverse();
    }
    found.truncate(limit);
    let last = found.last().map(|(slot, _)| hex::encode_prefixed(slot));
    let contract = num.unwrap_or_default();
    // Zeros are listed, too.
    let rows: Vec<Value> = found
        .into_iter()
        .map(|(slot, lies)| {
            json!({
                "address": address_of(contract).to_string(),
                "contract_id": id(contract),
                "timestamp": lies.at.to_string(),
                "slot": hex::encode_prefixed(slot),
                "value": hex::encode_prefixed(lies.value),
            })
        })
        .collect();
    asked.page("state", &rows, ("slot", descending, last), 1)
}

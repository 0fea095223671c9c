//! `GET /contracts/{id}/state`: a contract's storage.

use alloy_primitives::hex;
use ledger::Timestamp;
use serde_json::{Value, json};

use super::Asked;
use super::answer::{Answer, Refusal};
use super::filters::{Filter, compared, word};
use super::names;
use super::query::{Known, LIMIT, ORDER};
use crate::simulation::abi::Word;
use crate::simulation::contracts::address_of;
use crate::simulation::{id, storage};

const LIST: [Known; 4] = [
    LIMIT,
    ORDER,
    ("slot", |value| compared(value).and_then(word).is_some()),
    ("timestamp", |value| compared(value).is_some_and(|at| Timestamp::parse(at).is_some())),
];

/// A page of slots. With a timestamp, the storage at that time.
pub(super) fn list(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let named = names::contract(name)?;
    asked.query.check(&LIST)?;
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

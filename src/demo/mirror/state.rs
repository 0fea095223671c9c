//! `GET /contracts/{id}/state`: what lies in a contract's storage.

use alloy_primitives::hex;
use serde::Serialize;

use super::Asked;
use super::answer::{Answer, Refusal};
use super::filters::{Filter, Operator, operator};
use super::names;
use super::query::{Known, LIMIT, ORDER};
use super::result_shape::id;
use crate::demo::ledger::abi::Word;
use crate::demo::ledger::contracts::address_of;
use crate::demo::ledger::storage;
use crate::ledger::Timestamp;
use crate::ledger::hex::HexBytes;

const LIST: [Known; 4] = [
    LIMIT,
    ORDER,
    ("slot", |value| slot(value).is_some()),
    ("timestamp", |value| compared(value).is_some_and(|at| Timestamp::parse(at).is_some())),
];

/// A slot in a list. Zeros are listed as what they are.
#[derive(Debug, Serialize)]
struct Row {
    address: String,
    contract_id: String,
    timestamp: String,
    slot: String,
    value: String,
}

/// A page of slots. A moment that is asked for means the storage as it was then.
pub(super) fn list(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let named = names::contract(name)?;
    asked.query.check(&LIST)?;
    let moments: Filter<Timestamp> = Filter::read(asked.query.all("timestamp"), Timestamp::parse);
    let slots: Filter<Word> = Filter::read(asked.query.all("slot"), word);
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
    let last = found.last().filter(|_| found.len() == limit).map(|(slot, _)| hex::encode_prefixed(slot));
    let next = last.map(|last| asked.link(&asked.query.next("slot", descending, &last)));
    let contract = num.unwrap_or_default();
    let rows: Vec<Row> = found
        .into_iter()
        .map(|(slot, lies)| Row {
            address: address_of(contract).to_string(),
            contract_id: id(contract),
            timestamp: lies.at.to_string(),
            slot: hex::encode_prefixed(slot),
            value: hex::encode_prefixed(lies.value),
        })
        .collect();
    Answer::page("state", &rows, next, 1)
}

fn compared(value: &str) -> Option<&str> {
    operator(value).filter(|(how, _)| *how != Operator::Ne).map(|(_, value)| value)
}

fn slot(value: &str) -> Option<Word> {
    compared(value).and_then(word)
}

/// A slot, whose leading zeros may be left out.
fn word(value: &str) -> Option<Word> {
    let digits = value.strip_prefix("0x").unwrap_or(value);
    let padded = (1..=64).contains(&digits.len()).then(|| format!("{digits:0>64}"))?;
    HexBytes::parse(&padded)?.bytes().try_into().ok()
}

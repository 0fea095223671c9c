//! `GET /blocks/{hashOrNumber}`.

use alloy_primitives::hex;
use ledger::Timestamp;
use ledger::entity_id::decimal;
use serde_json::{Value, json};

use super::Asked;
use super::answer::{Answer, Refusal};
use super::filters::hash;
use super::result_shape::bloom_of;
use crate::simulation::results::listing::Span;
use crate::simulation::results::logged;
use crate::simulation::{blocks, transactions};

/// The version of the ledger's API.
const VERSION: &str = "0.75.1";
/// Bytes of a block's file per transaction, and of its head.
const TRANSACTION_BYTES: usize = 2_104;
const HEAD_BYTES: usize = 4_096;

/// A block that is complete. Its height is written in decimal digits here, though lists take hex, too.
pub(super) fn one(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let by_hash = || hash(name).map(|hash| blocks::by_hash(hash.bytes()).unwrap_or(u64::MAX));
    let number = decimal(name).or_else(by_hash).ok_or_else(|| Refusal::parameter("hashOrNumber"))?;
    asked.query.check(&[])?;
    let complete = blocks::end(number) <= asked.now;
    if !complete {
        return Err(Refusal::NotFound);
    }
    Answer::record(&shape(number, asked), 600)
}

fn shape(number: u64, asked: &Asked<'_>) -> Value {
    let (first, last) = (Timestamp::from_secs(blocks::first_second(number)), blocks::end(number));
    let (results, now) = (asked.world.results, asked.now);
    let times: Vec<Timestamp> =
        transactions::between(first, last, false, results, now).map(|entry| entry.at).collect();
    let span = Span { first, last, descending: false, internal: false };
    let ran: Vec<_> = logged::candidates(None, span, results, now)
        .filter_map(|candidate| candidate.origin.execution())
        .collect();
    let gas = ran.iter().filter_map(|it| it.gas_used).max().unwrap_or(0);
    json!({
        "count": times.len(),
        "gas_used": if times.is_empty() { 0 } else { blocks::gas_used(number, gas) },
        "hapi_version": VERSION,
        "hash": hex::encode_prefixed(blocks::hash(number)),
        "logs_bloom": bloom_of(&ran),
        "name": format!("{}.rcd.gz", first.utc().replace([' ', ':'], "_")),
        "number": number,
        "previous_hash": hex::encode_prefixed(blocks::hash(number.saturating_sub(1))),
        "size": HEAD_BYTES + times.len() * TRANSACTION_BYTES,
        "timestamp": {
            "from": first.to_string(),
            "to": times.last().copied().unwrap_or(last).to_string(),
        },
    })
}

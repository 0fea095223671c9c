//! `GET /blocks/{hashOrNumber}`, `GET /network/exchangerate` and `GET /network/fees`.

use alloy_primitives::hex;
use ledger::Timestamp;
use ledger::entity_id::decimal;
use serde_json::{Value, json};

use super::filters::{Filter, hash, is_time};
use super::result_shape::bloom_of;
use super::{Answer, Asked, Refusal};
use crate::simulation::results::envelope::GAS_PRICE;
use crate::simulation::results::listing::Span;
use crate::simulation::results::logged;
use crate::simulation::{blocks, rates, transactions};

/// The version of the ledger's API.
const VERSION: &str = "0.75.1";
/// Bytes of a block's file per transaction, and of its head.
const TRANSACTION_BYTES: usize = 2_104;
const HEAD_BYTES: usize = 4_096;

/// A block that is complete. Its height is written in decimal digits here, though lists take hex, too.
pub(super) fn block(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
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

/// The rate in effect at the requested time.
pub(super) fn exchange_rate(asked: &Asked<'_>) -> Result<Answer, Refusal> {
    asked.query.check(&[("timestamp", is_time)])?;
    let filter = Filter::parse(asked.query.all("timestamp"), Timestamp::parse);
    let (_, last) = filter.span(Timestamp::default(), asked.now);
    let hour = rates::last_set(last.min(asked.now));
    let set_at = rates::set_at(hour);
    if !filter.is_open() && filter.equal.is_empty() && !filter.admits(set_at) {
        return Err(Refusal::NotFound);
    }
    let body = json!({
        "current_rate": rate(hour),
        "next_rate": rate(hour + 1),
        "timestamp": set_at.to_string(),
    });
    Answer::record(&body, 60)
}

fn rate(hour: u64) -> Value {
    json!({
        "cent_equivalent": rates::cents(hour),
        "expiration_time": rates::end(hour).seconds,
        "hbar_equivalent": rates::COINS,
    })
}

/// The fees in effect at the requested time.
pub(super) fn fees(asked: &Asked<'_>) -> Result<Answer, Refusal> {
    asked.query.check(&[("timestamp", is_time)])?;
    let filter = Filter::parse(asked.query.all("timestamp"), Timestamp::parse);
    let (_, last) = filter.span(Timestamp::default(), asked.now);
    let set_at = rates::set_at(rates::last_set(last.min(asked.now)));
    let fee = |kind: &str| json!({ "gas": GAS_PRICE, "transaction_type": kind });
    let fees = ["ContractCall", "ContractCreate", "EthereumTransaction"].map(fee);
    Answer::record(&json!({ "fees": fees, "timestamp": set_at.to_string() }), 60)
}

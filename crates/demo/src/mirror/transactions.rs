//! `GET /transactions/{id}` and `GET /transactions/{hash}`.

use alloy_primitives::hex;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ledger::TransactionId;
use serde_json::{Map, Value, json};

use super::Asked;
use super::answer::{Answer, Refusal};
use super::query::Known;
use crate::simulation::transactions;

const PARAMETERS: [Known; 2] = [
    ("nonce", |value| value.parse::<i32>().is_ok_and(|nonce| nonce >= 0)),
    ("scheduled", |value| value == "true" || value == "false"),
];
/// The server's error for a name that is neither an id nor a hash.
pub(super) const NO_ID: &str = "Invalid Transaction id. Please use \"shard.realm.num-sss-nnn\" format where sss are seconds and nnn are nanoseconds";

/// All transactions that share an id, or those of a hash. These lists have no links.
pub(super) fn family(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let id = TransactionId::parse(name).filter(|_| !name.contains('@'));
    let hash = if id.is_none() { hash(name) } else { None };
    if id.is_none() && hash.is_none() {
        return Err(Refusal::Invalid(vec![NO_ID.to_owned()]));
    }
    asked.query.check(&PARAMETERS)?;
    let nonce = asked.query.last("nonce").and_then(|nonce| nonce.parse::<u64>().ok());
    let scheduled = asked.query.last("scheduled").map(|flag| flag == "true");
    let of_id = id.map(|id| transactions::family(id, asked.now));
    let of_hash = || hash.map(|hash| transactions::by_hash(&hash, asked.world.results, asked.now));
    let mut found = of_id.or_else(of_hash).unwrap_or_default();
    found.retain(|it| nonce.is_none_or(|nonce| it["nonce"] == nonce));
    found.retain(|it| scheduled.is_none_or(|scheduled| it["scheduled"] == scheduled));
    if found.is_empty() {
        return Err(Refusal::NotFound);
    }
    let waits = is_waiting(&found);
    Answer::record(&json!({ "transactions": found }), if waits { 5 } else { 600 })
}

/// Whether a schedule was made that has not been executed.
fn is_waiting(found: &[Map<String, Value>]) -> bool {
    let makes = found.iter().any(|it| it["name"] == "SCHEDULECREATE" && it["result"] == "SUCCESS");
    makes && !found.iter().any(|it| it["scheduled"] == true)
}

/// A hash of 48 bytes: 96 hex digits, or 64 characters of base64url. For 64 hex digits pass for the latter.
fn hash(name: &str) -> Option<[u8; 48]> {
    let digits = name.strip_prefix("0x").unwrap_or(name);
    let bytes = match digits.len() {
        96 => hex::decode(digits).ok(),
        _ => BASE64_URL_SAFE_NO_PAD.decode(name).ok(),
    };
    bytes?.try_into().ok()
}

//! `GET /transactions/{id}`.

use serde_json::{Map, Value, json};

use super::Asked;
use super::answer::{Answer, Refusal};
use super::query::Known;
use crate::demo::ledger::transactions;
use crate::ledger::TransactionId;

const PARAMETERS: [Known; 2] = [
    ("nonce", |value| value.parse::<i32>().is_ok_and(|nonce| nonce >= 0)),
    ("scheduled", |value| value == "true" || value == "false"),
];
/// What the server says to what is neither an id nor a hash.
pub(super) const NO_ID: &str = "Invalid Transaction id. Please use \"shard.realm.num-sss-nnn\" format where sss are seconds and nnn are nanoseconds";
/// Characters of a 48-byte hash as base64url, and as hex.
const HASH: (usize, usize) = (64, 96);

/// All transactions that share an id. Lists of them have no links.
pub(super) fn family(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let id = TransactionId::parse(name).filter(|_| !name.contains('@'));
    // A hash is a good name, but this network keeps no index of them. Sixty-four hex digits pass for base64.
    let Some(id) = id else {
        return Err(if is_hash(name) { Refusal::NotFound } else { Refusal::Invalid(vec![NO_ID.to_owned()]) });
    };
    asked.query.check(&PARAMETERS)?;
    let nonce = asked.query.last("nonce").and_then(|nonce| nonce.parse::<u64>().ok());
    let scheduled = asked.query.last("scheduled").map(|flag| flag == "true");
    let mut found = transactions::family(id, asked.now);
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

fn is_hash(name: &str) -> bool {
    let hex = name.strip_prefix("0x").unwrap_or(name);
    let in_hex = hex.len() == HASH.1 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    let in_base64 = name.len() == HASH.0
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    in_hex || in_base64
}

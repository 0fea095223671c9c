//! `GET /transactions`, `GET /transactions/{id}` and `GET /transactions/{hash}`.

use alloy_primitives::hex;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ledger::{EntityId, Timestamp, TransactionId};
use serde_json::{Map, Value, json};

use super::filters::{END_OF_TIME, Filter, Known, LIMIT, ORDER, equal, is_time, operator};
use super::names::NO_ID;
use super::{Answer, Asked, Refusal, names};
use crate::simulation::transactions;

const PARAMETERS: [Known; 2] = [
    ("nonce", |value| value.parse::<i32>().is_ok_and(|nonce| nonce >= 0)),
    ("scheduled", |value| value == "true" || value == "false"),
];

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

/// The most transactions that one request searches; a link continues from there, even from an empty page.
const MAX_ROWS_SEARCHED: usize = 2_000;

/// The types that the server knows.
const TYPES: &str = "ATOMICBATCH CONSENSUSCREATETOPIC CONSENSUSSUBMITMESSAGE CONTRACTCALL CONTRACTCREATEINSTANCE \
    CONTRACTDELETEINSTANCE CONTRACTUPDATEINSTANCE CRYPTOAPPROVEALLOWANCE CRYPTOCREATEACCOUNT \
    CRYPTODELETE CRYPTOTRANSFER CRYPTOUPDATEACCOUNT ETHEREUMTRANSACTION FILECREATE SCHEDULECREATE \
    SCHEDULEDELETE SCHEDULESIGN TOKENASSOCIATE TOKENBURN TOKENCREATION TOKENDISSOCIATE TOKENMINT \
    TOKENWIPE UTILPRNG";

/// Results that count as a success.
const SUCCESSES: [&str; 3] =
    ["SUCCESS", "SUCCESS_BUT_MISSING_EXPECTED_OPERATION", "FEE_SCHEDULE_FILE_PART_UPLOADED"];

const LIST: [Known; 7] = [
    LIMIT,
    ORDER,
    ("account.id", names::is_sender),
    ("timestamp", is_time),
    ("transactiontype", |value| equal(value).is_some_and(|name| known(name).is_some())),
    ("result", |value| ["success", "fail"].iter().any(|word| word.eq_ignore_ascii_case(value))),
    ("type", |value| ["credit", "debit"].iter().any(|word| word.eq_ignore_ascii_case(value))),
];

pub(super) fn list(asked: &Asked<'_>) -> Result<Answer, Refusal> {
    asked.query.check(&LIST)?;
    let moments: Filter<Timestamp> = Filter::parse(asked.query.all("timestamp"), Timestamp::parse);
    // Two different timestamps cannot both be equal.
    let possible = moments.equal.iter().all(|one| moments.equal.first() == Some(one));
    let (first, last) = moments.span(Timestamp::default(), END_OF_TIME);
    let (descending, limit) = (asked.query.descending(true), asked.query.limit());
    let wanted = Wanted::from_query(asked);
    let mut looked = 0;
    let mut end = None;
    let mut rows = Vec::new();
    if possible && first <= last {
        for entry in transactions::between(first, last, descending, asked.world.results, asked.now) {
            looked += 1;
            end = Some(entry.at);
            if moments.admits(entry.at) {
                rows.extend(Some(entry.to_json()).filter(|row| wanted.admits(row)));
            }
            if rows.len() == limit || looked == MAX_ROWS_SEARCHED {
                break;
            }
        }
    }
    let more = rows.len() == limit || looked == MAX_ROWS_SEARCHED;
    let next = end.filter(|_| more);
    let next = next.map(|end| asked.link(&asked.query.next("timestamp", descending, &end.to_string())));
    Answer::page("transactions", &rows, next, 2)
}

struct Wanted {
    accounts: Filter<u64>,
    kinds: Vec<&'static str>,
    succeeded: Option<bool>,
    credited: Option<bool>,
}

impl Wanted {
    fn from_query(asked: &Asked<'_>) -> Self {
        let said = |name, word: &str| asked.query.last(name).map(|value| value.eq_ignore_ascii_case(word));
        Self {
            accounts: Filter::parse(asked.query.all("account.id"), |name| {
                Some(names::sender(name).unwrap_or(0))
            }),
            kinds: asked.query.all("transactiontype").filter_map(|value| known(operator(value)?.1)).collect(),
            succeeded: said("result", "success"),
            credited: said("type", "credit"),
        }
    }

    fn admits(&self, row: &Map<String, Value>) -> bool {
        let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default();
        if !self.kinds.is_empty() && !self.kinds.contains(&text("name")) {
            return false;
        }
        if self.succeeded.is_some_and(|wanted| wanted != SUCCESSES.contains(&text("result"))) {
            return false;
        }
        if self.accounts.is_open() && self.credited.is_none() {
            return true;
        }
        let moves = ["transfers", "token_transfers"].into_iter().filter_map(|name| row.get(name)?.as_array());
        moves.flatten().any(|it| {
            let id = it.get("account").and_then(Value::as_str).and_then(EntityId::parse);
            let credit = it.get("amount").and_then(Value::as_i64).unwrap_or(0) > 0;
            id.is_some_and(|id| self.accounts.admits(id.num))
                && self.credited.is_none_or(|wanted| wanted == credit)
        })
    }
}

/// A type's canonical name; case is ignored.
fn known(name: &str) -> Option<&'static str> {
    TYPES.split(' ').find(|known| known.eq_ignore_ascii_case(name))
}

//! `GET /transactions`: all transactions in the order of time.

use ledger::{EntityId, Timestamp};
use serde_json::{Map, Value};

use super::Asked;
use super::answer::{Answer, Refusal};
use super::filters::{END_OF_TIME, Filter, equal, is_time, operator};
use super::names;
use super::query::{Known, LIMIT, ORDER};
use crate::simulation::transactions;

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

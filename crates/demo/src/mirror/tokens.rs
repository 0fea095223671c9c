//! `GET /tokens/{id}` and `GET /tokens/{id}/balances`.

use ledger::{EvmAddress, Timestamp};
use serde_json::{Value, json};

use super::filters::{Filter, Known, LIMIT, ORDER, is_time, operator};
use super::{Answer, Asked, Refusal, names};
use crate::simulation::contracts::Admin;
use crate::simulation::tokens::{self, Token};
use crate::simulation::{accounts, id, records};

const BALANCES: [Known; 3] = [
    LIMIT,
    ORDER,
    ("account.id", |value| operator(value).is_some_and(|(_, id)| names::entity(id).is_some())),
];
const ONE: [Known; 1] = [("timestamp", is_time)];
/// When the first token was made; each following one an hour later.
const FIRST_MADE: u64 = 1_752_021_202;
/// The treasury and fee collector of all tokens.
const TREASURY: u64 = 1002;
const COLLECTOR: u64 = 1003;

/// One token, by its id or its long-zero address.
pub(super) fn one(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let by_address = || EvmAddress::parse_any_case(name).ok().and_then(|address| address.entity_num());
    let num = names::entity(name).map(|id| id.num).or_else(by_address);
    let num = num.ok_or_else(|| Refusal::parameter("tokenid"))?;
    asked.query.check(&ONE)?;
    let token = tokens::by_num(num).ok_or(Refusal::NotFound)?;
    Answer::record(&shape(token), 5)
}

/// A page of the accounts that hold a token, largest number first; empty for an unknown token.
pub(super) fn balances(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let num = names::entity(name).map(|id| id.num).ok_or_else(|| Refusal::parameter("tokenid"))?;
    asked.query.check(&BALANCES)?;
    let account = |value: &str| names::entity(value).map(|id| id.num);
    let filter: Filter<u64> = Filter::parse(asked.query.all("account.id"), account);
    let descending = asked.query.descending(true);
    let held = |num_of: u64| {
        let record = records::of(num_of).filter(|it| it.created <= asked.now)?;
        let (_, balance) = record.tokens.iter().find(|(token, _)| *token == num)?;
        Some((num_of, *balance))
    };
    let mut rows: Vec<(u64, u64)> =
        accounts::all().filter(|num| filter.admits(*num)).filter_map(held).collect();
    if descending {
        rows.reverse();
    }
    rows.truncate(asked.query.limit());
    let decimals = tokens::by_num(num).map(|token| token.decimals);
    let last = rows.last().map(|(num, _)| id(*num)).filter(|_| rows.len() == asked.query.limit());
    let next = last.map(|last| asked.link(&asked.query.next("account.id", descending, &last)));
    let row =
        |(num, balance): (u64, u64)| json!({ "account": id(num), "balance": balance, "decimals": decimals });
    let rows: Vec<Value> = rows.into_iter().map(row).collect();
    Answer::record(
        &json!({ "timestamp": asked.now.to_string(), "balances": rows, "links": { "next": next } }),
        1,
    )
}

/// Numbers that may be large are strings here.
fn shape(token: &Token) -> Value {
    let made = Timestamp::from_secs(FIRST_MADE + token.num % 1000 * 3600).to_string();
    let supply = token.supply.to_string();
    let collector = id(COLLECTOR);
    let fixed = json!([{
        "all_collectors_are_exempt": false,
        "amount": 100,
        "collector_account_id": collector,
        "denominating_token_id": null,
    }]);
    let fraction = json!([{
        "all_collectors_are_exempt": false,
        "amount": { "numerator": 1, "denominator": 100 },
        "collector_account_id": collector,
        "denominating_token_id": id(token.num),
        "maximum": 5000,
        "minimum": 1,
        "net_of_transfers": false,
    }]);
    let none = json!([]);
    let (fixed, fraction) = if token.fees { (fixed, fraction) } else { (none.clone(), none) };
    let others = if token.unique { "royalty_fees" } else { "fractional_fees" };
    json!({
        "admin_key": Admin::Ed25519.to_json(token.num),
        "auto_renew_account": null,
        "auto_renew_period": null,
        "created_timestamp": made,
        "custom_fees": { "created_timestamp": made, "fixed_fees": fixed, others: fraction },
        "decimals": token.decimals.to_string(),
        "deleted": token.deleted,
        "expiry_timestamp": null,
        "fee_schedule_key": null,
        "freeze_default": false,
        "freeze_key": null,
        "initial_supply": supply,
        "kyc_key": null,
        "max_supply": if token.unique { "100" } else { "0" },
        "memo": format!("token memo {}", token.name),
        "metadata": "",
        "metadata_key": null,
        "modified_timestamp": made,
        "name": token.name,
        "pause_key": null,
        "pause_status": "UNPAUSED",
        "supply_key": Admin::Threshold.to_json(token.num),
        "supply_type": if token.unique { "FINITE" } else { "INFINITE" },
        "symbol": token.symbol,
        "token_id": id(token.num),
        "total_supply": supply,
        "treasury_account_id": id(TREASURY),
        "type": if token.unique { "NON_FUNGIBLE_UNIQUE" } else { "FUNGIBLE_COMMON" },
        "wipe_key": null,
    })
}

//! `GET /accounts/{idOrAliasOrEvmAddress}`, for accounts and contracts alike. Its list of transactions is empty.

use alloy_primitives::hex;
use ledger::{ContractRef, EvmAddress};
use serde_json::{Value, json};

use super::filters::{Known, LIMIT, ORDER, is_flag, is_time};
use super::{Answer, Asked, Refusal, names};
use crate::simulation::accounts;
use crate::simulation::id;
use crate::simulation::records::{self, Record};

/// Seconds between two renewals, and how long an account lasts.
const RENEWAL: u64 = 7_776_000;

/// The day since which accounts that stake do so.
const STAKED_SINCE: &str = "1788480000.000000000";

const ONE: [Known; 5] = [
    LIMIT,
    ORDER,
    ("timestamp", is_time),
    ("transactions", is_flag),
    ("transactiontype", |value| !value.is_empty()),
];

pub(super) fn one(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let num = number(name)?;
    asked.query.check(&ONE)?;
    let record = num.and_then(records::of).filter(|it| it.created <= asked.now);
    Answer::record(&shape(&record.ok_or(Refusal::NotFound)?, asked), 2)
}

fn shape(it: &Record, asked: &Asked<'_>) -> Value {
    let tokens: Vec<Value> = it
        .tokens
        .iter()
        .map(|(token, balance)| json!({ "token_id": id(*token), "balance": balance }))
        .collect();
    let end = it.created.plus_millis(RENEWAL * 1000);
    json!({
        "account": id(it.num),
        "alias": it.aliased.then(|| base32(it.address.bytes())),
        "auto_renew_period": RENEWAL,
        "balance": { "balance": it.balance, "timestamp": asked.now.to_string(), "tokens": tokens },
        "created_timestamp": it.created.to_string(),
        "decline_reward": false,
        "deleted": it.deleted,
        "ethereum_nonce": it.nonce,
        "evm_address": hex::encode_prefixed(it.address.bytes()),
        "expiry_timestamp": end.to_string(),
        "key": it.key.to_json(it.num),
        "max_automatic_token_associations": if it.aliased { -1 } else { 0 },
        "memo": it.memo,
        "pending_reward": 0,
        "receiver_sig_required": false,
        "staked_account_id": null,
        "staked_node_id": it.node,
        "stake_period_start": it.node.map(|_| STAKED_SINCE),
        "transactions": [],
        "links": { "next": null },
    })
}

/// The number behind an id, an EVM address or an alias in base32; `None` if it is unassigned.
fn number(name: &str) -> Result<Option<u64>, Refusal> {
    if let Some(id) = names::entity(name) {
        return Ok(names::number(ContractRef::Id(id)));
    }
    let bare = name.rsplit_once('.').map_or(name, |(_, bare)| bare);
    if let Ok(address) = EvmAddress::parse_any_case(bare) {
        return Ok(names::number(ContractRef::Address(address)));
    }
    let is_alias = bare.len() == 32 && bare.bytes().all(|letter| LETTERS.contains(&letter));
    let named = || accounts::all().find(|num| base32(accounts::address(*num).bytes()) == bare);
    is_alias.then(named).ok_or_else(|| Refusal::parameter("idOrAliasOrEvmAddress"))
}

const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Twenty bytes in the alphabet of RFC 4648, which need no padding.
fn base32(bytes: &[u8; 20]) -> String {
    let (fives, _) = bytes.as_chunks::<5>();
    let letters = fives.iter().flat_map(|five| {
        let number = five.iter().fold(0, |number, byte| number << 8 | usize::from(*byte));
        (0..8).rev().map(move |place| LETTERS.get(number >> (5 * place) & 31).copied().unwrap_or(b'A'))
    });
    letters.map(char::from).collect()
}

//! The fields of two transactions, and their transfers.

use std::collections::BTreeMap;

use ledger::amount::counted;
use ledger::query::TransactionQuery;
use ledger::{EntityId, Field, Text, Transaction, TransactionId, Unit};

use super::rows::Rows;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::values;
use crate::widgets::Value;

pub(super) fn rows(rows: &mut Rows<'_>, both: [&Transaction; 2]) {
    let ctx = rows.ctx;
    let [one, other] = both;
    let coin = |amount: &i64| values::amount(ctx, amount, Unit::Base);
    let time = |at: &ledger::Timestamp| values::time(ctx, at);
    let id = |id: &TransactionId| {
        Value::plain(id.to_string()).link(Place::Transaction(TransactionQuery::family(*id)))
    };
    rows.section("Outcome");
    rows.field("result", [&one.result, &other.result], Value::text);
    rows.field("type", [&one.name, &other.name], Value::text);
    rows.field("entity id", [&one.entity_id, &other.entity_id], values::id);
    rows.field("memo", [&one.memo, &other.memo], |memo: &Text| values::memo(memo));
    rows.section("Fees");
    rows.field("fee charged", [&one.charged_tx_fee, &other.charged_tx_fee], coin);
    rows.field("maximum fee", [&one.max_fee, &other.max_fee], coin);
    rows.field("high volume", [&one.high_volume, &other.high_volume], values::flag);
    let multiplier = [&one.high_volume_pricing_multiplier, &other.high_volume_pricing_multiplier];
    rows.field("price multiplier", multiplier, values::ordinal);
    transfers(rows, both);
    rows.section("Record");
    rows.field("transaction id", [&one.transaction_id, &other.transaction_id], id);
    rows.field("consensus time", [&one.consensus_timestamp, &other.consensus_timestamp], time);
    rows.field("valid start", [&one.valid_start_timestamp, &other.valid_start_timestamp], time);
    rows.field(
        "valid duration",
        [&one.valid_duration_seconds, &other.valid_duration_seconds],
        values::seconds,
    );
    rows.field("node", [&one.node, &other.node], values::id);
    rows.field("nonce", [&one.nonce, &other.nonce], values::ordinal);
    rows.field("scheduled", [&one.scheduled, &other.scheduled], values::flag);
    let parents = [&one.parent_consensus_timestamp, &other.parent_consensus_timestamp];
    rows.field("parent", parents, time);
    let hashes = [&one.transaction_hash, &other.transaction_hash];
    rows.field("transaction hash", hashes, |hash| values::bytes(ctx, hash));
    rows.field("batch key", [&one.batch_key, &other.batch_key], |key| values::key(ctx, key));
    rows.field("bytes", [&one.bytes, &other.bytes], |bytes| values::bytes(ctx, bytes));
}

/// The transfers: coins and tokens by account, the rest by list.
fn transfers(rows: &mut Rows<'_>, [one, other]: [&Transaction; 2]) {
    rows.section("Transfers");
    moved(rows, [coins(one), coins(other)], |ctx, amount| values::amount(ctx, amount, Unit::Base));
    moved(rows, [tokens(one), tokens(other)], |_, amount| values::integer(amount));
    let count = |len: usize, noun: &str| Value::plain(counted(len, noun));
    rows.field("NFT transfers", [&one.nft_transfers, &other.nft_transfers], |all| {
        count(all.len(), "transfer")
    });
    let rewards = [&one.staking_reward_transfers, &other.staking_reward_transfers];
    rows.field("staking rewards", rewards, |all| count(all.len(), "reward"));
    let fees = [&one.assessed_custom_fees, &other.assessed_custom_fees];
    rows.field("assessed custom fees", fees, |all| count(all.len(), "fee"));
    let limits = [&one.max_custom_fees, &other.max_custom_fees];
    rows.field("max custom fees", limits, |all| count(all.len(), "fee"));
}

/// Amounts by account.
type Amounts = BTreeMap<String, Vec<Field<i64>>>;

fn moved(rows: &mut Rows<'_>, [one, other]: [Amounts; 2], show: fn(&Context<'_>, &i64) -> Value) {
    let mut accounts: Vec<&String> = one.keys().chain(other.keys()).collect();
    accounts.sort_unstable();
    accounts.dedup();
    for account in accounts {
        let value = |amounts: Option<&Vec<Field<i64>>>| match amounts.map(Vec::as_slice) {
            None => rows.lacking(),
            Some([amount]) => values::field(rows.ctx, amount, |amount| show(rows.ctx, amount)),
            Some(amounts) => {
                let each =
                    amounts.iter().map(|it| values::field(rows.ctx, it, |it| show(rows.ctx, it)).line());
                Value::plain(each.collect::<Vec<_>>().join(", "))
            }
        };
        let (mine, theirs) = (one.get(account), other.get(account));
        let pair = [value(mine), value(theirs)];
        rows.add(account.clone(), mine == theirs, pair);
    }
}

fn coins(transaction: &Transaction) -> Amounts {
    let mut amounts = Amounts::new();
    for moved in transaction.transfers.known().into_iter().flatten() {
        amounts.entry(name(&moved.account)).or_default().push(moved.amount.clone());
    }
    amounts
}

fn tokens(transaction: &Transaction) -> Amounts {
    let mut amounts = Amounts::new();
    for moved in transaction.token_transfers.known().into_iter().flatten() {
        let of = format!("{} of {}", name(&moved.account), name(&moved.token_id));
        amounts.entry(of).or_default().push(moved.amount.clone());
    }
    amounts
}

fn name(id: &Field<EntityId>) -> String {
    match id {
        Field::Known(id) => id.to_string(),
        Field::Odd(text) => text.escaped(),
        Field::Null | Field::Absent => "nobody".to_owned(),
    }
}

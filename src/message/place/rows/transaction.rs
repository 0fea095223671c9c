//! Results, their replays, and transactions, by each of their ids.

use ledger::query::{ExecutionQuery, Parameters as _, TransactionQuery, TransactionsQuery};
use ledger::{ExecutionRef, Timestamp, TransactionId};

use crate::message::ResultName;
use crate::message::place::replay::ReplayPlace;
use crate::message::place::text::{Description, Parts, contract_words, with_filters};
use crate::message::place::{Place, PlaceFault, PlaceKind, Row, query_text};

pub(in crate::message::place) const TRANSACTION: &[Row] = &[
    Row {
        kind: PlaceKind::Result,
        name: "result",
        forms: &["result/ID/TIME"],
        shows: "one result, by its contract and consensus time",
        prefix: "x",
        words: &["result"],
        wants: "a result: its hash, its transaction's id, or its contract and time, such as 0.0.5001 1795216207.123456789",
        example: "result/0.0.5001/1795216207.123456789",
        parse: |parts| {
            let at = Timestamp::parse(parts.open(1));
            let at = at.ok_or(PlaceFault::Part("write the result's time as seconds.nanoseconds"))?;
            Ok(Place::Result(parts.contract(0)?, at))
        },
        describe: |place| {
            let Place::Result(of, at) = place else { return None };
            let words = format!("result of {} at {at}", contract_words(of));
            Some(Description::new(format!("result/{of}/{at}"), words).about(*of))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Execution,
        name: "result of a transaction",
        forms: &["result/TRANSACTION?nonce=N", "result/HASH"],
        shows: "one result, by its transaction's id or its hash",
        example: "result/0xb05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87",
        parse: |parts| {
            let of = ExecutionRef::parse(parts.open(0)).ok_or(PlaceFault::Part(
                "write a transaction id or a hash, or the contract and the time: result/CONTRACT/TIME",
            ))?;
            Ok(Place::Execution(ExecutionQuery::new(of).with_pairs(parts.pairs(), parts.home)?))
        },
        describe: |place| {
            let Place::Execution(query) = place else { return None };
            let of = match &query.of {
                ExecutionRef::Id(id) => format!("of the transaction {id}"),
                ExecutionRef::Hash(hash) => format!("with the hash {}", hash.to_hex()),
            };
            let nonce = query.nonce.map(|nonce| format!(", nonce {nonce}")).unwrap_or_default();
            let text = format!("result/{}{}", query.of, query_text(&query.pairs()));
            Some(Description::new(text, format!("contract result {of}{nonce}")))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Transaction,
        name: "transaction",
        forms: &["transaction/ID?nonce=N&scheduled=true"],
        shows: "the transactions of one id",
        prefix: "t",
        words: &["transaction", "transactions", "tx", "txn", "transaction_id", "transactionid"],
        wants: "a transaction id, such as 0.0.1005-1795216518-468117137, its consensus time, or its hash",
        example: "transaction/0.0.1005-1795216518-468117137",
        parse: transaction,
        describe: |place| {
            let Place::Transaction(query) = place else { return None };
            let nonce = query.nonce.map(|nonce| format!(", nonce {nonce}")).unwrap_or_default();
            let scheduled = if query.scheduled == Some(true) { ", the scheduled execution" } else { "" };
            let text = format!("transaction/{}{}", query.id, query_text(&query.pairs()));
            Some(Description::new(text, format!("transaction {}{nonce}{scheduled}", query.id)))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::TransactionAt,
        name: "transaction by its time",
        forms: &["transaction/TIME"],
        shows: "the transaction of a consensus time",
        example: "transaction/1795216207.123456789",
        parse: transaction,
        describe: |place| {
            let Place::TransactionAt(at) = place else { return None };
            Some(Description::new(format!("transaction/{at}"), format!("transaction at {}", at.utc())))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::TransactionOf,
        name: "transaction by its hash",
        forms: &["transaction/HASH"],
        shows: "the transaction with a hash of 48 bytes",
        example: "transaction/0xb05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87b05460ef1c808c6b811e4d5710acef2e",
        parse: transaction,
        describe: |place| {
            let Place::TransactionOf(hash) = place else { return None };
            let hash = hash.to_hex();
            Some(Description::new(format!("transaction/{hash}"), format!("transaction with the hash {hash}")))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Transactions,
        name: "transactions",
        forms: &["transactions?FILTERS"],
        shows: "transactions, of an account or all; filters are `account.id`, `timestamp`, `transactiontype`, `result`, `type`, `order`, `limit`",
        example: "transactions?account.id=0.0.1002",
        parse: |parts| {
            let query = TransactionsQuery::default().with_pairs(parts.pairs(), parts.home)?;
            Ok(Place::Transactions(Box::new(query)))
        },
        describe: |place| {
            let Place::Transactions(query) = place else { return None };
            let pairs = query.pairs();
            let words = format!("transactions{}", with_filters(&pairs));
            Some(Description::new(format!("transactions{}", query_text(&pairs)), words))
        },
        ..Row::DEFAULT
    },
];

/// A transaction by its id, its consensus time or its hash.
fn transaction(parts: &Parts<'_>) -> Result<Place, PlaceFault> {
    let name = parts.open(0);
    if let Some(id) = TransactionId::parse(name).or_else(|| TransactionId::parse_digits(name)) {
        let family = TransactionQuery::family(id);
        return Ok(Place::Transaction(family.with_pairs(parts.pairs(), parts.home)?));
    }
    let by_hash = || ExecutionRef::parse(name)?.transaction_hash().cloned().map(Place::TransactionOf);
    let named = Timestamp::parse(name).map(Place::TransactionAt).or_else(by_hash);
    let named = named.ok_or(PlaceFault::Part(
        "write a transaction id such as 0.0.1005-1795216518-468117137, its consensus time, or its hash of 96 hex digits",
    ))?;
    if parts.pairs.is_empty() {
        return Ok(named);
    }
    Err(PlaceFault::Part("nonce and scheduled go with a transaction id, not with a time or a hash"))
}

pub(in crate::message::place) const REPLAY: Row = Row {
    kind: PlaceKind::Replay,
    name: "replay",
    forms: &["result/ID/TIME/replay?CHANGES", "result/HASH/replay?CHANGES"],
    shows: "a result executed again, step by step, and held against its record; changes (`from`, `value`, `data`, `time`, `prevrandao`, `slot`, `balance`) show what would have happened, `step`, `call`, `log` or `write` where to begin",
    words: &["debug"],
    wants: "a result: its hash, its transaction's id, or its contract and time, such as 0.0.5001 1795216207.123456789",
    example: "result/0.0.5001/1795216221.370370367/replay",
    parse: |parts| Ok(Place::Replay(Box::new(ReplayPlace::parse(parts)?))),
    describe: |place| {
        let Place::Replay(place) = place else { return None };
        let (path, pairs) = (place.path(), place.pairs());
        let what = if place.query.changes.is_none() { "replay" } else { "what-if replay" };
        let words = format!("{what} of {}", path.replacen('/', " ", 1));
        let contract = match &place.query.of {
            ResultName::At(contract, _) => Some(*contract),
            ResultName::Of(_) => None,
        };
        Some(Description::new(format!("{path}/replay{}", query_text(&pairs)), words).about(contract))
    },
    ..Row::DEFAULT
};

//! Accounts, tokens and blocks.

use ledger::query::{BlockQuery, Parameters as _, TokenBalancesQuery};
use ledger::{AccountRef, EntityId};

use crate::message::place::description::{Description, contract_words, with_filters};
use crate::message::place::parts::Parts;
use crate::message::place::{Place, PlaceFault, PlaceKind, Row};
use crate::message::query_text::query_text;

pub(in crate::message::place) const ACCOUNT: [Row; 4] = [
    Row {
        kind: PlaceKind::Account,
        name: "account",
        forms: &["account/ID"],
        shows: "an account, by its id, its EVM address or its alias: its key, what it holds, what it did",
        prefix: "a",
        wants: "an account: an id such as 0.0.1002, an EVM address, or an alias",
        example: "account/0.0.1002",
        parse: |parts| {
            let fault =
                PlaceFault::Part("write an account: an id such as 0.0.1002, an EVM address, or an alias");
            AccountRef::parse(parts.open(0), parts.home).map(Place::Account).ok_or(fault)
        },
        describe: |place| {
            let Place::Account(of) = place else { return None };
            let words = match of {
                AccountRef::Entity(entity) => contract_words(entity),
                AccountRef::Alias(alias) => alias.clone(),
            };
            Some(Description::new(format!("account/{of}"), format!("account {words}")))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Token,
        name: "token",
        forms: &["token/ID"],
        shows: "a token: its name, its supply, its fees, its keys",
        words: &["token", "tokens", "token_id", "tokenid"],
        wants: "a token's id, such as 0.0.2001",
        example: "token/0.0.2001",
        parse: |parts| token(parts).map(Place::Token),
        describe: |place| {
            let Place::Token(id) = place else { return None };
            Some(Description::new(format!("token/{id}"), format!("token {id}")))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::TokenBalances,
        name: "holders",
        forms: &["token/ID/balances?FILTERS"],
        shows: "who holds it, and how much; filters are `account.id`, `order`, `limit`",
        example: "token/0.0.2001/balances",
        parse: |parts| {
            let query = TokenBalancesQuery::of(token(parts)?).with_pairs(parts.pairs(), parts.home)?;
            Ok(Place::TokenBalances(query))
        },
        describe: |place| {
            let Place::TokenBalances(query) = place else { return None };
            let (id, pairs) = (query.token, query.pairs());
            let words = format!("holders of token {id}{}", with_filters(&pairs));
            Some(Description::new(format!("token/{id}/balances{}", query_text(&pairs)), words))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Block,
        name: "block",
        forms: &["block/NUMBER", "block/HASH"],
        shows: "a block, by its height or its hash: its times, its gas, the blocks beside it",
        wants: "a block: its height, such as 70002150, or its hash",
        example: "block/70070000",
        parse: |parts| {
            let fault = PlaceFault::Part("write a block's height, such as 70002150, or its hash");
            BlockQuery::parse(parts.open(0)).map(Place::Block).ok_or(fault)
        },
        describe: |place| {
            let Place::Block(block) = place else { return None };
            Some(Description::new(format!("block/{block}"), format!("block {block}")))
        },
        ..Row::DEFAULT
    },
];

/// The token that a text names.
fn token(parts: &Parts<'_>) -> Result<EntityId, PlaceFault> {
    let fault = PlaceFault::Part("write a token's id such as 0.0.2001");
    EntityId::parse_short(parts.open(0), parts.home).ok_or(fault)
}

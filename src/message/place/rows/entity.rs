//! The rows of accounts, tokens, blocks and schedules.

use ledger::query::{BlockQuery, Order, Parameters as _, PendingQuery, SchedulesQuery, TokenBalancesQuery};
use ledger::{AccountRef, EntityId, SystemEntity};

use crate::message::Action;
use crate::message::place::text::{Description, Parts, contract_words, system_words, with_filters};
use crate::message::place::{Place, PlaceFault, PlaceKind, Row, query_text};

pub(in crate::message::place) const ACCOUNT: &[Row] = &[
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

pub(in crate::message::place) const SCHEDULE: &[Row] = &[
    Row {
        kind: PlaceKind::Schedules,
        name: "schedules",
        forms: &["schedules?FILTERS"],
        shows: "scheduled transactions, newest first; filters are `account.id`, `schedule.id`, `order`, `limit`",
        action: Some(Action::Schedules),
        example: "schedules",
        parse: |parts| {
            let query = SchedulesQuery::default().with_pairs(parts.pairs(), parts.home)?;
            // The default order is newest first, independent of the server's.
            let order = query.order.or(SchedulesQuery::newest_first().order);
            Ok(Place::Schedules(SchedulesQuery { order, ..query }))
        },
        describe: |place| {
            let Place::Schedules(query) = place else { return None };
            let mut pairs = query.pairs();
            let filters: Vec<_> = pairs.iter().filter(|(name, _)| *name != "order").cloned().collect();
            if filters.len() == pairs.len() {
                let at = pairs.iter().position(|(name, _)| *name == "limit").unwrap_or(pairs.len());
                pairs.insert(at, ("order", Order::Asc.name().to_owned()));
            }
            let text = format!("schedules{}", query_text(&pairs));
            Some(Description::new(text, format!("schedules{}", with_filters(&filters))))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Pending,
        name: "pending schedules",
        forms: &["pending?account.id=ID&contract=ID"],
        shows: "pending schedules, soonest end first",
        action: Some(Action::PendingSchedules),
        example: "pending",
        parse: |parts| Ok(Place::Pending(PendingQuery::default().with_pairs(parts.pairs(), parts.home)?)),
        describe: |place| {
            let Place::Pending(query) = place else { return None };
            let contract = query.contract.map(|of| format!(" that call {}", contract_words(&of)));
            let creator = query.creator.map(|id| format!(" created by {id}"));
            let [contract, creator] = [contract, creator].map(Option::unwrap_or_default);
            let text = format!("pending{}", query_text(&query.pairs()));
            Some(Description::new(text, format!("pending schedules{contract}{creator}")))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Schedule,
        name: "schedule",
        forms: &["schedule/ID"],
        shows: "one schedule",
        prefix: "s",
        words: &["schedule", "schedules", "schedule_id", "scheduleid"],
        wants: "a schedule's id, such as 0.0.7002",
        example: "schedule/0.0.7001",
        parse: |parts| {
            let id = EntityId::parse_short(parts.open(0), parts.home);
            id.map(Place::Schedule).ok_or(PlaceFault::Part("write a schedule's id such as 0.0.7002"))
        },
        describe: |place| {
            let Place::Schedule(id) = place else { return None };
            let words = format!("schedule {id}{}", system_words(SystemEntity::by_id(*id)));
            Some(Description::new(format!("schedule/{id}"), words))
        },
        ..Row::DEFAULT
    },
];

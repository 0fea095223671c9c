//! The accounts that call contracts and pay, half of which have an EVM alias, and their records.

use std::sync::LazyLock;

use ledger::{EntityId, EvmAddress, Timestamp};
use serde::Deserialize;

use crate::data;
use crate::simulation::chance::{Chance, GENESIS, subject};
use crate::simulation::contracts;
use crate::simulation::contracts::keys::Admin;

/// The first account that calls contracts.
const FIRST: u64 = 1002;
const LAST: u64 = 1065;

/// The account of the relay's operator, which pays for wrapped Ethereum transactions.
pub(crate) const RELAY: u64 = 1001;

/// The ledger's system contracts: tokens, exchange rates, random numbers, accounts, schedules, tokens again, hooks.
const SERVICES: std::ops::RangeInclusive<u64> = 359..=365;

/// Whether the entity with this number is one of the ledger's system contracts.
pub(crate) fn is_service(num: u64) -> bool {
    SERVICES.contains(&num)
}

pub(crate) fn any(chance: &mut Chance) -> u64 {
    chance.between(FIRST, LAST)
}

pub(crate) fn long_zero(num: u64) -> EvmAddress {
    EvmAddress::long_zero(EntityId::from_num(num))
}

/// The address under which a contract sees this account: its alias if it has one, else its long-zero address.
pub(crate) fn address(num: u64) -> EvmAddress {
    if let Some(address) = special(num).address {
        address
    } else if (FIRST..=LAST).contains(&num) && num.is_multiple_of(2) {
        EvmAddress::new(Chance::new(subject::ACCOUNT_ALIASES, num).bytes())
    } else {
        long_zero(num)
    }
}

/// The accounts that call contracts.
pub(crate) fn all() -> std::ops::RangeInclusive<u64> {
    FIRST..=LAST
}

pub(crate) fn by_alias(alias: EvmAddress) -> Option<u64> {
    all().find(|num| address(*num) == alias)
}

/// The accounts that the ledger starts with, among them its nodes.
const FIRST_ENTITIES: std::ops::RangeInclusive<u64> = 2..=100;
/// The accounts of people.
const PEOPLE: std::ops::RangeInclusive<u64> = 1000..=1099;
/// The accounts that pay rewards and collect fees.
const POOLS: [u64; 3] = [800, 801, 802];
/// An account that was deleted.
const DELETED: u64 = 1080;
/// The number of nodes to stake to.
const NODES: u64 = 7;
/// The start of the ledger, in seconds since 1970.
const BEGINNING: u64 = 1_568_411_616;

pub(crate) fn people() -> std::ops::RangeInclusive<u64> {
    PEOPLE
}

#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) num: u64,
    pub(crate) key: Admin,
    pub(crate) memo: &'static str,
    pub(crate) address: EvmAddress,
    pub(crate) aliased: bool,
    /// In tinybars.
    pub(crate) balance: u64,
    pub(crate) tokens: Vec<(u64, u64)>,
    pub(crate) created: Timestamp,
    pub(crate) nonce: u64,
    pub(crate) deleted: bool,
    /// The node that it is staked to.
    pub(crate) node: Option<u64>,
}

/// The account or contract with this number, if it exists.
pub(crate) fn record(num: u64) -> Option<Record> {
    let contract = contracts::by_num(num);
    let exists = FIRST_ENTITIES.contains(&num) || PEOPLE.contains(&num) || POOLS.contains(&num);
    if !exists && contract.is_none() {
        return None;
    }
    let mut chance = Chance::new(subject::BALANCES, num);
    let address = contracts::address_of(num);
    let tokens = if PEOPLE.contains(&num) { vec![2001, 2002, 2003] } else { Vec::new() };
    let made = if PEOPLE.contains(&num) { GENESIS + num * 7 } else { BEGINNING };
    let aliased = address.entity_num().is_none();
    let usual = if aliased { Admin::Ecdsa } else { Admin::Ed25519 };
    Some(Record {
        num,
        key: contract.map_or_else(|| special(num).key.unwrap_or(usual), |contract| contract.admin),
        memo: contract.map_or_else(|| &special(num).memo, |contract| &contract.memo),
        address,
        aliased,
        balance: {
            let drawn = chance.between(100_000_000, 900_000_000_000_000);
            special(num).balance.unwrap_or(drawn)
        },
        tokens: tokens.into_iter().map(|token| (token, chance.below(1_000_000_000_000))).collect(),
        created: contract.map_or(Timestamp::from_secs(made), contracts::Contract::created),
        deleted: num == DELETED,
        node: (PEOPLE.contains(&num) && num.is_multiple_of(3)).then_some(num % NODES),
        nonce: if contract.is_some() { 1 } else { chance.below(4000) },
    })
}

/// The special properties of an account. Others have an ECDSA key if they have an alias, else an ED25519 key.
#[derive(Debug, Deserialize)]
struct Special {
    num: u64,
    key: Option<Admin>,
    #[serde(default)]
    memo: String,
    /// Tinybars that it holds, where that is not left to chance.
    balance: Option<u64>,
    /// The address of the key that it signs with, where its recorded transactions are signed indeed.
    #[serde(default, deserialize_with = "data::maybe")]
    address: Option<EvmAddress>,
}

/// The special properties of the account with this number.
fn special(num: u64) -> &'static Special {
    static ALL: LazyLock<Vec<Special>> = LazyLock::new(|| data::list("ledger/accounts.json"));
    static NONE: Special = Special { num: 0, key: None, memo: String::new(), balance: None, address: None };
    ALL.iter().find(|account| account.num == num).unwrap_or(&NONE)
}

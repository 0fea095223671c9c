//! The accounts that call contracts and pay, half of which have an EVM alias.

use std::sync::LazyLock;

use ledger::{EntityId, EvmAddress};
use serde::Deserialize;

use crate::data;
use crate::simulation::chance::{Chance, subject};
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

/// The accounts of people.
pub(super) fn people() -> std::ops::RangeInclusive<u64> {
    1000..=1099
}

/// The special properties of an account. Others have an ECDSA key if they have an alias, else an ED25519 key.
#[derive(Debug, Deserialize)]
pub(super) struct Special {
    num: u64,
    pub(super) key: Option<Admin>,
    #[serde(default)]
    pub(super) memo: String,
    /// Tinybars that it holds, where that is not left to chance.
    pub(super) balance: Option<u64>,
    /// The address of the key that it signs with, where its recorded transactions are signed indeed.
    #[serde(default, deserialize_with = "data::maybe")]
    address: Option<EvmAddress>,
}

/// The special properties of the account with this number.
pub(super) fn special(num: u64) -> &'static Special {
    static ALL: LazyLock<Vec<Special>> = LazyLock::new(|| data::list("ledger/accounts.json"));
    static NONE: Special = Special { num: 0, key: None, memo: String::new(), balance: None, address: None };
    ALL.iter().find(|account| account.num == num).unwrap_or(&NONE)
}

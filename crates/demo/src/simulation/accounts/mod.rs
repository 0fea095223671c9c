//! The accounts that call contracts and pay, half of which have an EVM alias.

use ledger::{EntityId, EvmAddress};

use crate::simulation::chance::{Chance, subject};

mod record;
mod special;

pub(crate) use record::{Record, people, record};

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
    if let Some(address) = special::special(num).address {
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

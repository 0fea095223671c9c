//! What there is to know of an account, or of a contract taken as one.

use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::{self, Admin};
use crate::ledger::{EvmAddress, Timestamp};

/// Separates the balances' numbers from other numbers of the same index.
const BALANCES: u64 = 0xba1a;
/// The accounts that the ledger starts with, among them its nodes.
const FIRST_ENTITIES: std::ops::RangeInclusive<u64> = 2..=100;
/// The accounts of people.
const PEOPLE: std::ops::RangeInclusive<u64> = 1000..=1099;
/// The accounts that pay rewards and collect fees.
const POOLS: [u64; 3] = [800, 801, 802];
/// When the ledger began.
const BEGINNING: u64 = 1_568_411_616;

/// An account as the server knows it.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Its number.
    pub(crate) num: u64,
    /// Who may change it.
    pub(crate) key: Admin,
    /// Its memo.
    pub(crate) memo: &'static str,
    /// The address under which contracts see it.
    pub(crate) address: EvmAddress,
    /// Whether the address is an alias.
    pub(crate) aliased: bool,
    /// Tinybars that it holds.
    pub(crate) balance: u64,
    /// How many tokens of each kind it holds.
    pub(crate) tokens: Vec<(u64, u64)>,
    /// When it was made.
    pub(crate) created: Timestamp,
    /// How many Ethereum transactions it has sent.
    pub(crate) nonce: u64,
}

/// The account or contract with this number, if there is one.
pub(crate) fn record(num: u64) -> Option<Record> {
    let contract = contracts::by_num(num);
    let exists = FIRST_ENTITIES.contains(&num) || PEOPLE.contains(&num) || POOLS.contains(&num);
    if !exists && contract.is_none() {
        return None;
    }
    let mut chance = Chance::of(BALANCES, num);
    let address = contracts::address_of(num);
    let tokens = if PEOPLE.contains(&num) { vec![2001, 2002, 2003] } else { Vec::new() };
    let made = if PEOPLE.contains(&num) { 1_753_000_000 + num * 7 } else { BEGINNING };
    Some(Record {
        num,
        key: contract.map_or_else(|| key(num), |contract| contract.admin),
        memo: contract.map_or_else(|| memo(num), |contract| contract.memo),
        address,
        aliased: address.entity_num().is_none(),
        balance: chance.between(100_000_000, 900_000_000_000_000),
        tokens: tokens.into_iter().map(|token| (token, chance.below(1_000_000_000_000))).collect(),
        created: contract.map_or(Timestamp::of(made), contracts::Contract::created),
        nonce: if contract.is_some() { 1 } else { chance.below(4000) },
    })
}

/// The key of an account: ECDSA where it has an alias, two of three for a few, none for the pools.
fn key(num: u64) -> Admin {
    match num {
        800..=802 => Admin::None,
        1003 | 1007 | 1013 => Admin::Threshold,
        1009 => Admin::Deep,
        _ if super::address(num).entity_num().is_none() => Admin::Ecdsa,
        _ => Admin::Ed25519,
    }
}

fn memo(num: u64) -> &'static str {
    match num {
        2 => "treasury of the ledger",
        3..=9 => "node",
        800 => "staking rewards",
        801 => "node rewards",
        802 => "collected fees",
        1001 => "operator of the relay",
        1002 => "deployer",
        1003 => "three people, two of whom sign",
        1005 => "line1\nline2\tTAB\rCR\u{8}\u{8}BS \u{7f}DEL \u{1}SOH \u{9b}31mC1-CSI",
        1006 => "\u{202e}eliforp ruoy tide",
        1007 => "house of the lighthouses",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_and_contracts_have_records_and_others_do_not() {
        for num in [2, 3, 800, 1001, 1002, 1003, 1065, 5001, 5002] {
            assert_eq!(record(num).map(|it| it.num), Some(num));
        }
        assert!([0, 999, 1100, 2001, 4999].into_iter().all(|num| record(num).is_none()));
        assert_eq!(record(1002).map(|it| (it.key, it.aliased)), Some((Admin::Ecdsa, true)));
        assert_eq!(record(1003).map(|it| (it.key, it.aliased)), Some((Admin::Threshold, false)));
    }
}

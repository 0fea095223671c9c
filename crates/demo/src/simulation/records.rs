//! The records of accounts and contracts.

use ledger::{EvmAddress, Timestamp};

use crate::simulation::accounts::{people, special};
use crate::simulation::chance::{Chance, GENESIS, subject};
use crate::simulation::contracts::keys::Admin;
use crate::simulation::contracts::{self, Contract};

/// The accounts that the ledger starts with, among them its nodes.
const FIRST_ENTITIES: std::ops::RangeInclusive<u64> = 2..=100;
/// The accounts that pay rewards and collect fees.
const POOLS: [u64; 3] = [800, 801, 802];
/// An account that was deleted.
const DELETED: u64 = 1080;
/// The number of nodes to stake to.
const NODES: u64 = 7;
/// The start of the ledger, in seconds since 1970.
const BEGINNING: u64 = 1_568_411_616;

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
pub(crate) fn of(num: u64) -> Option<Record> {
    let contract = contracts::by_num(num);
    let is_person = people().contains(&num);
    let exists = FIRST_ENTITIES.contains(&num) || is_person || POOLS.contains(&num);
    if !exists && contract.is_none() {
        return None;
    }
    let mut chance = Chance::new(subject::BALANCES, num);
    let address = contracts::address_of(num);
    let tokens = if is_person { vec![2001, 2002, 2003] } else { Vec::new() };
    let made = if is_person { GENESIS + num * 7 } else { BEGINNING };
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
        created: contract.map_or(Timestamp::from_secs(made), Contract::created),
        deleted: num == DELETED,
        node: (is_person && num.is_multiple_of(3)).then_some(num % NODES),
        nonce: if contract.is_some() { 1 } else { chance.below(4000) },
    })
}

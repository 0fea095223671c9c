//! The contracts of the network and what there is to know of each as an entity.

use crate::demo::ledger::accounts;
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::stream::Stream;
use crate::demo::ledger::trades::Trade;
use crate::ledger::{ContractRef, EntityId, EvmAddress, Timestamp};

pub(crate) mod code;
pub(crate) mod keys;
mod rehearsals;
pub(crate) mod showcase;
pub(crate) mod slots;
mod table;
pub(crate) mod versions;

pub(crate) use code::Code;
pub(crate) use keys::Admin;

/// The busiest contract, whose number of results the options decide.
pub(crate) const BUSIEST: u64 = 5001;
/// Where the numbers of the contracts begin on which to rehearse a verification.
const REHEARSALS: u64 = 5101;
/// The alias of the busiest contract.
const BUSIEST_ALIAS: &str = "b0551e9ecceb06cf6ea2879174aaf4da84633e85";
/// When the first contract was made; each following one an hour later.
const FIRST_MADE: u64 = 1_752_024_201;
/// Separates the aliases' numbers from other numbers of the same index.
const ALIASES: u64 = 0xc0de;

/// A contract.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contract {
    /// Its number.
    pub(crate) num: u64,
    /// Its memo now.
    pub(crate) memo: &'static str,
    /// Whether it has an EVM address of its own, besides the long-zero one.
    pub(crate) alias: bool,
    /// Its bytecode.
    pub(crate) code: Code,
    /// Its admin key.
    pub(crate) admin: Admin,
    /// What is done with it.
    pub(crate) trade: Trade,
    /// Seconds between its results.
    pub(crate) every: u64,
    /// How many results it shows, besides its creation and the pinned ones.
    pub(crate) most: u64,
    /// What is odd about the way its results are listed.
    pub(crate) quirk: Quirk,
    /// Whether another contract made it, so that its creation is not among its own results.
    pub(crate) made_inside: bool,
    /// What is odd about it as an entity.
    pub(crate) fate: Fate,
}

/// What is odd about a contract as an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Nothing.
    Usual,
    /// Deleted, its coins left to this account.
    Deleted(u64),
    /// Deleted by the ledger for good.
    Removed,
    /// Every member that can be null is.
    Nulls,
    /// Changed twice, so there are three versions.
    Changed,
    /// Changed four times, so there are five versions, the last without a key.
    Settled,
    /// Its creation code came from this file.
    FromFile(u64),
    /// Some members are left out altogether, and one that nobody knows is there.
    Strange,
}

/// What is odd about the pages of a contract's results. Each misleads a reader who trusts `links.next`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quirk {
    /// Nothing.
    None,
    /// `next` is a whole URL of this server.
    AbsoluteNext,
    /// `next` is a whole URL of another server.
    ForeignNext,
    /// `next` repeats the request for ever.
    RepeatedNext,
    /// `next` leads back to newer rows.
    BackwardNext,
    /// The second page is empty and carries a `next`.
    EmptyPage,
    /// Rows have all the fields of the single result but logs and state changes.
    FullRows,
    /// Every second row does.
    MixedRows,
}

/// What most contracts are.
const USUAL: Contract = Contract {
    num: 0,
    memo: "",
    alias: true,
    code: Code::None,
    admin: Admin::Itself,
    trade: Trade::Counter,
    every: 900,
    most: 30,
    quirk: Quirk::None,
    made_inside: false,
    fate: Fate::Usual,
};

/// All contracts in the order of their numbers.
pub(crate) fn all() -> impl DoubleEndedIterator<Item = &'static Contract> {
    let (before, after) =
        table::ALL.split_at(table::ALL.partition_point(|contract| contract.num < REHEARSALS));
    before.iter().chain(&rehearsals::ALL).chain(&showcase::ALL).chain(after)
}

/// The contract with this number.
pub(crate) fn by_num(num: u64) -> Option<&'static Contract> {
    all().find(|contract| contract.num == num)
}

/// The contract with this address, alias or long-zero.
pub(crate) fn by_address(address: EvmAddress) -> Option<&'static Contract> {
    match address.entity_num() {
        Some(num) => by_num(num),
        None => all().find(|contract| contract.alias && contract.evm_address() == address),
    }
}

/// The contract that a path names. As on the real server, an alias decides alone, whatever shard stands before.
pub(crate) fn named(name: ContractRef) -> Option<&'static Contract> {
    match name {
        ContractRef::Id(id) => by_num(id.num).filter(|_| (id.shard, id.realm) == (0, 0)),
        ContractRef::Address(address) => by_address(address),
    }
}

/// The address under which other contracts know an entity: a contract's own, an account's alias, or long-zero.
pub(crate) fn address_of(num: u64) -> EvmAddress {
    by_num(num).map_or_else(|| accounts::address(num), Contract::evm_address)
}

impl Contract {
    /// Its id.
    pub(crate) fn id(&self) -> EntityId {
        EntityId::of(self.num)
    }

    /// Its alias if it has one, else the long-zero address.
    pub(crate) fn evm_address(&self) -> EvmAddress {
        match EvmAddress::read(BUSIEST_ALIAS) {
            Ok(alias) if self.num == BUSIEST => alias,
            _ if self.alias => EvmAddress::new(Chance::of(ALIASES, self.num).bytes()),
            _ => accounts::long_zero(self.num),
        }
    }

    /// When it was made.
    pub(crate) fn created(&self) -> Timestamp {
        match self.num.checked_sub(BUSIEST) {
            Some(place @ 0..1000) => {
                let nanos = if place == 0 { 0 } else { u32::try_from(self.num).unwrap_or(0) };
                Timestamp { seconds: FIRST_MADE + place * 3600, nanos }
            }
            _ => Timestamp::of(FIRST_MADE + 500_000),
        }
    }

    /// Its results in time, `most` of them; the busiest takes the number from the options.
    pub(crate) fn stream(&self, busiest: u64) -> Stream {
        let most = if self.num == BUSIEST { busiest } else { self.most };
        Stream { contract: self.num, every: self.every, most }
    }

    /// The last moment up to now at which it can have been called.
    pub(crate) fn last_moment(&self, now: Timestamp) -> Timestamp {
        match self.fate {
            Fate::Deleted(_) | Fate::Removed => now.min(versions::FIRST_CHANGE),
            _ => now,
        }
    }

    /// Whether its own results begin with its creation.
    pub(crate) fn lists_creation(&self) -> bool {
        !self.made_inside && !matches!(self.code, Code::None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_many_contracts_with_numbers_and_addresses_of_their_own() {
        let nums: Vec<u64> = all().map(|contract| contract.num).collect();
        assert!(nums.len() >= 40, "{}", nums.len());
        assert!(nums.is_sorted_by(|a, b| a < b));
        let mut addresses: Vec<EvmAddress> = all().map(Contract::evm_address).collect();
        addresses.sort();
        addresses.dedup();
        assert_eq!(addresses.len(), nums.len());
    }

    #[test]
    fn a_contract_is_found_by_number_alias_and_long_zero() {
        let alias = EvmAddress::read(BUSIEST_ALIAS).unwrap();
        let long_zero = accounts::long_zero(BUSIEST);
        for address in [alias, long_zero] {
            assert_eq!(by_address(address).map(|found| found.num), Some(BUSIEST));
        }
        let name = |text: &str| ContractRef::parse(text, EntityId::of(0)).unwrap();
        assert_eq!(named(name("0.5001")).map(|found| found.num), Some(BUSIEST));
        assert!(named(name("1.1.5001")).is_none());
        assert!(named(name("0.0.9999")).is_none());
    }
}

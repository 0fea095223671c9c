//! The contracts of the network: their kinds, their bytecode, and their properties as entities.
//!
//! What their calls do is in `simulation::kinds`.

pub(crate) mod keys;
pub(crate) mod versions;

use std::sync::LazyLock;

use alloy_primitives::{B256, hex};
use ledger::{ContractRef, EntityId, EvmAddress, Timestamp};
use serde::Deserialize;

use crate::simulation::abi::Word;
use crate::simulation::accounts;
use crate::simulation::chance::{Chance, Stream, subject};
use crate::{artifacts, data};

pub(crate) use keys::Admin;

/// The busiest contract, whose number of results the options decide.
pub(crate) const BUSIEST: u64 = 5001;
/// The alias of the busiest contract.
const BUSIEST_ALIAS: &str = "b0551e9ecceb06cf6ea2879174aaf4da84633e85";
/// When the first contract was made; each following one an hour later.
const FIRST_MADE: u64 = 1_752_024_201;

/// A contract. The verification server reads its own part of the same scenario.
#[derive(Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(crate) struct Contract {
    pub(crate) num: u64,
    pub(crate) memo: String,
    /// Whether it has an EVM address besides the long-zero one.
    #[serde(default = "yes")]
    pub(crate) alias: bool,
    #[serde(default)]
    pub(crate) code: Code,
    #[serde(default, deserialize_with = "data::text")]
    arguments: Vec<u8>,
    /// The immutables set by the constructor, in the order of declaration.
    #[serde(default, deserialize_with = "data::texts")]
    immutables: Vec<Word>,
    /// The storage set by the constructor: slots and values.
    #[serde(default)]
    pub(crate) storage: Vec<(B256, B256)>,
    /// The implementation of this proxy.
    behind: Option<u64>,
    /// The beacon that names the implementation.
    pub(crate) beacon: Option<u64>,
    #[serde(default)]
    pub(crate) admin: Admin,
    #[serde(default)]
    pub(crate) kind: ContractKind,
    /// Seconds between its results.
    #[serde(default = "quarter_of_an_hour")]
    pub(crate) every: u64,
    /// The number of results, besides its creation and the recorded ones.
    #[serde(default = "thirty")]
    pub(crate) most: u64,
    /// The error in the paging of its results.
    pub(crate) paging: Option<PagingBug>,
    /// Whether another contract created it. Its creation is then not among its results.
    #[serde(default)]
    pub(crate) made_inside: bool,
    /// How many hours later than its number implies it was created, because its constructor calls contracts that must
    /// exist before.
    #[serde(default)]
    pub(crate) hours_later: u64,
    #[serde(default)]
    pub(crate) lifecycle: Lifecycle,
}

fn yes() -> bool {
    true
}

fn quarter_of_an_hour() -> u64 {
    900
}

fn thirty() -> u64 {
    30
}

/// The lifecycle of a contract as an entity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum Lifecycle {
    #[default]
    Usual,
    /// Deleted, its coins left to this account.
    Deleted(u64),
    Removed,
    /// Every member that can be null is.
    Nulls,
    /// Changed twice: three versions.
    Changed,
    /// Changed four times: five versions, the last without a key.
    Settled,
    /// Its creation code came from this file.
    FromFile(u64),
    /// Without some members, and with an unspecified one.
    Strange,
}

/// How the pages of a contract's results mislead a reader that trusts `links.next`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum PagingBug {
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

/// The file of all contracts, one a line.
pub(crate) const SCENARIO: &str = "ledger/contracts.json";

pub(crate) fn all() -> std::slice::Iter<'static, Contract> {
    static ALL: LazyLock<Vec<Contract>> = LazyLock::new(|| data::list(SCENARIO));
    ALL.iter()
}

pub(crate) fn by_num(num: u64) -> Option<&'static Contract> {
    let all = all().as_slice();
    all.binary_search_by_key(&num, |contract| contract.num).ok().and_then(|place| all.get(place))
}

/// The contract with this address, alias or long-zero.
pub(crate) fn by_address(address: EvmAddress) -> Option<&'static Contract> {
    match address.entity_num() {
        Some(num) => by_num(num),
        None => all().find(|contract| contract.alias && contract.evm_address() == address),
    }
}

/// The contract in a path. As on the real server, an alias is looked up without regard to the shard before it.
pub(crate) fn named(name: ContractRef) -> Option<&'static Contract> {
    match name {
        ContractRef::Id(id) => by_num(id.num).filter(|_| id.is_near(EntityId::from_num(0))),
        ContractRef::Address(address) => by_address(address),
    }
}

/// The address under which other contracts know an entity: a contract's own, an account's alias, or long-zero.
pub(crate) fn address_of(num: u64) -> EvmAddress {
    by_num(num).map_or_else(|| accounts::address(num), Contract::evm_address)
}

impl Contract {
    pub(crate) fn id(&self) -> EntityId {
        EntityId::from_num(self.num)
    }

    /// Its alias if it has one, else the long-zero address.
    pub(crate) fn evm_address(&self) -> EvmAddress {
        match EvmAddress::parse_any_case(BUSIEST_ALIAS) {
            Ok(alias) if self.num == BUSIEST => alias,
            _ if self.alias => EvmAddress::new(Chance::new(subject::CONTRACT_ALIASES, self.num).bytes()),
            _ => accounts::long_zero(self.num),
        }
    }

    /// The creator, and the random source for the rest of its creation.
    pub(crate) fn maker(&self) -> (u64, Chance) {
        let mut chance = Chance::new(subject::CREATIONS, self.num);
        (accounts::any(&mut chance), chance)
    }

    pub(crate) fn created(&self) -> Timestamp {
        match self.num.checked_sub(BUSIEST) {
            Some(place @ 0..1000) => {
                let nanos = if place == 0 { 0 } else { u32::try_from(self.num).unwrap_or(0) };
                Timestamp { seconds: FIRST_MADE + (place + self.hours_later) * 3600, nanos }
            }
            _ => Timestamp::from_secs(FIRST_MADE + 500_000),
        }
    }

    /// Its results in time, `most` of them; the busiest takes the number from the options.
    pub(crate) fn stream(&self, busiest: u64) -> Stream {
        let most = if self.num == BUSIEST { busiest } else { self.most };
        Stream { contract: self.num, every: self.every, most }
    }

    /// The last moment up to now at which it can have been called.
    pub(crate) fn last_moment(&self, now: Timestamp) -> Timestamp {
        match self.lifecycle {
            Lifecycle::Deleted(_) | Lifecycle::Removed => now.min(versions::FIRST_CHANGE),
            _ => now,
        }
    }

    pub(crate) fn lists_creation(&self) -> bool {
        !self.made_inside && !matches!(self.code, Code::None)
    }
}

/// A kind of contract, by its calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub(crate) enum ContractKind {
    /// Swaps and liquidity.
    Router,
    /// Fungible tokens.
    Token,
    /// Unique tokens.
    Collectible,
    /// Proposals and confirmations.
    Multisig,
    /// Announced calls, which call the busiest contract.
    Timelock,
    /// Makes other contracts.
    Factory,
    /// Prices.
    Oracle,
    #[default]
    Counter,
    /// Any function of its interface.
    Interface,
    Greeter,
    /// Notes behind an upgradeable proxy.
    Notebook,
    /// Calls the ledger's system contracts.
    Services,
    /// Rare events.
    Lighthouse,
    /// Gas limits and gas used.
    Mill,
    /// Storage as Vyper lays it out.
    Reversed,
    /// Storage of every kind.
    Strongbox,
    /// Cuts of a diamond.
    Diamond,
    /// Pinned results only.
    Gallery,
}

/// A minimal proxy's code (EIP-1167), before and after the implementation's address.
const MINIMAL: ([u8; 10], [u8; 15]) = (hex!("363d3d373d3d3d363d73"), hex!("5af43d82803e903d91602b57fd5bf3"));
/// The code that creates a minimal proxy.
const MINIMAL_MAKER: [u8; 10] = hex!("3d602d80600a3d3981f3");

/// The creation code that returns the code after it, before and after the two bytes of the size.
const MAKER: ([u8; 1], [u8; 7]) = (hex!("61"), hex!("80600a3d393df3"));

/// The source of a contract's bytecode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum Code {
    #[default]
    None,
    Built(&'static str),
    Minimal(u64),
    /// Runtime code in hex, which no compiler made.
    Assembled(&'static str),
}

#[derive(Debug, Default)]
pub(crate) struct Deployed {
    pub(crate) creation: Vec<u8>,
    pub(crate) runtime: Vec<u8>,
}

impl Contract {
    pub(crate) fn deployed(&self) -> Deployed {
        match self.code {
            Code::None => Deployed::default(),
            Code::Minimal(target) => {
                let runtime = [MINIMAL.0.as_slice(), address_of(target).bytes(), &MINIMAL.1].concat();
                Deployed { creation: [MINIMAL_MAKER.as_slice(), &runtime].concat(), runtime }
            }
            Code::Assembled(digits) => {
                let runtime = hex::decode(digits).unwrap_or_default();
                let size = u16::try_from(runtime.len()).unwrap_or_default().to_be_bytes();
                Deployed { creation: [&MAKER.0[..], &size, &MAKER.1, &runtime].concat(), runtime }
            }
            Code::Built(name) => artifacts::named(name).map_or_else(Deployed::default, |artifact| Deployed {
                creation: [artifact.creation.as_slice(), &self.arguments].concat(),
                runtime: artifact.deployed(self.evm_address(), &self.immutables),
            }),
        }
    }

    /// The implementation, if this contract is a proxy.
    pub(crate) fn behind(&self) -> Option<u64> {
        match self.code {
            Code::Minimal(target) => Some(target),
            _ => self.behind,
        }
    }
}

/// The slot that names a proxy's implementation.
pub(crate) const IMPLEMENTATION_SLOT: Word =
    hex!("360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc");

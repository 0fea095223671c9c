//! Entities that every network has from the start: system contracts, accounts and files, by number or address.

use super::{ContractRef, EntityId, EvmAddress};

/// The kind of a system entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SystemKind {
    /// Answers calls but has no contract entity: a lookup finds nothing.
    Contract,
    /// An Ethereum precompile, known by its address only.
    Precompile,
    /// An account of the network, such as the treasury or a node's.
    Account,
    /// A file of the network, such as the fee schedule.
    File,
}

/// An entity or precompile that every network has, with its usual name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SystemEntity {
    /// Its number, in the network's own shard and realm; of a precompile, its address as a number.
    pub num: u64,
    /// Decides whether [`Self::num`] is an id or an address.
    pub kind: SystemKind,
    /// The name for lists, such as `Exchange rate`.
    pub name: &'static str,
}

const fn contract(num: u64, name: &'static str) -> SystemEntity {
    SystemEntity { num, kind: SystemKind::Contract, name }
}

const fn account(num: u64, name: &'static str) -> SystemEntity {
    SystemEntity { num, kind: SystemKind::Account, name }
}

const fn file(num: u64, name: &'static str) -> SystemEntity {
    SystemEntity { num, kind: SystemKind::File, name }
}

const fn precompile(num: u64, name: &'static str) -> SystemEntity {
    SystemEntity { num, kind: SystemKind::Precompile, name }
}

/// Entities with an id.
const ENTITIES: [SystemEntity; 26] = [
    contract(0x167, "Token service"),
    contract(0x168, "Exchange rate"),
    contract(0x169, "Pseudo-random numbers"),
    contract(0x16a, "Account service"),
    contract(0x16b, "Schedule service"),
    contract(0x16c, "Token service, second address"),
    contract(0x16d, "Hooks"),
    account(2, "Treasury"),
    account(50, "System administrator"),
    account(55, "Address book administrator"),
    account(56, "Fee schedule administrator"),
    account(57, "Exchange rate administrator"),
    account(58, "Freeze administrator"),
    account(59, "System delete administrator"),
    account(60, "System undelete administrator"),
    account(98, "Fee collection"),
    account(800, "Staking rewards"),
    account(801, "Node rewards"),
    account(802, "Fee collection, second account"),
    file(101, "Address book"),
    file(102, "Node details"),
    file(111, "Fee schedule"),
    file(112, "Exchange rates"),
    file(121, "Network settings"),
    file(122, "API permissions"),
    file(123, "Throttle settings"),
];

/// Ethereum precompiles, by address.
const PRECOMPILES: [SystemEntity; 17] = [
    precompile(0x1, "ecrecover"),
    precompile(0x2, "sha256"),
    precompile(0x3, "ripemd160"),
    precompile(0x4, "identity"),
    precompile(0x5, "modexp"),
    precompile(0x6, "ecAdd"),
    precompile(0x7, "ecMul"),
    precompile(0x8, "ecPairing"),
    precompile(0x9, "blake2f"),
    precompile(0xa, "point evaluation"),
    precompile(0xb, "BLS12 G1 add"),
    precompile(0xc, "BLS12 G1 multiply and sum"),
    precompile(0xd, "BLS12 G2 add"),
    precompile(0xe, "BLS12 G2 multiply and sum"),
    precompile(0xf, "BLS12 pairing check"),
    precompile(0x10, "BLS12 map to G1"),
    precompile(0x11, "BLS12 map to G2"),
];

/// Accounts of consensus nodes; a network may use fewer.
const NODES: std::ops::RangeInclusive<u64> = 3..=40;

impl SystemEntity {
    /// Looks a system entity up by the number of its id; shard and realm are ignored.
    pub fn by_id(id: EntityId) -> Option<Self> {
        let named = ENTITIES.iter().find(|entity| entity.num == id.num).copied();
        named.or_else(|| NODES.contains(&id.num).then(|| account(id.num, "Consensus node")))
    }

    /// Looks a system entity up by address: a precompile, or the entity of a long-zero address.
    pub fn by_address(address: EvmAddress) -> Option<Self> {
        let num = address.entity_num()?;
        let precompile = PRECOMPILES.iter().find(|entity| entity.num == num).copied();
        precompile.or_else(|| Self::by_id(EntityId::from_num(num)))
    }

    /// The system entity that a contract is named by.
    pub fn named(contract: ContractRef) -> Option<Self> {
        match contract {
            ContractRef::Id(id) => Self::by_id(id),
            ContractRef::Address(address) => Self::by_address(address),
        }
    }

    /// Name and kind: `Token service, a system contract`.
    pub fn summary(&self) -> String {
        let kind = match self.kind {
            SystemKind::Contract => "a system contract",
            SystemKind::Precompile => "an Ethereum precompile",
            SystemKind::Account => "a system account",
            SystemKind::File => "a system file",
        };
        format!("{}, {kind}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_addresses_name_the_same_service() {
        let by_id = SystemEntity::by_id(EntityId::from_num(359)).unwrap();
        assert_eq!(by_id.summary(), "Token service, a system contract");
        assert_eq!(SystemEntity::by_address(EvmAddress::long_zero(EntityId::from_num(0x167))), Some(by_id));
        assert_eq!(SystemEntity::by_id(EntityId::from_num(5001)), None);
    }

    #[test]
    fn small_addresses_are_precompiles_and_small_ids_accounts() {
        let two = EntityId::from_num(2);
        assert_eq!(SystemEntity::by_address(EvmAddress::long_zero(two)).unwrap().name, "sha256");
        assert_eq!(SystemEntity::by_id(two).unwrap().name, "Treasury");
        assert_eq!(SystemEntity::by_id(EntityId::from_num(7)).unwrap().name, "Consensus node");
    }
}

//! The things that can have a label: an entity, an address, a transaction or a hash.

use std::fmt;

use super::{ContractRef, EntityId, EvmAddress, HexBytes, TransactionId};

/// Bytes of the hashes of blocks and of Ethereum transactions, and of the network's own.
const HASH_BYTES: [usize; 2] = [32, 48];

/// The target of a label. A long-zero address is the entity with its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Labelled {
    /// An account, a contract, a token, a schedule, a file.
    Id(EntityId),
    Address(EvmAddress),
    Transaction(TransactionId),
    /// Of 32 or 48 bytes.
    Hash(HexBytes),
}

impl Labelled {
    /// Maximum length of the text, bytes. Longer texts name nothing.
    pub const ROOM_BYTES: usize = 256;

    /// Parses a complete text; `None` if it names nothing. Ids must be complete and in the realm of `home`: version
    /// numbers look like ids of other realms.
    pub fn parse(text: &str, home: EntityId) -> Option<Self> {
        if let Some(digits) = text.strip_prefix("0x") {
            if let Ok(address) = EvmAddress::parse_any_case(text) {
                return Some(Self::new(ContractRef::Address(address), home));
            }
            let is_hash = HASH_BYTES.iter().any(|bytes| digits.len() == bytes * 2);
            return is_hash.then(|| HexBytes::parse(text).map(Self::Hash)).flatten();
        }
        if !text.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        let is_near = |id: &EntityId| (id.shard, id.realm) == (home.shard, home.realm);
        let id = EntityId::parse(text).filter(is_near).map(Self::Id);
        id.or_else(|| TransactionId::parse(text).map(Self::Transaction))
    }

    /// Parses a complete text; an id may be in any shard and realm.
    pub fn parse_whole(text: &str) -> Option<Self> {
        let id = text.split(['-', '@']).next().and_then(EntityId::parse);
        Self::parse(text, id.unwrap_or(EntityId::from_num(0)))
    }

    /// An id or an address.
    pub fn new(named: ContractRef, home: EntityId) -> Self {
        match (named.entity_id(home), named) {
            (Some(id), _) | (None, ContractRef::Id(id)) => Self::Id(id),
            (None, ContractRef::Address(address)) => Self::Address(address),
        }
    }
}

impl fmt::Display for Labelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::Address(address) => f.write_str(&address.checksummed()),
            Self::Transaction(id) => id.fmt(f),
            Self::Hash(bytes) => f.write_str(&bytes.to_hex()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_addresses_and_hashes_can_be_labelled_and_nothing_else() {
        let home = EntityId::from_num(0);
        let hash = format!("0x{}", "ab".repeat(32));
        let wide = format!("0x{}", "ab".repeat(48));
        for (text, written) in [
            ("0.0.1002", "0.0.1002"),
            ("0x00000000000000000000000000000000000003ea", "0.0.1002"),
            ("0xb0551e9ecceb06cf6ea2879174aaf4da84633e85", "0xb0551e9EccEb06cF6ea2879174AaF4da84633e85"),
            ("0.0.1005@1795216518.468117137", "0.0.1005-1795216518-468117137"),
            (&hash, &hash),
            (&wide, &wide),
        ] {
            let read = Labelled::parse(text, home).map(|labelled| labelled.to_string());
            assert_eq!(read.map(|read| read.to_lowercase()), Some(written.to_lowercase()), "{text}");
        }
        for text in ["", "1002", "0.0", "0.8.24", "0x12", "deployer", "1795216518.468117137"] {
            assert_eq!(Labelled::parse(text, home), None, "{text}");
        }
    }
}

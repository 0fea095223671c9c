//! Names of accounts, contracts and executions, as written in a path and as labelled by the user.

use std::fmt;

use super::{EntityId, EvmAddress, HexBytes, TransactionId};

/// The path parameter `contractIdOrAddress`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContractRef {
    /// By its id: `0.0.5001`.
    Id(EntityId),
    /// By EVM address, alias or long-zero.
    Address(EvmAddress),
}

impl ContractRef {
    /// Parses `shard.realm.num` or one of its shorthands, 40 hex digits with or without `0x`, or
    /// `shard.realm.` before such digits (which address alone decides).
    ///
    /// Forty decimal digits are an address, according to the documented pattern.
    pub fn parse(text: &str, home: EntityId) -> Option<Self> {
        if let Some(id) = EntityId::parse_short(text, home) {
            return Some(Self::Id(id));
        }
        let (prefix, last) = text.rsplit_once('.').unwrap_or(("", text));
        let prefixed = prefix.is_empty()
            || (prefix.split('.').count() <= 2
                && prefix
                    .split('.')
                    .all(|part| part.len() <= 10 && super::entity_id::decimal(part).is_some()));
        (prefixed && prefix.is_empty() != text.contains('.'))
            .then(|| EvmAddress::parse(last).ok().map(Self::Address))?
    }

    /// The entity id, if it is known without a request: from an id, or from a long-zero address.
    pub fn entity_id(&self, home: EntityId) -> Option<EntityId> {
        match self {
            Self::Id(id) => Some(*id),
            Self::Address(address) => address.entity_num().map(|num| EntityId { num, ..home }),
        }
    }
}

impl fmt::Display for ContractRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::Address(address) => address.fmt(f),
        }
    }
}

/// The path parameter `idOrAliasOrEvmAddress`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AccountRef {
    /// By id or EVM address, as contracts are.
    Entity(ContractRef),
    /// By its alias: base32 (RFC 4648) in upper case, without padding.
    Alias(String),
}

/// The letters of an alias of 20 bytes, the shortest there is.
const MIN_ALIAS_LETTERS: usize = 32;
/// The letters of an alias of a nested key; the ledger allows fewer.
const MAX_ALIAS_LETTERS: usize = 256;

impl AccountRef {
    /// Parses an id, an EVM address, or an alias with or without the prefix `shard.realm.`.
    pub fn parse(text: &str, home: EntityId) -> Option<Self> {
        if let Some(entity) = ContractRef::parse(text, home) {
            return Some(Self::Entity(entity));
        }
        let (prefix, alias) = text.rsplit_once('.').unwrap_or(("", text));
        let numbers = |part: &str| super::entity_id::decimal(part).is_some();
        let is_prefixed =
            !text.contains('.') || (prefix.split('.').count() <= 2 && prefix.split('.').all(numbers));
        let is_alias = (MIN_ALIAS_LETTERS..=MAX_ALIAS_LETTERS).contains(&alias.len())
            && alias.bytes().all(|letter| matches!(letter, b'A'..=b'Z' | b'2'..=b'7'));
        (is_prefixed && is_alias).then(|| Self::Alias(alias.to_owned()))
    }

    /// The entity id, if it is known without a request.
    pub fn entity_id(&self, home: EntityId) -> Option<EntityId> {
        match self {
            Self::Entity(entity) => entity.entity_id(home),
            Self::Alias(_) => None,
        }
    }
}

impl From<ContractRef> for AccountRef {
    fn from(entity: ContractRef) -> Self {
        Self::Entity(entity)
    }
}

impl From<EntityId> for AccountRef {
    fn from(id: EntityId) -> Self {
        Self::Entity(ContractRef::Id(id))
    }
}

impl fmt::Display for AccountRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entity(entity) => entity.fmt(f),
            Self::Alias(alias) => f.write_str(alias),
        }
    }
}

/// The path parameter `transactionIdOrHash`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExecutionRef {
    /// By the id of its transaction; the latest try if there are several.
    Id(TransactionId),
    /// By hash: 32 bytes as results carry it, or the 48 bytes of a transaction's own.
    Hash(HexBytes),
}

impl ExecutionRef {
    /// Parses a transaction id in either spelling, or 64 or 96 hex digits with or without `0x`.
    pub fn parse(text: &str) -> Option<Self> {
        let whole = || HexBytes::parse(text).filter(|_| text.len().is_multiple_of(2));
        TransactionId::parse(text).map(Self::Id).or_else(|| Self::of_hash(whole()?))
    }

    /// By this hash, if it is as long as one is.
    pub fn of_hash(hash: HexBytes) -> Option<Self> {
        matches!(hash.len(), 32 | 48).then_some(Self::Hash(hash))
    }

    /// The hash of a transaction, which no operation on results takes: 48 bytes.
    pub fn transaction_hash(&self) -> Option<&HexBytes> {
        match self {
            Self::Hash(hash) if hash.len() == 48 => Some(hash),
            _ => None,
        }
    }
}

impl fmt::Display for ExecutionRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::Hash(hash) => f.write_str(&hash.to_hex()),
        }
    }
}

/// Bytes of the hashes of blocks and of Ethereum transactions, and of the network's own.
const HASH_BYTES: [usize; 2] = [32, 48];

/// The target of a label. A long-zero address is the entity with its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Labelled {
    /// An account, a contract, a token, a schedule, a file.
    Id(EntityId),
    /// An account or a contract by its EVM address.
    Address(EvmAddress),
    /// A transaction with all its children.
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
        let id = EntityId::parse(text).filter(|id| id.is_near(home)).map(Self::Id);
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

    const HEX: &str = "b0551e9ecceb06cf6ea2879174aaf4da84633e85";

    #[test]
    fn reads_every_documented_form() {
        let home = EntityId::from_num(0);
        let address = ContractRef::Address(EvmAddress::parse(HEX).unwrap());
        for (text, wanted) in [
            ("0.0.5001".to_owned(), ContractRef::Id(EntityId::from_num(5001))),
            ("0.5001".to_owned(), ContractRef::Id(EntityId::from_num(5001))),
            ("5001".to_owned(), ContractRef::Id(EntityId::from_num(5001))),
            (HEX.to_owned(), address),
            (format!("0x{HEX}"), address),
            (format!("0.0.{HEX}"), address),
            (format!("0.0x{HEX}"), address),
        ] {
            assert_eq!(ContractRef::parse(&text, home), Some(wanted), "{text}");
        }
    }

    #[test]
    fn refuses_the_rest() {
        for text in ["", ".", &format!(".{HEX}"), &format!("0.0.0.{HEX}"), "0x12", "5001-vfmkw", "0x0.0.5"] {
            assert_eq!(ContractRef::parse(text, EntityId::from_num(0)), None, "{text}");
        }
    }

    #[test]
    fn ids_addresses_and_aliases_are_told_apart() {
        let home = EntityId::from_num(0);
        let alias = "C67KUPXXV22GRG5TATV6PA7HCN3YKBTY";
        let read = |text: &str| AccountRef::parse(text, home);
        assert_eq!(read("1002"), Some(EntityId::from_num(1002).into()));
        for text in [alias.to_owned(), format!("0.0.{alias}"), format!("0.{alias}")] {
            assert_eq!(read(&text), Some(AccountRef::Alias(alias.to_owned())), "{text}");
        }
        let hex = "17beaa3ef7aeb4689bb304ebe783e71377850678";
        assert!(matches!(read(hex), Some(AccountRef::Entity(ContractRef::Address(_)))));
        for text in ["", "C67KUP", &alias.to_lowercase(), &format!("x.{alias}"), &format!("0.0.0.{alias}")] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn both_names_read_back_what_they_write() {
        for text in [
            "0.0.1005-1795216518-468117137".to_owned(),
            format!("0x{}", "ab".repeat(32)),
            format!("0x{}", "ab".repeat(48)),
        ] {
            assert_eq!(ExecutionRef::parse(&text).unwrap().to_string(), text);
        }
        for text in ["", "0x", "0.0.5001", "0xabcdef", &"a".repeat(63), "1795216207.5"] {
            assert_eq!(ExecutionRef::parse(text), None, "{text}");
        }
    }

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

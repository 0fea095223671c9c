//! How an account is named in a path: by entity id, by EVM address, or by its alias.

use std::fmt;

use super::{ContractRef, EntityId};

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

#[cfg(test)]
mod tests {
    use super::*;

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
}

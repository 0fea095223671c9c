//! How a contract is named in a path: by entity id or by EVM address.

use std::fmt;

use super::{EntityId, EvmAddress};

/// The path parameter `contractIdOrAddress`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContractRef {
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
}

//! The texts of a place: the one that parses back, and the one in words.

use ledger::query::{Op, TimestampFilter};
use ledger::{ContractRef, EntityId, SystemEntity};

/// A place as text.
#[derive(Default)]
pub(super) struct Description {
    /// The text that reads back.
    pub(super) text: String,
    /// What the place shows.
    pub(super) words: String,
    /// The contract that the place is about.
    pub(super) contract: Option<ContractRef>,
}

impl Description {
    pub(super) fn new(text: impl Into<String>, words: impl Into<String>) -> Self {
        Self { text: text.into(), words: words.into(), contract: None }
    }

    pub(super) fn about(self, contract: impl Into<Option<ContractRef>>) -> Self {
        Self { contract: contract.into(), ..self }
    }
}

/// The filters behind what they narrow: ` with order=asc`, or nothing.
pub(super) fn with_filters(pairs: &[(&str, String)]) -> String {
    let filters: Vec<String> = pairs.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    if filters.is_empty() { String::new() } else { format!(" with{}", filters.concat()) }
}

/// A contract, with the number in its address and what it is of the system.
pub(super) fn contract_words(contract: &ContractRef) -> String {
    match contract {
        ContractRef::Id(id) => format!("{id}{}", system_words(SystemEntity::by_id(*id))),
        ContractRef::Address(address) => {
            let entity = address.entity_num().map(|num| format!(" = entity {}", EntityId::from_num(num)));
            let system = system_words(SystemEntity::by_address(*address));
            format!("{}{}{system}", address.checksummed(), entity.unwrap_or_default())
        }
    }
}

/// What an entity of the system is, in brackets.
pub(super) fn system_words(entity: Option<SystemEntity>) -> String {
    entity.map(|entity| format!(" ({})", entity.summary())).unwrap_or_default()
}

/// The time of a version.
pub(super) fn time_words(filter: &TimestampFilter) -> String {
    let op = match filter.op {
        Op::Eq => "as of",
        Op::Gt => "valid after",
        Op::Gte => "valid from",
        Op::Lt => "valid before",
        Op::Lte => "valid up to",
        Op::Ne => "valid but at",
    };
    format!("{op} {}", filter.at.utc())
}

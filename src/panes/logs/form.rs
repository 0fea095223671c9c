//! The events as a list: every parameter of the operation in its filter form, topics also by what they stand for,
//! and where a row leads.

use std::sync::Arc;

use alloy_primitives::{U256, keccak256};

use crate::decode::abi::WORD;
use crate::ledger::query::{Limit, LogsQuery, Order, ParameterFault};
use crate::ledger::{ContractLog, ContractRef, EntityId, EvmAddress, HexBytes, NextLink, Page, RawJson};
use crate::message::{Answer, Ask, Place};
use crate::panes::Context;
use crate::panes::list::{Chip, Filterable, Listed, Words, fields};
use crate::widgets::form::FormField;

impl Filterable for LogsQuery {
    fn subject(&self) -> String {
        format!("events of {}", self.contract)
    }

    fn place(&self) -> Place {
        Place::Logs(Box::new(self.clone()))
    }

    fn pairs(&self) -> Vec<Chip> {
        self.pairs()
    }

    fn unfiltered(&self) -> Self {
        Self::all(self.contract)
    }

    fn with<'a>(
        &self,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
        _home: EntityId,
    ) -> Result<Self, Vec<ParameterFault>> {
        Self::from_pairs(self.contract, pairs)
    }

    fn fields(&self) -> Vec<FormField> {
        let topic = "an id, an address, a number, or 0x…";
        let own = [
            fields::text(self, "topic0", "event", "Transfer(address,address,uint256), or 0x…"),
            fields::text(self, "topic1", "topic 1", topic),
            fields::text(self, "topic2", "topic 2", topic),
            fields::text(self, "topic3", "topic 3", topic),
            fields::text(self, "timestamp", "consensus time", fields::TIMES),
            fields::text(self, "index", "index", "position; needs an exact time beside it"),
        ];
        own.into_iter().chain(fields::paging(self)).collect()
    }

    fn values(name: &str, text: &str, ctx: &Context<'_>) -> Result<Vec<String>, String> {
        match name {
            "timestamp" => fields::times(text, ctx.now),
            "topic0" | "topic1" | "topic2" | "topic3" => {
                let home = ctx.network.home;
                let one = |text| {
                    topic(text, name == "topic0", home)
                        .ok_or_else(|| format!("{text:?} cannot be made a topic"))
                };
                text.split(", ").filter(|one| !one.is_empty()).map(one).collect()
            }
            _ => Ok(fields::several(text)),
        }
    }
}

impl Listed for LogsQuery {
    type Row = ContractLog;

    const WORDS: Words = Words { open: "open its result", copy: "copy the event", more: "look further" };
    const ORDERS: &'static [(&'static str, &'static str)] = fields::IN_TIME;
    const USUAL: Order = Order::Desc;

    fn ask(self, next: Option<NextLink>) -> Ask {
        Ask::Logs(self, next)
    }

    fn page(answer: &Answer) -> Option<&Page<Arc<ContractLog>>> {
        match answer {
            Answer::Logs(page) => Some(page),
            _ => None,
        }
    }

    fn order(&self) -> Option<Order> {
        self.order
    }

    fn limit(&self) -> Option<Limit> {
        self.limit
    }

    fn sized(&self, order: Option<Order>, limit: Option<Limit>) -> Self {
        Self { limit, order, ..self.clone() }
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} events", self.contract, ctx.look.glyphs.crumb)
    }

    fn opened(&self, row: &ContractLog) -> Option<Place> {
        Some(Place::Result(self.contract, row.timestamp.value()?))
    }

    fn raw(row: &ContractLog) -> &RawJson {
        &row.raw
    }
}

/// The topic that a text stands for: its digits, the hash of an event's signature, or an entity, address or number
/// as it stands in a word.
fn topic(text: &str, event: bool, home: EntityId) -> Option<String> {
    let word = |number: U256| HexBytes::from(number.to_be_bytes::<WORD>().to_vec()).to_hex();
    if event && text.ends_with(')') && text.contains('(') {
        let signature: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        return Some(HexBytes::from(keccak256(signature).to_vec()).to_hex());
    }
    if text.starts_with("0x") && text.len() != 42 {
        return Some(text.to_owned());
    }
    if !text.contains('.')
        && let Ok(number) = U256::from_str_radix(text, 10)
    {
        return Some(word(number));
    }
    let address = match ContractRef::parse(text, home)? {
        ContractRef::Address(address) => address,
        ContractRef::Id(id) => EvmAddress::long_zero(id),
    };
    U256::try_from_be_slice(address.bytes()).map(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_topic(text: &str, event: bool) -> Option<String> {
        topic(text, event, EntityId::of(0))
    }

    #[test]
    fn topics_are_made_of_what_they_stand_for() {
        let transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
        assert_eq!(read_topic("Transfer(address, address,uint256)", true).as_deref(), Some(transfer));
        assert_eq!(read_topic(transfer, true).as_deref(), Some(transfer));
        let word = |digits: &str| Some(format!("0x{digits:0>64}"));
        assert_eq!(read_topic("0.0.1002", false), word("3ea"));
        assert_eq!(read_topic("1002", false), word("3ea"));
        assert_eq!(read_topic("0.1002", false), word("3ea"), "an id without its shard");
        let alias = "b0551e9ecceb06cf6ea2879174aaf4da84633e85";
        assert_eq!(read_topic(&format!("0x{alias}"), false), word(alias));
        for text in ["Transfer", "0.0.", "x"] {
            assert_eq!(read_topic(text, false), None, "{text}");
        }
    }
}

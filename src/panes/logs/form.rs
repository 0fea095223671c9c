//! The filter form of the events: every parameter of the operation, topics also by what they stand for.

use alloy_primitives::{U256, keccak256};

use crate::decode::abi::WORD;
use crate::ledger::query::{LogsQuery, Order};
use crate::ledger::{ContractRef, EntityId, EvmAddress, HexBytes, Timestamp, moment};
use crate::message::Place;
use crate::panes::filter::Reading;
use crate::widgets::form::{Fault, Form, FormField};

/// The fields of the topics, in order.
const TOPICS: [&str; 4] = ["topic0", "topic1", "topic2", "topic3"];

/// The form that shows a query.
pub(super) fn of(query: &LogsQuery) -> Form {
    let pairs = query.pairs();
    let value = |name| {
        let values: Vec<&str> =
            pairs.iter().filter(|(known, _)| *known == name).map(|(_, value)| value.as_str()).collect();
        values.join(", ")
    };
    let limit = query.limit.map(|limit| limit.rows().to_string()).unwrap_or_default();
    let order = query.order.unwrap_or(Order::Desc).name();
    let topic = "an id, an address, a number, or 0x…";
    Form::new(vec![
        FormField::text("topic0", "event", "Transfer(address,address,uint256), or 0x…", &value("topic0")),
        FormField::text("topic1", "topic 1", topic, &value("topic1")),
        FormField::text("topic2", "topic 2", topic, &value("topic2")),
        FormField::text("topic3", "topic 3", topic, &value("topic3")),
        FormField::text(
            "timestamp",
            "consensus time",
            "last 2h, 2026-11-20 14:00..15:00, gte:…",
            &value("timestamp"),
        ),
        FormField::text("index", "index", "position; needs an exact time beside it", &value("index")),
        FormField::choice("order", "order", &[("newest first", "desc"), ("oldest first", "asc")], order),
        FormField::text("limit", "page size", "1 to 100; 100 if empty", &limit),
    ])
}

/// The query that the form's content means.
///
/// # Errors
/// Names every field that is at fault, and why.
pub(super) fn read(
    form: &Form,
    query: &LogsQuery,
    now: Timestamp,
    home: EntityId,
) -> Result<LogsQuery, Vec<Fault>> {
    let mut faults: Vec<Fault> = Vec::new();
    let mut pairs: Vec<(&str, String)> = Vec::new();
    for field in form.fields() {
        let value = form.value(field.name).trim();
        if TOPICS.contains(&field.name) {
            for one in value.split(", ").filter(|one| !one.is_empty()) {
                match topic(one, field.name == "topic0", home) {
                    Some(topic) => pairs.push((field.name, topic)),
                    None => faults.push((field.name, format!("{one:?} cannot be made a topic"))),
                }
            }
        } else if field.name == "timestamp" {
            match moment::filters(value, now) {
                Ok(filters) => {
                    pairs.extend(filters.iter().map(|filter| ("timestamp", filter.to_string())));
                }
                Err(fault) => faults.push(("timestamp", fault.message)),
            }
        } else if !value.is_empty() {
            pairs.extend(value.split(", ").map(|one| (field.name, one.to_owned())));
        }
    }
    let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str()));
    match LogsQuery::from_pairs(query.contract, pairs) {
        Ok(query) if faults.is_empty() => Ok(query),
        Ok(_) => Err(faults),
        Err(more) => {
            faults.extend(more.into_iter().map(|fault| (fault.parameter, fault.message)));
            Err(faults)
        }
    }
}

/// The query that the form's content means, as it will be sent.
pub(super) fn preview(form: &Form, query: &LogsQuery, now: Timestamp, home: EntityId) -> Reading {
    let place = Place::Logs(Box::new(read(form, query, now, home)?)).to_string();
    Ok(place.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default())
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

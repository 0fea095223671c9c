//! The filter form of the event list, with every parameter of the operation and topics by their meaning, and the
//! place a row opens.

use ledger::query::{LogsQuery, Op, Order, TimestampFilter};
use ledger::{ContractLog, Timestamp};

use super::topics;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::{Filterable, Listed, Words, fields};
use crate::widgets::form::FormField;

impl Filterable for LogsQuery {
    fn subject(&self) -> String {
        format!("events of {}", self.contract)
    }

    fn place(&self) -> Place {
        Place::Logs(Box::new(self.clone()))
    }

    fn fields(&self) -> Vec<FormField> {
        let topic = "an id, an address, a number, or 0x…";
        let own = [
            fields::text(self, "topic0", "event", "its name, Transfer(address,address,uint256), or 0x…"),
            fields::text(self, "topic1", "topic 1", topic),
            fields::text(self, "topic2", "topic 2", topic),
            fields::text(self, "topic3", "topic 3", topic),
            fields::text(self, "timestamp", "consensus time", fields::TIMES),
            fields::text(self, "index", "index", "position; needs an exact time beside it"),
        ];
        own.into_iter().chain(fields::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, ctx: &Context<'_>) -> Result<Vec<String>, String> {
        match name {
            "timestamp" => fields::times(text, ctx.clock()),
            "topic0" => {
                let events = topics::split_list(text).into_iter();
                events.map(|event| topics::event(event, self.contract, ctx)).collect()
            }
            "topic1" | "topic2" | "topic3" => {
                let values = topics::split_list(text).into_iter().map(|value| topics::values(value, ctx));
                Ok(values.collect::<Result<Vec<_>, _>>()?.concat())
            }
            _ => Ok(fields::several(text)),
        }
    }
}

/// Maximum time that the live tail searches for a topic: six days.
const MAX_TAIL_MILLIS: u64 = 6 * 24 * 60 * 60 * 1_000;

impl Listed for LogsQuery {
    const WORDS: Words = Words { open: "open its result", copy: "copy the event", more: "load more" };
    const ORDERS: &'static [(&'static str, &'static str)] = fields::IN_TIME;
    const USUAL: Order = Order::Desc;
    const BY_DAY: bool = true;

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} events", self.contract, ctx.theme.glyphs.crumb)
    }

    /// Events that the server synthesizes for token transfers have no result.
    fn opened(&self, row: &ContractLog) -> Option<Place> {
        let at = row.timestamp.value()?;
        Some(if row.is_synthetic() { Place::TransactionAt(at) } else { Place::Result(self.contract, at) })
    }

    /// With a topic, servers search at most seven days per request.
    fn newer_than(&self, row: Option<&ContractLog>, seconds: u64, now: Timestamp) -> Option<Self> {
        let at = row.and_then(|row| row.timestamp.value()).unwrap_or(now).minus_seconds(seconds);
        let mut timestamp = TimestampFilter::beyond(&self.timestamp, at)?;
        if self.topics.iter().any(|topics| !topics.is_empty()) {
            timestamp.push(TimestampFilter { op: Op::Lt, at: at.plus_millis(MAX_TAIL_MILLIS) });
        }
        Some(Self { timestamp, order: Some(Order::Asc), ..self.clone() })
    }

    fn transaction(row: &ContractLog) -> Option<Timestamp> {
        row.timestamp.value()
    }
}

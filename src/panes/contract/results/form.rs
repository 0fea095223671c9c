//! The filter form of the results list, with every parameter of the operation, and the place a row opens.

use std::sync::Arc;

use ledger::query::{ExecutionQuery, Order, ResultQuery, ResultsQuery, TimestampFilter};
use ledger::{ContractRef, ContractResult, ExecutionRef, Timestamp};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::contract::calls::party;
use crate::panes::kit::{
    list::filters::Completions,
    list::{Filterable, Listed, Words, fields},
};
use crate::widgets::form::FormField;

impl Filterable for ResultsQuery {
    fn subject(&self) -> String {
        match self.contract {
            Some(contract) => format!("results of {contract}"),
            None => "results of all contracts".to_owned(),
        }
    }

    fn place(&self) -> Place {
        Place::Results(self.clone())
    }

    fn fields(&self) -> Vec<FormField> {
        let internal = if self.internal { "true" } else { "false" };
        let own = [
            fields::text(self, "from", "sender", "account id or EVM address"),
            fields::text(self, "timestamp", "consensus time", fields::TIMES),
            fields::text(self, "block.number", "block number", "70002150 or 0x42c2a36"),
            fields::text(self, "block.hash", "block hash", "64 or 96 hex digits"),
            fields::text(self, "transaction.index", "transaction index", "position in the block"),
            FormField::choice(
                "internal",
                "child transactions",
                &[("leave out", "false"), ("include", "true")],
                internal,
            ),
        ];
        own.into_iter().chain(fields::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, ctx: &Context<'_>) -> Result<Vec<String>, String> {
        if name == "timestamp" { fields::times(text, ctx.clock()) } else { Ok(vec![text.to_owned()]) }
    }
}

impl Listed for ResultsQuery {
    const WORDS: Words = Words { open: "open", copy: "copy the place of the row", more: "load another page" };
    const ORDERS: &'static [(&'static str, &'static str)] = fields::IN_TIME;
    const USUAL: Order = Order::Desc;
    const BY_DAY: bool = true;
    const ENDS: bool = true;
    const HAS_DETAILS: bool = true;

    fn title(&self, ctx: &Context<'_>) -> String {
        match self.contract {
            Some(contract) => format!("{contract} {} results", ctx.theme.glyphs.crumb),
            None => "results of all contracts".to_owned(),
        }
    }

    /// A child's result is listed under the contract that ran, which may be another one. A result without a
    /// contract is opened by its hash.
    fn opened(&self, row: &ContractResult) -> Option<Place> {
        if let Some(contract) = row.contract_id.value().map(ContractRef::Id).or(self.contract) {
            return Some(Place::Result(contract, row.timestamp.value()?));
        }
        let of = ExecutionRef::of_hash(row.hash.known()?.clone())?;
        Some(Place::Execution(ExecutionQuery::new(of)))
    }

    fn single(&self, row: &ContractResult) -> Option<ResultQuery> {
        let contract = row.contract_id.value().map(ContractRef::Id).or(self.contract)?;
        let timestamp = row.timestamp.value().filter(|_| row.lacks_details())?;
        Some(ResultQuery { contract, timestamp, weibar: false })
    }

    fn newer_than(&self, row: Option<&ContractResult>, seconds: u64, now: Timestamp) -> Option<Self> {
        let at = row.and_then(|row| row.timestamp.value()).unwrap_or(now).minus_seconds(seconds);
        let timestamp = TimestampFilter::beyond(&self.timestamp, at)?;
        Some(Self { timestamp, order: Some(Order::Asc), ..self.clone() })
    }

    fn completions(rows: &[Arc<ContractResult>], ctx: &Context<'_>) -> Vec<Completions> {
        let senders = rows.iter().filter_map(|row| Some(party(row.from.known()?, ctx.network.home)));
        vec![("from", fields::by_frequency(senders))]
    }

    fn transaction(row: &ContractResult) -> Option<Timestamp> {
        row.timestamp.value()
    }
}

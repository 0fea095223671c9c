//! The filter form of the contract list, with every parameter of the operation, and the place a row opens.

use ledger::query::{ContractsQuery, EntityFilter, Op, Order};
use ledger::{Contract, ContractRef, Timestamp};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::{Filterable, Listed, Words, fields};
use crate::widgets::form::FormField;

impl Filterable for ContractsQuery {
    fn subject(&self) -> String {
        "contracts".to_owned()
    }

    fn place(&self) -> Place {
        Place::Contracts(self.clone())
    }

    fn fields(&self) -> Vec<FormField> {
        let range = "0.0.5001, or a range: gte:5000, lt:6000";
        let own = [fields::text(self, "contract.id", "contract id", range)];
        own.into_iter().chain(fields::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, _ctx: &Context<'_>) -> Result<Vec<String>, String> {
        Ok(if name == "contract.id" { fields::several(text) } else { vec![text.to_owned()] })
    }
}

impl Listed for ContractsQuery {
    const WORDS: Words = Words { open: "open", copy: "copy the place of the row", more: "load another page" };
    const ORDERS: &'static [(&'static str, &'static str)] = fields::IN_TIME;
    const USUAL: Order = Order::Desc;

    fn title(&self, _ctx: &Context<'_>) -> String {
        "contracts".to_owned()
    }

    fn opened(&self, row: &Contract) -> Option<Place> {
        row.contract_id.value().map(|id| Place::contract(ContractRef::Id(id)))
    }

    /// Entity ids increase over time.
    fn newer_than(&self, newest: Option<&Contract>, _seconds: u64, _now: Timestamp) -> Option<Self> {
        let Some(newest) = newest else { return Some(Self { order: Some(Order::Asc), ..self.clone() }) };
        let id = newest.contract_id.value()?;
        let bounded = self.contract.iter().any(|filter| filter.op != Op::Gt && filter.op != Op::Gte);
        let contract = vec![EntityFilter { op: Op::Gt, id }];
        (!bounded).then(|| Self { contract, order: Some(Order::Asc), ..self.clone() })
    }

    fn transaction(_row: &Contract) -> Option<Timestamp> {
        None
    }

    fn time(row: &Contract) -> Option<Timestamp> {
        row.created_timestamp.value()
    }
}

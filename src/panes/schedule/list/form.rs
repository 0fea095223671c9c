//! The list of schedules: its filter form, with every parameter of the operation, and its links.

use std::sync::Arc;

use ledger::query::{EntityFilter, Op, Order, SchedulesQuery};
use ledger::{Schedule, Timestamp};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::{
    list::filters::Completions,
    list::{Filterable, Listed, Words, fields},
};
use crate::widgets::form::FormField;

impl Filterable for SchedulesQuery {
    fn subject(&self) -> String {
        "schedules".to_owned()
    }

    fn place(&self) -> Place {
        Place::Schedules(self.clone())
    }

    fn unfiltered(&self) -> Self {
        Self::newest_first()
    }

    fn fields(&self) -> Vec<FormField> {
        let range = "0.0.7002, or a range: gte:7000, lt:8000";
        let own = [
            fields::text(self, "account.id", "creator", "account id, such as 0.0.1002"),
            fields::text(self, "schedule.id", "schedule id", range),
        ];
        own.into_iter().chain(fields::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, _ctx: &Context<'_>) -> Result<Vec<String>, String> {
        Ok(if name == "schedule.id" { fields::several(text) } else { vec![text.to_owned()] })
    }
}

impl Listed for SchedulesQuery {
    const WORDS: Words = Words { open: "open", copy: "copy the place of the row", more: "load another page" };
    const ORDERS: &'static [(&'static str, &'static str)] = fields::IN_TIME;
    const USUAL: Order = Order::Asc;

    fn title(&self, _ctx: &Context<'_>) -> String {
        "schedules".to_owned()
    }

    fn opened(&self, row: &Schedule) -> Option<Place> {
        row.schedule_id.value().map(Place::Schedule)
    }

    /// Entity ids increase with time.
    fn newer_than(&self, newest: Option<&Schedule>, _seconds: u64, _now: Timestamp) -> Option<Self> {
        let Some(newest) = newest else { return Some(Self { order: Some(Order::Asc), ..self.clone() }) };
        let id = newest.schedule_id.value()?;
        let bounded = self.schedule.iter().any(|filter| filter.op != Op::Gt && filter.op != Op::Gte);
        let schedule = vec![EntityFilter { op: Op::Gt, id }];
        (!bounded).then(|| Self { schedule, order: Some(Order::Asc), ..self.clone() })
    }

    fn completions(rows: &[Arc<Schedule>], _ctx: &Context<'_>) -> Vec<Completions> {
        let creators = rows.iter().filter_map(|row| row.creator_account_id.known());
        vec![("account.id", fields::by_frequency(creators.map(ToString::to_string)))]
    }

    fn transaction(row: &Schedule) -> Option<Timestamp> {
        row.executed_timestamp.value()
    }

    fn time(row: &Schedule) -> Option<Timestamp> {
        row.consensus_timestamp.value()
    }
}

//! `GET /api/v1/schedules`: the list of scheduled transactions. Its parameters are those of real servers.

use super::contract::unknown;
use super::{EntityFilter, Limit, Op, Order, ParameterFault};
use crate::ledger::EntityId;

/// Which schedules, in which order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct SchedulesQuery {
    /// `account.id`: conditions on the creator.
    pub account: Option<EntityFilter>,
    /// `schedule.id`: conditions on the id; a range takes two.
    pub schedule: Vec<EntityFilter>,
    /// `limit`: rows a page; none means the server's own 25.
    pub limit: Option<Limit>,
    /// `order`; none means the server's own, oldest first.
    pub order: Option<Order>,
}

impl SchedulesQuery {
    /// The names of the filters, in the order of the form.
    pub const PARAMETERS: [&'static str; 4] = ["account.id", "schedule.id", "order", "limit"];

    /// Every schedule, newest first: what most people look for, though not the server's own order.
    pub fn newest_first() -> Self {
        Self { order: Some(Order::Desc), ..Self::default() }
    }

    /// Parses pairs of names and values; where a name may not repeat, the last value wins. Short ids are
    /// completed from `home`.
    ///
    /// # Errors
    /// Lists every parameter that is invalid, alone or in combination.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
        home: EntityId,
    ) -> Result<Self, Vec<ParameterFault>> {
        let mut query = Self::default();
        let mut faults = Vec::new();
        for (name, value) in pairs {
            let id = EntityFilter::parse(value, home);
            let fault = |name, message: &str| ParameterFault::new(name, message);
            match name {
                "account.id" => match id {
                    Some(filter) => query.account = Some(filter),
                    None => faults.push(fault("account.id", "write the creator's account id, such as 0.0.1002")),
                },
                "schedule.id" => match id {
                    Some(filter) => query.schedule.push(filter),
                    None => faults.push(fault(
                        "schedule.id",
                        "write a schedule's id, such as 0.0.7002, with gt: gte: lt: lte: before it for a range",
                    )),
                },
                "limit" => match Limit::parse(value) {
                    Some(limit) => query.limit = Some(limit),
                    None => faults.push(fault("limit", "a page has 1 to 100 rows")),
                },
                "order" => match Order::parse(value) {
                    Some(order) => query.order = Some(order),
                    None => faults.push(fault("order", "write asc or desc")),
                },
                _ => faults.push(unknown(name)),
            }
        }
        if query.schedule.iter().filter(|filter| filter.op == Op::Eq).count() > 1 {
            faults.push(ParameterFault::new("schedule.id", "no schedule has two ids: give one, or a range"));
        }
        if faults.is_empty() { Ok(query) } else { Err(faults) }
    }

    /// The query parameters to send: what differs from the server's defaults, and the limit if one was chosen.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let account = self.account.iter().map(|filter| ("account.id", filter.to_string()));
        let schedule = self.schedule.iter().map(|filter| ("schedule.id", filter.to_string()));
        let order =
            self.order.filter(|order| *order != Order::Asc).map(|order| ("order", order.name().to_owned()));
        let limit = self.limit.map(|limit| ("limit", limit.rows().to_string()));
        account.chain(schedule).chain(order).chain(limit).collect()
    }
}

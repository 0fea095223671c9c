//! `GET /api/v1/contracts`: the list of contracts. Its parameters are those of real servers.

use super::contract::unknown;
use super::{EntityFilter, Limit, Order, ParameterFault};
use crate::ledger::EntityId;

/// Which contracts, in which order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct ContractsQuery {
    /// `contract.id`: conditions on the id; a range takes two.
    pub contract: Vec<EntityFilter>,
    /// `limit`: rows a page; none means the server's own 25.
    pub limit: Option<Limit>,
    /// `order`; none means the largest id first.
    pub order: Option<Order>,
}

impl ContractsQuery {
    /// The names of the filters, in the order of the form.
    pub const PARAMETERS: [&'static str; 3] = ["contract.id", "order", "limit"];

    /// Parses pairs of names and values; where a name may not repeat, the last value wins. Short ids are
    /// completed from `home`.
    ///
    /// # Errors
    /// Lists every parameter that is invalid.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
        home: EntityId,
    ) -> Result<Self, Vec<ParameterFault>> {
        let mut query = Self::default();
        let mut faults = Vec::new();
        for (name, value) in pairs {
            match name {
                "contract.id" => match EntityFilter::parse(value, home) {
                    Some(filter) => query.contract.push(filter),
                    None => faults.push(ParameterFault::new(
                        "contract.id",
                        "write a contract's id, such as 0.0.5001, with gt: gte: lt: lte: before it for a range",
                    )),
                },
                "limit" => match Limit::parse(value) {
                    Some(limit) => query.limit = Some(limit),
                    None => faults.push(ParameterFault::new("limit", "a page has 1 to 100 rows")),
                },
                "order" => match Order::parse(value) {
                    Some(order) => query.order = Some(order),
                    None => faults.push(ParameterFault::new("order", "write asc or desc")),
                },
                _ => faults.push(unknown(name)),
            }
        }
        if faults.is_empty() { Ok(query) } else { Err(faults) }
    }

    /// The query parameters to send: what differs from the server's defaults, and the limit if one was chosen.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let contract = self.contract.iter().map(|filter| ("contract.id", filter.to_string()));
        let order =
            self.order.filter(|order| *order != Order::Desc).map(|order| ("order", order.name().to_owned()));
        let limit = self.limit.map(|limit| ("limit", limit.rows().to_string()));
        contract.chain(order).chain(limit).collect()
    }
}

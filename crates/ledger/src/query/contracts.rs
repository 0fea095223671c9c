//! `GET /api/v1/contracts`: the list of contracts. Its parameters are those of real servers.

use super::pairs::{Parameters, parse_limit, parse_order, sent, sent_paging, unknown, valid};
use super::{EntityFilter, Limit, Order, ParameterFault};
use crate::EntityId;

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
}

impl Parameters for ContractsQuery {
    fn cleared(&self) -> Self {
        Self::default()
    }

    fn set(&mut self, name: &str, value: &str, home: EntityId) -> Result<(), ParameterFault> {
        match name {
            "contract.id" => {
                let message =
                    "write a contract's id, such as 0.0.5001, with gt: gte: lt: lte: before it for a range";
                self.contract.push(valid(EntityFilter::parse(value, home), "contract.id", message)?);
            }
            "limit" => self.limit = Some(parse_limit(value)?),
            "order" => self.order = Some(parse_order(value)?),
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    fn pairs(&self) -> Vec<(&'static str, String)> {
        sent("contract.id", &self.contract).chain(sent_paging(self.order, Order::Desc, self.limit)).collect()
    }
}

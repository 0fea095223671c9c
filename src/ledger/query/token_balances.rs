//! `GET /api/v1/tokens/{tokenId}/balances`: who holds a token. Its parameters are those of real servers.

use super::contract::unknown;
use super::{EntityFilter, Limit, Order, ParameterFault};
use crate::ledger::EntityId;

/// Which holders of which token, in which order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenBalancesQuery {
    pub token: EntityId,
    /// `account.id`: conditions on the holder; a range takes two.
    pub account: Vec<EntityFilter>,
    /// `limit`: rows a page; none means the server's own 25.
    pub limit: Option<Limit>,
    /// `order`; none means the largest account id first.
    pub order: Option<Order>,
}

impl TokenBalancesQuery {
    /// The names of the filters, in the order of the form.
    pub const PARAMETERS: [&'static str; 3] = ["account.id", "order", "limit"];

    /// All holders of a token.
    pub fn of(token: EntityId) -> Self {
        Self { token, account: Vec::new(), limit: None, order: None }
    }

    /// Parses pairs of names and values; where a name may not repeat, the last value wins. Short ids are
    /// completed from `home`.
    ///
    /// # Errors
    /// Lists every parameter that is invalid.
    pub fn from_pairs<'a>(
        token: EntityId,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
        home: EntityId,
    ) -> Result<Self, Vec<ParameterFault>> {
        let mut query = Self::of(token);
        let mut faults = Vec::new();
        for (name, value) in pairs {
            match name {
                "account.id" => match EntityFilter::parse(value, home) {
                    Some(filter) => query.account.push(filter),
                    None => faults.push(ParameterFault::new(
                        "account.id",
                        "write an account's id, such as 0.0.1002, with gt: gte: lt: lte: before it for a range",
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
        let account = self.account.iter().map(|filter| ("account.id", filter.to_string()));
        let order =
            self.order.filter(|order| *order != Order::Desc).map(|order| ("order", order.name().to_owned()));
        let limit = self.limit.map(|limit| ("limit", limit.rows().to_string()));
        account.chain(order).chain(limit).collect()
    }
}

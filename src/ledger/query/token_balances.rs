//! `GET /api/v1/tokens/{tokenId}/balances`: who holds a token. Its parameters are those of real servers.

use super::pairs::{parse_limit, parse_order, sent, sent_paging, set_pairs, unknown, valid};
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
        set_pairs(Self::of(token), pairs, |query, name, value| query.set(name, value, home), |_| None)
    }

    fn set(&mut self, name: &str, value: &str, home: EntityId) -> Result<(), ParameterFault> {
        match name {
            "account.id" => {
                let message =
                    "write an account's id, such as 0.0.1002, with gt: gte: lt: lte: before it for a range";
                self.account.push(valid(EntityFilter::parse(value, home), "account.id", message)?);
            }
            "limit" => self.limit = Some(parse_limit(value)?),
            "order" => self.order = Some(parse_order(value)?),
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    /// The query parameters to send: what differs from the server's defaults, and the limit if one was chosen.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        sent("account.id", &self.account).chain(sent_paging(self.order, Order::Desc, self.limit)).collect()
    }
}

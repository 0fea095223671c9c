//! Queries for an account, now or as it was, and for the accounts that hold a token.

use super::{
    EntityFilter, LIMITS, Limit, ORDERS, Order, ParameterFault, Parameters, Values as _, parameters,
};
use crate::{AccountRef, EntityId, Timestamp};

/// Which account, and as of when.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AccountQuery {
    /// The path parameter `idOrAliasOrEvmAddress`.
    pub account: AccountRef,
    /// `timestamp`: the balance is the last known one until then; none means now.
    pub timestamp: Option<Timestamp>,
}

impl AccountQuery {
    /// The current account with this id or address.
    pub fn now(account: impl Into<AccountRef>) -> Self {
        Self { account: account.into(), timestamp: None }
    }

    /// The query parameters to send.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let timestamp = self.timestamp.map(|at| ("timestamp", at.to_string()));
        [("transactions", "false".to_owned())].into_iter().chain(timestamp).collect()
    }
}

/// Which holders of which token, in which order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenBalancesQuery {
    /// The path parameter `tokenId`.
    pub token: EntityId,
    /// `account.id`: conditions on the holder; a range takes two.
    pub account: Vec<EntityFilter>,
    /// `limit`: rows a page; none means the server's own 25.
    pub limit: Option<Limit>,
    /// `order`; none means the largest account id first.
    pub order: Option<Order>,
}

impl TokenBalancesQuery {
    /// All holders of a token.
    pub fn of(token: EntityId) -> Self {
        Self { token, account: Vec::new(), limit: None, order: None }
    }
}

impl Parameters for TokenBalancesQuery {
    parameters! { |value, home|
        "account.id" account = EntityFilter::parse(value, home),
            "write an account's id, such as 0.0.1002, with gt: gte: lt: lte: before it for a range";
        "order" order = Order::parse(value), ORDERS, unless Order::Desc;
        "limit" limit = Limit::parse(value), LIMITS;
    }

    fn cleared(&self) -> Self {
        Self::of(self.token)
    }
}

//! Queries for an account, now or as it was, and for the accounts that hold a token.

use super::{
    EntityFilter, Limit, Order, ParameterFault, Parameters, parse_limit, parse_order, sent, sent_paging,
    unknown, valid,
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
        let transactions = [("transactions", "false".to_owned())];
        transactions.into_iter().chain(sent("timestamp", &self.timestamp)).collect()
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
    /// The names of the filters, in the order of the form.
    pub const PARAMETERS: [&'static str; 3] = ["account.id", "order", "limit"];

    /// All holders of a token.
    pub fn of(token: EntityId) -> Self {
        Self { token, account: Vec::new(), limit: None, order: None }
    }
}

impl Parameters for TokenBalancesQuery {
    fn cleared(&self) -> Self {
        Self::of(self.token)
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

    fn pairs(&self) -> Vec<(&'static str, String)> {
        sent("account.id", &self.account).chain(sent_paging(self.order, Order::Desc, self.limit)).collect()
    }
}

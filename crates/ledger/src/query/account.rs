//! `GET /api/v1/accounts/{idOrAliasOrEvmAddress}`: an account, now or as it was.

use super::pairs::sent;
use crate::{AccountRef, Timestamp};

/// Which account, and as of when.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AccountQuery {
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

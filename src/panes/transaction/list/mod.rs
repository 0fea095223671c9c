//! The transactions of an account, or all: an endless list with every filter of the operation.
//!
//! ```text
//!   account.id 0.0.1002 ✕                                              chips, if any filter is active
//!     time (UTC)    type       result    fee ℏ   change ℏ   tokens   memo     the rows in view
//!   ▌✓ 23:59:46…    transfer   SUCCESS   0.01    -50.01     +2 USDC  rent
//!  ─ row 2 of 100 loaded in 1 page, more below ─────                  the page indicator
//!    0.0.1002-1795219186-000000001  payer 0.0.1002  entity …          the selected row, whole
//! ```

mod columns;
mod form;
mod rows;

use ledger::query::TransactionsQuery;
use ledger::{Timestamp, Transaction};

use self::columns::Transactions;
use super::amounts;
use crate::panes::Context;
use crate::panes::kit::nouns::tokens;
use crate::panes::kit::{
    Wants,
    list::{ListPane, PagedList, PaneRows},
};
use crate::widgets::feed::Identity;

pub type TransactionsPane = ListPane<TransactionsQuery, Transactions>;

impl Identity for Transaction {
    type Id = Timestamp;

    /// The consensus time, which is unique.
    fn identity(&self) -> Option<Self::Id> {
        self.consensus_timestamp.value()
    }
}

impl PaneRows<TransactionsQuery> for Transactions {
    fn for_query(query: &TransactionsQuery) -> Self {
        Self { account: query.one_account() }
    }

    fn wants(&self, list: &PagedList<TransactionsQuery>, ctx: &Context<'_>, wants: &mut Wants) {
        let moved = list.in_view(ctx).iter().flat_map(|row| amounts::tokens(row));
        for subject in tokens::subjects(moved) {
            wants.resolve(subject);
        }
    }
}

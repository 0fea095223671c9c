//! The accounts that hold a token, with their balances.
//!
//! ```text
//!   account.id gte:0.0.1002 ✕                                    chips, if any filter is active
//!    account       balance                                       the rows in view
//!   ▌0.0.1030     8,042.88
//!  ─ row 1 of 100 loaded in 1 page, more below ─────             the page indicator
//!    0.0.1030  804288689665 smallest units                       the selected row, whole
//! ```

mod form;
mod rows;

use decode::Subject;
use ledger::EntityId;
use ledger::query::TokenBalancesQuery;
use ledger::token_holder::TokenHolder;

use self::rows::Holders;
use crate::panes::Context;
use crate::panes::kit::{
    Wants,
    list::{ListPane, PagedList, PaneRows},
};
use crate::widgets::feed::Identity;

pub type HoldersPane = ListPane<TokenBalancesQuery, Holders>;

impl Identity for TokenHolder {
    type Id = EntityId;

    fn identity(&self) -> Option<Self::Id> {
        self.account.value()
    }
}

impl PaneRows<TokenBalancesQuery> for Holders {
    fn for_query(query: &TokenBalancesQuery) -> Self {
        Self { token: query.token }
    }

    fn wants(&self, _list: &PagedList<TokenBalancesQuery>, _ctx: &Context<'_>, wants: &mut Wants) {
        wants.resolve(Subject::Token(self.token));
    }
}

//! All contracts of the network, with every filter of the operation.
//!
//! ```text
//!   contract.id gte:0.0.5001 ✕                                   chips, if any filter is active
//!    contract   created     memo            state                 the rows in view
//!   ▌0.0.5215   2026-11-…   a lighthouse    deleted
//!  ─ row 1 of 100 loaded in 1 page, more below ─────             the page indicator
//!    0.0.5215  0xb055…                                           the selected row, whole
//! ```

mod form;
mod rows;

use ledger::query::ContractsQuery;
use ledger::{Contract, EntityId};

use self::rows::Contracts;
use crate::panes::kit::list::{ListPane, PaneRows};
use crate::widgets::feed::Identity;

pub type ContractsPane = ListPane<ContractsQuery, Contracts>;

impl Identity for Contract {
    type Id = EntityId;

    fn identity(&self) -> Option<Self::Id> {
        self.contract_id.value()
    }
}

impl PaneRows<ContractsQuery> for Contracts {
    fn for_query(_query: &ContractsQuery) -> Self {
        Self
    }
}

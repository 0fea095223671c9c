//! The filters of the pending schedules.

use ledger::query::PendingQuery;

use crate::message::Place;
use crate::panes::kit::list::{Filterable, fields};
use crate::widgets::form::FormField;

impl Filterable for PendingQuery {
    fn subject(&self) -> String {
        "pending schedules".to_owned()
    }

    fn place(&self) -> Place {
        Place::Pending(self.clone())
    }

    fn fields(&self) -> Vec<FormField> {
        let contract = "a contract's id or EVM address; empty for all";
        vec![
            fields::text(self, "contract", "calls", contract),
            fields::text(self, "account.id", "creator", "account id, such as 0.0.1002"),
        ]
    }
}

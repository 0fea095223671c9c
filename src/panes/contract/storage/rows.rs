//! What the rows say beside their columns, and why there are none.

use super::columns;
use super::places::Places;
use crate::ledger::StateSlot;
use crate::ledger::query::StateQuery;
use crate::message::Copied;
use crate::panes::Context;
use crate::panes::kit::list::{List, Rows, existence};
use crate::widgets::Role;
use crate::widgets::table::{Cell, Column};

impl Rows<StateQuery> for Places {
    fn columns(&self, ctx: &Context<'_>) -> Vec<Column> {
        columns::columns(self.widest(), ctx)
    }

    fn cells(&self, row: &StateSlot, ctx: &Context<'_>) -> Vec<Cell> {
        columns::cells(row, self, ctx)
    }

    fn whole(&self, row: &StateSlot, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
        columns::whole(row, self, ctx)
    }

    fn none(&self, list: &List<StateQuery>, ctx: &Context<'_>) -> Vec<Cell> {
        let denial = existence::denial(list.query().contract, ctx);
        if let Some(words) = denial.or_else(|| list.none_so_far()) {
            return words.into();
        }
        let head = match (list.is_filtered(), existence::is_certain(list.query().contract, ctx)) {
            (true, _) => "No slot passes these filters.",
            (false, true) => "This contract exists, but has written no slot.",
            (false, false) => "No slots.",
        };
        [vec![(head.to_owned(), Role::Heading)], list.filter_words()].concat()
    }

    fn copies(&self, _query: &StateQuery, row: &StateSlot) -> Vec<Copied> {
        columns::copies(row, self)
    }
}

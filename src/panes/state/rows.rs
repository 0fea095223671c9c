//! What the rows say beside their columns, and why there are none.

use super::columns;
use super::places::Places;
use crate::ledger::StateSlot;
use crate::ledger::query::StateQuery;
use crate::message::Copied;
use crate::panes::Context;
use crate::panes::list::{List, Rows};
use crate::widgets::Role;
use crate::widgets::table::{Cell, Column};

impl Rows<StateQuery> for Places {
    fn columns(&self, ctx: &Context<'_>) -> Vec<Column> {
        columns::columns(ctx)
    }

    fn cells(&self, row: &StateSlot, ctx: &Context<'_>) -> Vec<Cell> {
        columns::cells(row, self, ctx)
    }

    fn whole(&self, row: &StateSlot, _ctx: &Context<'_>) -> Vec<Vec<Cell>> {
        columns::whole(row, self)
    }

    fn none(&self, list: &List<StateQuery>, _ctx: &Context<'_>) -> Vec<Cell> {
        if let Some(words) = list.none_so_far() {
            return words.into();
        }
        let head = if list.is_filtered() {
            "No slot passes these filters."
        } else {
            "This contract has written no slot, or there is no such contract."
        };
        [vec![(head.to_owned(), Role::Heading)], list.filter_words()].concat()
    }

    fn copies(&self, _query: &StateQuery, row: &StateSlot) -> Vec<Copied> {
        columns::copies(row, self)
    }
}

//! Details of the selected slot, and the texts of an empty list.

use std::sync::Arc;

use decode::reading::Reader;
use ledger::StateSlot;
use ledger::query::StateQuery;

use super::columns::{self, Known, VALUE};
use super::places::Places;
use crate::message::Copied;
use crate::panes::Context;
use crate::panes::kit::list::{Columns, PagedList, Rows, Value, Valuer, existence};
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// Computes a slot's column values, with its name, off the main loop.
#[derive(Debug)]
struct SlotValuer(Places);

impl Valuer<StateSlot> for SlotValuer {
    fn values(&self, row: &StateSlot, _reader: &Reader<'_>) -> Vec<Value> {
        <Places as Columns>::values(&Known { row, places: &self.0 })
    }
}

impl Rows<StateQuery> for Places {
    const FIRST_COPY: Option<&'static str> = Some(VALUE);

    fn known<'a>(&'a self, row: &'a StateSlot, _ctx: &Context<'_>) -> Known<'a> {
        Known { row, places: self }
    }

    fn valuer(&self, _ctx: &Context<'_>) -> Arc<dyn Valuer<StateSlot>> {
        Arc::new(SlotValuer(self.named()))
    }

    fn changes(&self) -> usize {
        self.changes()
    }

    fn detail_lines(&self, row: &Known<'_>, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
        columns::detail_lines(row.row, self, ctx)
    }

    fn empty_state(&self, list: &PagedList<StateQuery>, ctx: &Context<'_>) -> Vec<Cell> {
        let denial = existence::denial(list.query().contract, ctx);
        if let Some(words) = denial.or_else(|| list.none_so_far()) {
            return words.into();
        }
        let head = match (list.is_filtered(), existence::is_certain(list.query().contract, ctx)) {
            (true, _) => "No matching slots.",
            (false, true) => "This contract exists, but has written no slot.",
            (false, false) => "No slots.",
        };
        [vec![(head.to_owned(), Role::Heading)], list.filter_words()].concat()
    }

    fn copies(&self, row: &Known<'_>) -> Vec<Copied> {
        let path = self.get(row.row).and_then(|(_, found)| found.path.as_ref());
        path.map(|path| Copied::new("path of the slot", path.to_string())).into_iter().collect()
    }
}

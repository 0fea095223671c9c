//! What the rows say beside their columns, and what stands where no event was found.

use super::columns;
use super::readings::Readings;
use super::windows::Windows;
use crate::ledger::ContractLog;
use crate::ledger::query::LogsQuery;
use crate::message::Copied;
use crate::panes::Context;
use crate::panes::list::{List, Pages as _, Rows};
use crate::widgets::Role;
use crate::widgets::table::{Cell, Column};

impl Rows<LogsQuery, Windows> for Readings {
    fn columns(&self, ctx: &Context<'_>) -> Vec<Column> {
        columns::columns(ctx)
    }

    fn cells(&self, row: &ContractLog, ctx: &Context<'_>) -> Vec<Cell> {
        columns::cells(row, self.of(row), ctx)
    }

    fn whole(&self, row: &ContractLog, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
        columns::whole(row, self.of(row), ctx)
    }

    fn none(&self, list: &List<LogsQuery, Windows>, _ctx: &Context<'_>) -> Vec<Cell> {
        let windows = list.pages();
        let head = match (windows.words(), list.is_filtered()) {
            (Some(words), _) => format!("No event passes these filters so far: {words}."),
            (None, true) => "No event passes these filters.".to_owned(),
            (None, false) => "This contract has emitted no event, or there is no such contract.".to_owned(),
        };
        let mut lines = vec![(head, Role::Heading)];
        lines.extend(list.filter_lines());
        if list.is_asking() {
            lines.push(("Looking further, a week at a time.".to_owned(), Role::Attention));
        } else if windows.is_stopped() {
            lines.push(("Stopped; looking further goes on from here.".to_owned(), Role::Attention));
        } else if list.feed().is_some_and(|feed| feed.more().is_some()) {
            lines.push(("Servers search a week at a time; looking further goes on.".to_owned(), Role::Plain));
        } else if list.is_filtered() {
            lines.push(("Clear the filters, or widen them.".to_owned(), Role::Plain));
        }
        lines.push(("Events of contracts that it calls stand in their own lists.".to_owned(), Role::Dim));
        lines
    }

    fn copies(&self, _query: &LogsQuery, row: &ContractLog) -> Vec<Copied> {
        columns::copies(row, self.of(row))
    }
}

//! Details of the selected event, and the texts of an empty list.

use std::sync::Arc;

use decode::reading::{Candidate, Reader};
use ledger::ContractLog;
use ledger::query::LogsQuery;

use super::columns::{self, EVENT, Events, Known};
use super::readings::question;
use super::windows::Windows;
use crate::panes::Context;
use crate::panes::kit::list::{Columns as _, PagedList, Pages as _, Rows, Value, Valuer, existence};
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// Computes an event's column values off the main loop.
#[derive(Debug)]
struct EventValuer;

impl Valuer<ContractLog> for EventValuer {
    fn values(&self, row: &ContractLog, reader: &Reader<'_>) -> Vec<Value> {
        let reading = reader.read_log(&question(row));
        Events::values(&Known { row, reading: Some(&reading), words: Candidate::in_full })
    }
}

impl Rows<LogsQuery, Windows> for Events {
    const FIRST_COPY: Option<&'static str> = Some(EVENT);

    fn known<'a>(&'a self, row: &'a ContractLog, _ctx: &Context<'_>) -> Known<'a> {
        Known { row, reading: self.readings.get(row), words: Candidate::summary }
    }

    fn valuer(&self, _ctx: &Context<'_>) -> Arc<dyn Valuer<ContractLog>> {
        Arc::new(EventValuer)
    }

    fn detail_lines(&self, row: &Known<'_>, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
        columns::detail_lines(*row, ctx)
    }

    fn empty_state(&self, list: &PagedList<LogsQuery, Windows>, ctx: &Context<'_>) -> Vec<Cell> {
        if let Some(words) = existence::denial(list.query().contract, ctx) {
            return words.into();
        }
        let windows = list.pages();
        let head = match (windows.progress(), list.is_filtered()) {
            (Some(words), _) => format!("No matching events so far: {words}."),
            (None, true) => "No matching events.".to_owned(),
            (None, false) if existence::is_certain(list.query().contract, ctx) => {
                "This contract exists, but has emitted no event.".to_owned()
            }
            (None, false) => "No events.".to_owned(),
        };
        let mut lines = vec![(head, Role::Heading)];
        lines.extend(list.filter_lines());
        if list.is_asking(ctx) {
            lines.push(("Searching, one week at a time.".to_owned(), Role::Attention));
        } else if windows.is_stopped() {
            lines.push(("Stopped; load more to continue from here.".to_owned(), Role::Attention));
        } else if list.feed().is_some_and(|feed| feed.more().is_some()) {
            lines.push(("Servers search one week at a time; load more to continue.".to_owned(), Role::Plain));
        } else if list.is_filtered() {
            lines.push(("Clear the filters, or widen them.".to_owned(), Role::Plain));
        }
        lines.push(("Events of the contracts it calls are in their own lists.".to_owned(), Role::Dim));
        lines
    }
}

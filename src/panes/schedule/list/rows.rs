//! The row texts outside the columns: the details of the selected row, the reason of an empty list, and the copy
//! menu.

use std::sync::Arc;

use decode::reading::Reader;
use ledger::query::{EntityFilter, Op, SchedulesQuery};
use ledger::{Schedule, Seen, Success, Text, Timestamp};

use crate::panes::Context;
use crate::panes::kit::list::{Columns as _, PagedList, Rows, Value, Valuer, labelled};
use crate::panes::schedule::row_text::{Standing, id, inner, signed};
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// The schedules of the list; a row needs no other answer.
#[derive(Debug)]
pub struct Schedules;

/// Computes the column values of a schedule off the event loop, with its state at `now`.
#[derive(Debug)]
struct ScheduleValuer {
    now: Timestamp,
    seen: Seen,
}

impl Valuer<Schedule> for ScheduleValuer {
    fn values(&self, row: &Schedule, _reader: &Reader<'_>) -> Vec<Value> {
        Schedules::values(&Standing::new(row, self.now, &self.seen))
    }
}

impl Rows<SchedulesQuery> for Schedules {
    fn known<'a>(&'a self, row: &'a Schedule, ctx: &Context<'a>) -> Standing<'a> {
        Standing::new(row, ctx.now, ctx.seen)
    }

    fn valuer(&self, ctx: &Context<'_>) -> Arc<dyn Valuer<Schedule>> {
        Arc::new(ScheduleValuer { now: ctx.now, seen: ctx.seen.clone() })
    }

    /// The values that the columns cut or omit.
    fn detail_lines(&self, row: &Standing<'_>, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
        let (inner, role) = inner(row, ctx);
        let executed = row.executed_timestamp.known().is_some();
        let untold = if executed && ctx.seen.ran(row) == Success::Unknown { NOT_REPORTED } else { "" };
        let memo = row.memo.known().map(Text::escaped).unwrap_or_default();
        let said = [
            ("", untold.to_owned()),
            ("creator ", id(&row.creator_account_id, ctx)),
            ("payer ", id(&row.payer_account_id, ctx)),
            ("signed ", signed(row)),
            ("memo ", memo),
        ];
        vec![[(format!("{inner}  "), role)].into_iter().chain(labelled(said)).collect()]
    }

    fn empty_state(&self, list: &PagedList<SchedulesQuery>, ctx: &Context<'_>) -> Vec<Cell> {
        let (query, network) = (list.query(), &ctx.network.name);
        if let Some(words) = list.none_so_far() {
            return words.into();
        }
        let creator = query.account.as_ref().and_then(one);
        let head = match (creator, query.schedule.as_slice()) {
            (None, []) if !list.is_filtered() => format!("No schedules on {network}."),
            (Some(creator), []) => format!("No schedule was created by {creator} on {network}."),
            (None, [filter]) if query.account.is_none() && filter.op == Op::Eq => {
                format!("No schedule {} on {network}.", filter.id)
            }
            _ => "No matching schedules.".to_owned(),
        };
        let mut lines = vec![(head, Role::Heading)];
        lines.extend(list.filter_words());
        if creator.is_some() {
            let words = "The filter is on who created a schedule; the one who pays for it may be another.";
            lines.push((words.to_owned(), Role::Dim));
        }
        lines
    }
}

/// Shown if the outcome of an executed schedule is unknown.
const NOT_REPORTED: &str = "whether it succeeded is not in this list";

/// The only account that passes the filter.
fn one(filter: &EntityFilter) -> Option<ledger::EntityId> {
    (filter.op == Op::Eq).then_some(filter.id)
}

//! The scheduled transactions: an endless list with every filter of the operation.
//!
//! ```text
//!   account.id 0.0.1002 ✕                                              chips, if any filter is active
//!    schedule    state       ends or ended (UTC)    inner transaction     creator  …   the rows in view
//!   ▌0.0.7007    ! expiring  in 2 min 55 s          transfer              0.0.1007 …
//!  ─ row 2 of 100 loaded in 1 page, more below ─────                  the page indicator
//!    transfer  creator 0.0.1007  payer 0.0.1002  signed 1  memo …      the selected row, whole
//! ```

mod columns;

use std::sync::Arc;

use decode::reading::Reader;
use ledger::query::{EntityFilter, Op, Order, SchedulesQuery};
use ledger::{EntityId, Schedule, Seen, Success, Text, Timestamp};

use super::lifecycle;
use crate::message::{Action, Place};
use crate::panes::kit::list::filters::Completions;
use crate::panes::kit::list::{
    Columns as _, Filterable, ListPane, Listed, PagedList, PaneRows, Rows, Value, Valuer, Words, filter_form,
    labelled,
};
use crate::panes::schedule::row_text::{Standing, id, inner, signed};
use crate::panes::{Context, Verbs};
use crate::widgets::Role;
use crate::widgets::feed::Identity;
use crate::widgets::form::FormField;
use crate::widgets::table::Cell;

pub type SchedulesPane = ListPane<SchedulesQuery, Schedules>;

impl Identity for Schedule {
    type Id = EntityId;

    /// The schedule's id, which is unique and never changes.
    fn identity(&self) -> Option<Self::Id> {
        self.schedule_id.value()
    }
}

impl PaneRows<SchedulesQuery> for Schedules {
    fn for_query(_query: &SchedulesQuery) -> Self {
        Self
    }

    fn verbs<'c>(
        &self,
        _list: &PagedList<SchedulesQuery>,
        _ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, SchedulesPane>,
    ) {
        verbs.global(Action::PendingSchedules, "pending");
    }

    /// Only the countdowns in view count.
    fn wake_at(&self, list: &PagedList<SchedulesQuery>, ctx: &Context<'_>) -> Option<Timestamp> {
        list.in_view(ctx).iter().filter_map(|row| lifecycle::moves_at(row, ctx.now)).min()
    }
}

impl Filterable for SchedulesQuery {
    fn subject(&self) -> String {
        "schedules".to_owned()
    }

    fn place(&self) -> Place {
        Place::Schedules(self.clone())
    }

    fn unfiltered(&self) -> Self {
        Self::newest_first()
    }

    fn fields(&self) -> Vec<FormField> {
        let range = "0.0.7002, or a range: gte:7000, lt:8000";
        let own = [
            filter_form::text(self, "account.id", "creator", "account id, such as 0.0.1002"),
            filter_form::text(self, "schedule.id", "schedule id", range),
        ];
        own.into_iter().chain(filter_form::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, _ctx: &Context<'_>) -> Result<Vec<String>, String> {
        Ok(if name == "schedule.id" { filter_form::several(text) } else { vec![text.to_owned()] })
    }
}

impl Listed for SchedulesQuery {
    const WORDS: Words = Words { open: "open", copy: "copy the place of the row", more: "load another page" };
    const ORDERS: &'static [(&'static str, &'static str)] = filter_form::IN_TIME;
    const USUAL: Order = Order::Asc;

    fn title(&self, _ctx: &Context<'_>) -> String {
        "schedules".to_owned()
    }

    fn opened(&self, row: &Schedule) -> Option<Place> {
        row.schedule_id.value().map(Place::Schedule)
    }

    /// Entity ids increase with time.
    fn newer_than(&self, newest: Option<&Schedule>, _seconds: u64, _now: Timestamp) -> Option<Self> {
        let Some(newest) = newest else { return Some(Self { order: Some(Order::Asc), ..self.clone() }) };
        let id = newest.schedule_id.value()?;
        let bounded = self.schedule.iter().any(|filter| filter.op != Op::Gt && filter.op != Op::Gte);
        let schedule = vec![EntityFilter { op: Op::Gt, id }];
        (!bounded).then(|| Self { schedule, order: Some(Order::Asc), ..self.clone() })
    }

    fn completions(rows: &[Arc<Schedule>], _ctx: &Context<'_>) -> Vec<Completions> {
        let creators = rows.iter().filter_map(|row| row.creator_account_id.known());
        vec![("account.id", filter_form::by_frequency(creators.map(ToString::to_string)))]
    }

    fn transaction(row: &Schedule) -> Option<Timestamp> {
        row.executed_timestamp.value()
    }

    fn time(row: &Schedule) -> Option<Timestamp> {
        row.consensus_timestamp.value()
    }
}

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
fn one(filter: &EntityFilter) -> Option<EntityId> {
    (filter.op == Op::Eq).then_some(filter.id)
}

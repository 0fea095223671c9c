//! The columns of the pending schedules.

use decode::reading::Candidate;
use ledger::schedule::Lifecycle;
use ledger::{EntityId, Schedule, Seen, Text, Timestamp};

use super::Row;
use super::calls::Calls;
use crate::message::{Copied, Place};
use crate::panes::Context;
use crate::panes::kit::list::{Column, ColumnOf, Columns, Counted, MemoryRows, Value};
use crate::panes::schedule::row_text::Standing;
use crate::panes::schedule::{lifecycle, row_text};
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// A row, its decoded call data if available, and its current state.
pub struct Known<'a> {
    row: &'a Row,
    call: Option<&'a Candidate>,
    state: &'static str,
}

#[derive(Clone, Copy)]
pub struct BoardRows<'a> {
    pub(super) rows: &'a [Row],
    pub(super) calls: &'a Calls,
    pub(super) moment: &'a (Timestamp, Seen),
}

impl MemoryRows for BoardRows<'_> {
    type Name = EntityId;
    type Columns = Pending;

    fn columns(&self) -> &Pending {
        &Pending
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn name(&self, at: usize) -> Option<EntityId> {
        self.rows.get(at).map(|row| row.id)
    }

    fn row(&self, at: usize) -> Option<Known<'_>> {
        let (row, (now, seen)) = (self.rows.get(at)?, self.moment);
        let state = Standing::new(&row.schedule, *now, seen).state;
        Some(Known { row, call: self.calls.get(row.id), state })
    }

    fn opened(&self, at: usize) -> Option<Place> {
        self.rows.get(at).map(|row| Place::Schedule(row.id))
    }

    fn copies(&self, at: usize) -> Vec<Copied> {
        let Some(row) = self.rows.get(at) else { return Vec::new() };
        let call = self.calls.get(row.id).map(|call| Copied::new("call", call.in_full()));
        let data = row.call.as_ref().map(|(_, data)| Copied::new("call data", data.to_hex()));
        let place = self.opened(at).map(|place| Copied::new("place", place.to_string()));
        let columns = self.row(at).map(|row| Pending::copied(&row)).unwrap_or_default();
        place.into_iter().chain(columns).chain(call).chain(data).collect()
    }

    fn json(&self, at: usize) -> Option<String> {
        Some(self.rows.get(at)?.schedule.raw.raw().to_owned())
    }
}

pub struct Pending;

impl Columns for Pending {
    type Row<'a> = Known<'a>;

    const LIST: &'static str = "pending schedules";

    const COUNTED: &'static [Counted] = &[
        Counted::values("creator").nothing("not reported"),
        Counted::names("inner transaction").nothing("unknown"),
        Counted::values("payer").nothing("not reported"),
        Counted::values("runs").nothing("not reported"),
        Counted::values("state"),
        Counted::times("expiration").nothing("not reported"),
    ];

    fn leads(column: &'static str, it: &Known<'_>, _ctx: &Context<'_>) -> Option<Place> {
        match column {
            "inner transaction" => it.row.call.as_ref().map(|(contract, _)| Place::contract(*contract)),
            _ => row_text::leads(column, &it.row.schedule),
        }
    }

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::text("expiration", 13).titled("left").shows(
            |it, ctx| left(it.row.schedule.lifecycle(ctx.now), ctx),
            |it| Value::time(it.row.schedule.expiration_time.value()),
        ),
        Column::text("schedule id", 10).titled("schedule").of(|it| Value::text(Some(it.row.id))),
        Column::text("state", 10).shows(
            |it, ctx| {
                let (state, ran) = (it.row.schedule.lifecycle(ctx.now), ctx.seen.ran(&it.row.schedule));
                let (sign, role) = lifecycle::sign(state, ran, &ctx.theme.glyphs);
                (format!("{sign} {}", lifecycle::label(state, ran)), role)
            },
            |it| Value::text(Some(it.state)),
        ),
        Column::text("inner transaction", 17).grows(2).shows(
            |it, ctx| match it.call {
                Some(call) => (call.summary(), Role::Plain),
                None => row_text::inner(&it.row.schedule, ctx),
            },
            |it| {
                let call = it.call.map(Candidate::in_full);
                Value::text(call.or_else(|| row_text::transaction(&it.row.schedule)))
            },
        ),
        Column::number("signed", 6).rank(1).shows(
            |it, _| (row_text::signed(&it.row.schedule), Role::Plain),
            |it| Value::number(row_text::signatures(&it.row.schedule)),
        ),
        Column::text("runs", 11)
            .rank(2)
            .of(|it| Value::text(Some(runs(&it.row.schedule)).filter(|runs| !runs.is_empty()))),
        Column::text("creator", 10).rank(3).shows(
            |it, ctx| (row_text::id(&it.row.schedule.creator_account_id, ctx), Role::Plain),
            |it| Value::text(it.row.schedule.creator_account_id.known()),
        ),
        Column::text("payer", 10).rank(5).shows(
            |it, ctx| (row_text::id(&it.row.schedule.payer_account_id, ctx), Role::Plain),
            |it| Value::text(it.row.schedule.payer_account_id.known()),
        ),
        Column::text("memo", 8).grows(1).rank(4).shows(
            |it, _| (it.row.schedule.memo.known().map(Text::escaped).unwrap_or_default(), Role::Plain),
            |it| Value::text(row_text::memo(&it.row.schedule)),
        ),
    ];
}

/// The countdown, or that the schedule has ended.
fn left(state: Lifecycle, ctx: &Context<'_>) -> Cell {
    match lifecycle::end(state) {
        Some(end) if end > ctx.now => {
            let soon = matches!(state, Lifecycle::Expiring(_));
            (lifecycle::left(end, ctx.now), if soon { Role::Attention } else { Role::Plain })
        }
        Some(_) => ("time is up".to_owned(), Role::Attention),
        None => (ctx.theme.glyphs.none.to_owned(), Role::Dim),
    }
}

/// The condition of the execution.
fn runs(schedule: &Schedule) -> &'static str {
    match schedule.wait_for_expiry.value() {
        Some(true) => "at its end",
        Some(false) => "when signed",
        None => "",
    }
}

//! The rows of the pending schedules: their columns, their decoded calls, and the selected row in full. The calls
//! are decoded together, off the event loop, and again when more interfaces are known.

use std::collections::BTreeMap;

use decode::Subject;
use decode::reading::{CallQuestion, CallReading, Candidate, Questions};
use ledger::schedule::Lifecycle;
use ledger::{ContractRef, EntityId, Schedule, Seen, Text, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::board::Board;
use super::{PendingSchedules, Row};
use crate::message::{Copied, Place};
use crate::panes::Context;
use crate::panes::kit::list::{
    Areas, Column, ColumnOf, Columns, Counted, MemoryList, MemoryRows, Value, footer, say,
};
use crate::panes::kit::nouns::values;
use crate::panes::kit::{Taken, Wants};
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
        Column::text("state", 10)
            .shows(|it, ctx| row_text::state(&it.row.schedule, ctx), |it| Value::text(Some(it.state))),
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

/// The most contracts to look up.
const MAX_CONTRACTS: usize = 8;

#[derive(Debug, Default)]
pub(super) struct Calls {
    question: Questions<CallQuestion>,
    /// The schedules of these calls, in the order of the question.
    ids: Vec<EntityId>,
    contracts: Vec<ContractRef>,
    /// The number of rows on the board at the time of the question; rows are never removed.
    rows: usize,
    taken: Taken,
    read: BTreeMap<EntityId, CallReading>,
}

impl Calls {
    /// Adds the decodings, and the contracts whose interfaces improve them.
    pub(super) fn wants(&self, wants: &mut Wants) {
        if !self.ids.is_empty() {
            wants.add_optional(&self.question);
        }
        self.contracts.iter().for_each(|contract| wants.resolve(Subject::Contract(*contract)));
    }

    /// Asks about new calls on the board, and takes over the decodings.
    pub(super) fn rebuild_view(&mut self, board: &Board, ctx: &Context<'_>) {
        if self.rows != board.rows().len() {
            self.rows = board.rows().len();
            self.ask(board);
        }
        if let Some(calls) = self.taken.if_new(ctx.get(&self.question)) {
            self.read = self.ids.iter().copied().zip(calls.iter().cloned()).collect();
        }
    }

    fn ask(&mut self, board: &Board) {
        let calls = board.rows().iter().filter_map(|row| Some((row.id, row.call.as_ref()?)));
        let calls: BTreeMap<_, _> = calls.collect();
        if calls.keys().eq(&self.ids) {
            return;
        }
        self.ids = calls.keys().copied().collect();
        self.contracts.clear();
        for (contract, _) in calls.values() {
            if self.contracts.len() < MAX_CONTRACTS && !self.contracts.contains(contract) {
                self.contracts.push(*contract);
            }
        }
        let questions = calls.into_values().map(|(contract, input)| CallQuestion {
            contract: Some(*contract),
            input: input.clone(),
            ..CallQuestion::default()
        });
        self.question = questions.collect();
    }

    /// The decoded call of a schedule; `None` if it is not decoded.
    pub(super) fn get(&self, id: EntityId) -> Option<&Candidate> {
        self.read.get(&id)?.input.best()
    }
}

/// Draws the reason of an empty list.
pub(super) fn draw_empty(pane: &PendingSchedules, ctx: &Context<'_>, table: Rect, buf: &mut Buffer) {
    if !pane.scan.has_begun() {
        let subject = format!("schedules on {}", ctx.network.name);
        pane.scan.fetched(ctx).view_missing(ctx, &subject, table, buf);
        return;
    }
    let none = if pane.filters.is_set() { " that passes the filters" } else { "" };
    let lines = [
        (format!("No schedule{none} is pending on {}.", ctx.network.name), Role::Heading),
        (values::sentence(&pane.scan.progress()), Role::Plain),
        ("The list is refreshed every 30 s.".to_owned(), Role::Dim),
    ];
    say(&lines, ctx, table, buf);
}

/// Draws the parts around the rows: chips, the selected row in full, the rule for its state, and the progress.
pub(super) fn draw_around(
    pane: &PendingSchedules,
    list: &MemoryList<EntityId>,
    ctx: &Context<'_>,
    buf: &mut Buffer,
) {
    let Areas { chips, table, footer } = pane.filters.areas(ctx.body);
    pane.filters.view_chips(ctx, chips, buf);
    let Some(row) = pane.selected(list) else { return };
    let (open, ended) = pane.board.count();
    let ended = if ended == 0 { String::new() } else { format!(", {ended} ended") };
    let words = format!("{open} pending{ended}; {}", pane.scan.progress());
    let whole = whole_row(pane, row, ctx);
    let len = u16::try_from(list.len(&pane.board_rows())).unwrap_or(u16::MAX);
    let spare = table.height.saturating_sub(1).saturating_sub(len);
    footer::Band::new(&whole, spare, footer, ctx).view((words, Role::Dim), ctx, buf);
}

/// The row in full, and the rule for its state.
fn whole_row(pane: &PendingSchedules, row: &Row, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
    let schedule = &row.schedule;
    let (inner, _) = row_text::inner(schedule, ctx);
    let inner = match pane.calls.get(row.id) {
        Some(call) => format!("{inner}: {}", call.summary()),
        None => inner,
    };
    let memo = schedule.memo.known().map(Text::escaped).filter(|memo| !memo.is_empty());
    let memo = memo.map(|memo| format!("  memo {memo}")).unwrap_or_default();
    let line = format!(
        "{inner}  creator {}  payer {}  signed {}{memo}",
        row_text::id(&schedule.creator_account_id, ctx),
        row_text::id(&schedule.payer_account_id, ctx),
        row_text::signed(schedule),
    );
    let rule = lifecycle::rule(schedule, ctx.now);
    vec![vec![(line, Role::Plain)], vec![(rule, Role::Dim)]]
}

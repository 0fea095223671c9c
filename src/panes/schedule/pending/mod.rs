//! Every schedule that is pending, soonest end first, live until it ends.
//!
//! ```text
//!   contract 0.0.5001 ✕                                                chips, if any filter is active
//!    left            schedule    state       inner transaction     signed  runs       …
//!   ▌9 min 0 s       0.0.7007    ! expiring  transfer                   1  when signed
//!  ─ 3 pending, 1 ended; read 119 schedules in 2 pages: all there are    what was read
//!    not executed, not deleted, and its expiration time is ahead …       the rule that put the row here
//! ```

mod board;
mod calls;
mod columns;
mod form;
mod scan;
mod steps;
mod view;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::board::{Board, Row};
use self::calls::Calls;
use self::columns::{BoardRows, Pending};
use self::scan::Scan;
use self::steps::Listed;
use super::lifecycle;
use crate::ledger::query::PendingQuery;
use crate::ledger::{EntityId, Seen, Timestamp};
use crate::message::operation::ScheduleQuery;
use crate::message::{Action, Arrangement, Click, Contents, Copied, Effect, Input, Place};
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{Filterable as _, Filters, RowsInMemory, StepRows, chips};
use crate::panes::kit::on_sheet;
use crate::panes::kit::{Once, Wants};
use crate::panes::{ActionHint, Context, Pane, Status, action_hint};
use crate::widgets::{Link, Role, Split};

/// The pane.
#[derive(Debug)]
pub struct PendingSchedulesPane {
    filters: Filters<PendingQuery>,
    scan: Scan,
    board: Board,
    calls: Calls,
    /// The schedule near its end that is polled now.
    poll: Once<ScheduleQuery>,
    paused: bool,
    local: RowsInMemory<EntityId>,
    /// What the states are as of.
    moment: (Timestamp, Seen),
}

impl PendingSchedulesPane {
    /// Opens the pane and begins to read.
    pub fn open(query: PendingQuery, ctx: &Context<'_>) -> Self {
        Self {
            scan: Scan::begin(query.asked(), ctx.now),
            filters: Filters::new(query),
            board: Board::default(),
            calls: Calls::default(),
            poll: Once::default(),
            paused: false,
            local: RowsInMemory::default(),
            moment: (ctx.now, ctx.seen.clone()),
        }
    }

    fn click(&mut self, click: Click, ctx: &Context<'_>) -> Vec<Effect> {
        let (table, query) = (self.table(ctx), self.filters.query());
        let rows = BoardRows { rows: self.board.rows(), calls: &self.calls, query, moment: &self.moment };
        self.local.click(click, &rows, table, ctx).effects(|| self.act(Action::Open, ctx))
    }

    /// Takes the schedule that is polled, once it has come.
    fn take_poll(&mut self, ctx: &Context<'_>) {
        let Some((query, outcome)) = self.poll.receive(ctx) else { return };
        if let Ok(schedule) = outcome {
            self.board.update(
                std::slice::from_ref(schedule),
                self.filters.query(),
                ctx.network.home,
                ctx.now,
            );
        }
        self.board.note_failed_poll(query.0, ctx.now);
    }

    /// Keeps the same schedule selected.
    fn keep_selected(&mut self, ctx: &Context<'_>) {
        self.moment = (ctx.now, ctx.seen.clone());
        let query = self.filters.query();
        let rows = BoardRows { rows: self.board.rows(), calls: &self.calls, query, moment: &self.moment };
        self.local.update(&rows, ctx);
        let table = self.filters.areas(self.local.within(ctx).body).table;
        self.local.settle(&rows, table.below(1).height);
    }

    fn next_poll(&self, now: Timestamp) -> Option<(Timestamp, EntityId)> {
        self.board.next(now).filter(|_| !self.poll.is_asked())
    }

    /// The schedules on the board.
    fn rows(&self) -> BoardRows<'_> {
        BoardRows {
            rows: self.board.rows(),
            calls: &self.calls,
            query: self.filters.query(),
            moment: &self.moment,
        }
    }

    /// A row that is shown.
    fn row_at(&self, at: usize) -> Option<&Row> {
        self.board.rows().get(self.local.place(&self.rows(), at)?)
    }

    fn row(&self) -> Option<&Row> {
        self.row_at(self.local.cursor())
    }

    fn table(&self, ctx: &Context<'_>) -> Rect {
        self.filters.areas(self.local.within(ctx).body).table
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let copied = |what: &str, text: String| Copied::new(what, text);
        let row = self.row().map(|row| {
            let call = self.calls.get(row.id).map(|call| copied("call", call.in_full()));
            let data = row.call.as_ref().map(|(_, data)| copied("call data", data.to_hex()));
            let id = copied("schedule id", row.id.to_string());
            [id].into_iter()
                .chain(call)
                .chain(data)
                .chain([copied("row as JSON", row.schedule.raw.raw().to_owned())])
        });
        let mut all = self.local.marked_copies(&self.rows(), ctx);
        all.extend(row.into_iter().flatten());
        all.push(on_sheet::copied_place(&self.place()));
        all.extend(on_sheet::copied_request(self.scan.fetched(ctx).url()));
        all
    }
}

impl Pane for PendingSchedulesPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let (table, query) = (self.table(ctx), self.filters.query());
        let rows = BoardRows { rows: self.board.rows(), calls: &self.calls, query, moment: &self.moment };
        if let Some(effects) = self.local.act(action, &rows, table, ctx) {
            self.keep_selected(ctx);
            return effects;
        }
        match action {
            Action::Open => Effect::go(self.row().map(|row| Place::Schedule(row.id))),
            Action::Contract => {
                let called = self.row().and_then(|row| row.call.as_ref()).map(|(contract, _)| *contract);
                Effect::go(called.map(Place::contract))
            }
            Action::Refresh => {
                self.scan.again(self.board.oldest(), ctx);
                vec![Effect::Refresh]
            }
            Action::MorePages => {
                self.scan.more();
                Vec::new()
            }
            Action::Pause => {
                self.paused = !self.paused;
                Vec::new()
            }
            Action::Filter => {
                self.filters.open([], ctx);
                Vec::new()
            }
            Action::Reset => self.filters.to(&PendingQuery::default()),
            Action::Copy => {
                let text = self.row().map(|row| Place::Schedule(row.id).to_string());
                Effect::copy(text.map(|text| Copied::new("place", text)))
            }
            Action::CopyMenu => vec![Effect::CopyMenu(self.copies(ctx))],
            Action::Raw => {
                let raw = self.row().map(|row| (format!("schedule {}", row.id), row.schedule.raw.clone()));
                raw.map(|(title, raw)| vec![Effect::Raw(title, raw)]).unwrap_or_default()
            }
            _ => {
                self.local.move_by(action, &rows, table.below(1).height);
                Vec::new()
            }
        }
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if self.filters.is_open() {
            return self.filters.handle_input(input, ctx);
        }
        let (table, query) = (self.table(ctx), self.filters.query());
        let rows = BoardRows { rows: self.board.rows(), calls: &self.calls, query, moment: &self.moment };
        if self.local.handle_input(input, &rows, table, ctx) {
            self.keep_selected(ctx);
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        Some(self.filters.click(*click, &self.local.within(ctx)).unwrap_or_else(|| self.click(*click, ctx)))
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.filters.is_open() {
            return Vec::new();
        }
        let within = self.local.within(ctx);
        let mut links = chips::links(&self.filters.chips(), ctx, self.filters.areas(within.body).chips);
        if self.local.is_counting() {
            links.clear();
        }
        links.extend(self.local.links(&self.rows(), ctx, self.table(ctx)));
        links
    }

    fn wants(&self, _: &Context<'_>, wants: &mut Wants) {
        self.scan.wants(wants);
        self.poll.want(wants);
        self.calls.wants(wants);
        self.local.wants(wants);
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if let Some(rows) = self.scan.receive(ctx) {
            self.board.update(rows, self.filters.query(), ctx.network.home, ctx.now);
        }
        self.take_poll(ctx);
        self.calls.rebuild_view(&self.board, ctx);
        self.keep_selected(ctx);
    }

    /// Says what ended. Schedules near their end are polled one after another; all of them are read again when it is
    /// time.
    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let notices = self.board.settle(ctx.now);
        self.keep_selected(ctx);
        if !self.paused {
            if let Some((_, id)) = self.next_poll(ctx.now).filter(|(at, _)| *at <= ctx.now) {
                self.poll.ask(ScheduleQuery(id));
            }
            if self.scan.is_due(ctx.now) {
                self.scan.again(self.board.oldest(), ctx);
            }
        }
        notices.into_iter().map(Effect::Notify).collect()
    }

    fn hints(&self, _ctx: &Context<'_>) -> Vec<ActionHint> {
        if let Some(hints) = self.filters.form_hints() {
            return hints;
        }
        if let Some(hints) = self.local.line_hints() {
            return hints;
        }
        let none = self.row().is_none().then_some("no schedule is selected");
        let no_call = self.row().is_none_or(|row| row.call.is_none()).then_some("it calls no contract");
        let over = (!self.scan.is_bounded()).then_some("there are no older schedules");
        let [filter, reset] = self.filters.hints();
        let hints = vec![
            ActionHint::new(Action::Open, "open").disabled_if(none),
            filter,
            reset,
            ActionHint::new(Action::Contract, "contract").disabled_if(none.or(no_call)),
            ActionHint::new(Action::Pause, if self.paused { "resume" } else { "pause" }),
            ActionHint::new(Action::Refresh, "refresh"),
            ActionHint::global(Action::Schedules, "all schedules"),
            ActionHint::hidden(Action::MorePages, "load older").disabled_if(over),
            ActionHint::hidden(Action::Copy, "copy the place of the row").disabled_if(none),
            ActionHint::hidden(Action::CopyMenu, "copy …"),
            ActionHint::hidden(Action::Raw, "raw JSON").disabled_if(none),
        ];
        let none = self.board.rows().is_empty().then_some("no schedule is pending");
        let mut hints = self.local.hints(hints, &self.rows(), none);
        hints.extend(action_hint::moves());
        hints
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.local.contents(&self.rows(), ctx)
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.local.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.local.set_arrangement::<Pending>(arrangement, ctx)
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        Some(Box::new(Listed(self)))
    }

    fn columns(&self, _ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        let is_shown = !self.board.rows().is_empty() && !self.filters.is_open();
        is_shown.then_some(&Pending)
    }

    fn place(&self) -> Place {
        self.filters.query().place()
    }

    fn title(&self, _ctx: &Context<'_>) -> String {
        "pending schedules".to_owned()
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        if self.paused {
            return Status { words: "paused".to_owned(), role: Role::Attention, banner: None };
        }
        self.scan.status(ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.local.view_counts(ctx, area, buf) {
            return None;
        }
        let body = self.local.view_chips(ctx, area, buf);
        view::draw(self, ctx, body, buf);
        if self.local.line_hints().is_some() {
            return self.local.view_line(ctx, area, buf);
        }
        self.filters.view_form(ctx, area, buf)
    }

    /// Of the countdowns, only those in view count.
    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        let window = self.local.window(&self.rows(), self.table(ctx).below(1).height);
        let in_view = window.filter_map(|at| self.row_at(at));
        let moves = in_view.filter_map(|row| lifecycle::moves_at(&row.schedule, ctx.now));
        let next = [self.scan.next(), self.next_poll(ctx.now).map(|(at, _)| at)];
        moves.chain(next.into_iter().flatten().filter(|_| !self.paused)).min()
    }
}

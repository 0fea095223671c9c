//! All pending schedules, soonest end first, updated until they end.
//!
//! ```text
//!   contract 0.0.5001 ✕                                                chips, if any filter is active
//!    left            schedule    state       inner transaction     signed  runs       …
//!   ▌9 min 0 s       0.0.7007    ! expiring  transfer                   1  when signed
//!  ─ 3 pending, 1 ended; read 119 schedules in 2 pages: all there are    what was read
//!    not executed, not deleted, and its expiration time is ahead …       the rule that put the row here
//! ```

mod board;
mod rows;
mod scan;

use api::{Failure, ScheduleQuery};
use ledger::query::PendingQuery;
use ledger::{EntityId, Seen, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::board::{Board, Row};
use self::rows::{BoardRows, Calls, Pending};
use self::scan::Scan;
use super::lifecycle;
use crate::message::{Action, Click, Copied, Effect, Input, Place};
use crate::panes::kit::list::step::LAST_ROW;
use crate::panes::kit::list::{
    Filterable, Filters, MemoryList, MemoryPane, MemorySource, chips, filter_form,
};
use crate::panes::kit::page::on_sheet;
use crate::panes::kit::{Once, Wants};
use crate::panes::{ActionHint, Context, Status, Verbs};
use crate::widgets::form::FormField;
use crate::widgets::{Link, Role, Split};

pub type PendingSchedulesPane = MemoryPane<PendingSchedules>;

impl PendingSchedulesPane {
    /// Opens the pane and starts the first scan.
    pub fn open(query: PendingQuery, ctx: &Context<'_>) -> Self {
        Self::new(PendingSchedules {
            scan: Scan::begin(query.asked(), ctx.now),
            filters: Filters::new(query),
            board: Board::default(),
            calls: Calls::default(),
            poll: Once::default(),
            paused: false,
            moment: (ctx.now, ctx.seen.clone()),
        })
    }
}

/// The pending schedules, and the scan that finds them.
#[derive(Debug)]
pub struct PendingSchedules {
    filters: Filters<PendingQuery>,
    scan: Scan,
    board: Board,
    calls: Calls,
    /// The schedule near its end that is being polled.
    poll: Once<ScheduleQuery>,
    paused: bool,
    /// The time and the loaded outcomes that the states are based on.
    moment: (Timestamp, Seen),
}

type List = MemoryList<EntityId>;

impl PendingSchedules {
    /// Takes the polled schedule once it has arrived.
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

    fn next_poll(&self, now: Timestamp) -> Option<(Timestamp, EntityId)> {
        self.board.next(now).filter(|_| !self.poll.is_asked())
    }

    /// The board as rows.
    fn board_rows(&self) -> BoardRows<'_> {
        BoardRows { rows: self.board.rows(), calls: &self.calls, moment: &self.moment }
    }

    fn selected(&self, list: &List) -> Option<&Row> {
        self.board.rows().get(list.selected(&self.board_rows())?)
    }
}

impl MemorySource for PendingSchedules {
    type Name = EntityId;
    type Columns = Pending;
    type Rows<'a> = BoardRows<'a>;

    const COPY: &'static str = "copy the place of the row";
    const STEPS: bool = true;

    fn rows<'a>(&'a self, _ctx: &Context<'a>) -> BoardRows<'a> {
        self.board_rows()
    }

    fn columns(&self, _ctx: &Context<'_>) -> &Pending {
        &Pending
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

    fn table(&self, _list: &List, ctx: &Context<'_>) -> Rect {
        self.filters.areas(ctx.body).table
    }

    fn receive(&mut self, ctx: &Context<'_>) {
        self.moment = (ctx.now, ctx.seen.clone());
        if let Some(rows) = self.scan.receive(ctx) {
            self.board.update(rows, self.filters.query(), ctx.network.home, ctx.now);
        }
        self.take_poll(ctx);
        self.calls.rebuild_view(&self.board, ctx);
    }

    fn wants(&self, _: &Context<'_>, wants: &mut Wants) {
        self.scan.wants(wants);
        self.poll.want(wants);
        self.calls.wants(wants);
    }

    fn no_rows(&self, _ctx: &Context<'_>) -> Option<&'static str> {
        self.board.rows().is_empty().then_some("no schedule is pending")
    }

    fn verbs<'c>(&self, list: &List, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, PendingSchedulesPane>) {
        let row = self.selected(list);
        let none = row.is_none().then_some("no schedule is selected");
        let open = verbs.add(Action::Open, "open").unless(none);
        open.give(|| Effect::go(row.map(|row| Place::Schedule(row.id))));
        self.filters
            .verbs(verbs, move |pane: &mut PendingSchedulesPane| pane.source_mut().filters.open([], ctx));
        let called = row.and_then(|row| Some(row.call.as_ref()?.0));
        let no_call = called.is_none().then_some("it calls no contract");
        let contract = verbs.add(Action::Contract, "contract").unless(none.or(no_call));
        contract.give(|| Effect::go(called.map(Place::contract)));
        let pause = verbs.add(Action::Pause, if self.paused { "resume" } else { "pause" });
        let turned = !self.paused;
        pause.run(move |pane| pane.source_mut().paused = turned);
        verbs.add(Action::Refresh, "refresh").run(move |pane| {
            let source = pane.source_mut();
            source.scan.again(source.board.oldest(), ctx);
            Effect::Refresh
        });
        verbs.global(Action::Schedules, "all schedules");
        let raw = |row: &Row| Effect::raw(format!("schedule {}", row.id), Some(row.schedule.raw.clone()));
        let received = verbs.hidden(Action::Raw, "raw JSON").unless(none);
        received.give(|| row.map(raw).unwrap_or_default());
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        on_sheet::copied_request(self.scan.fetched(ctx).url())
    }

    fn form_hints(&self) -> Option<Vec<ActionHint>> {
        self.filters.form_hints()
    }

    fn is_typing(&self) -> bool {
        self.filters.is_typing()
    }

    fn type_in_form(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Option<Vec<Effect>>> {
        self.filters.is_open().then(|| self.filters.handle_input(input, ctx))
    }

    fn view_form(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.filters.view_form(ctx, area, buf)
    }

    fn click(&mut self, click: Click, _list: &List, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        self.filters.click(click, ctx)
    }

    fn links(&self, _list: &List, ctx: &Context<'_>) -> Vec<Link> {
        chips::links(&self.filters.chips(), ctx, self.filters.areas(ctx.body).chips)
    }

    fn view_empty(&self, ctx: &Context<'_>, table: Rect, buf: &mut Buffer) {
        rows::draw_empty(self, ctx, table, buf);
    }

    fn view_around(&self, list: &List, ctx: &Context<'_>, buf: &mut Buffer) {
        rows::draw_around(self, list, ctx, buf);
    }

    /// Reports schedules that ended. Polls those near their end one after another, and starts the next scan when it
    /// is due.
    fn due_effects(&mut self, _list: &List, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let notices = self.board.settle(ctx.now);
        self.moment = (ctx.now, ctx.seen.clone());
        if !self.paused {
            if let Some((_, id)) = self.next_poll(ctx.now).filter(|(at, _)| *at <= ctx.now) {
                self.poll.ask(ScheduleQuery(id));
            }
            if self.scan.is_due(ctx.now) {
                self.scan.again(self.board.oldest(), ctx);
            }
        }
        Some(notices.into_iter().map(Effect::Notify).collect())
    }

    /// Only the countdowns in view count.
    fn wake_at(&self, list: &List, ctx: &Context<'_>) -> Option<Timestamp> {
        let rows = self.board_rows();
        let window = list.window(&rows, self.table(list, ctx).below(1).height);
        let in_view = window.filter_map(|at| self.board.rows().get(list.place(&rows, at)?));
        let moves = in_view.filter_map(|row| lifecycle::moves_at(&row.schedule, ctx.now));
        let next = [self.scan.next(), self.next_poll(ctx.now).map(|(at, _)| at)];
        moves.chain(next.into_iter().flatten().filter(|_| !self.paused)).min()
    }

    fn end(&self) -> Option<&'static str> {
        let may_follow = self.scan.is_bounded() || self.scan.is_under_way();
        (!may_follow).then_some(LAST_ROW)
    }

    fn load_more(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        self.scan.more();
        Vec::new()
    }

    fn pages(&self) -> Option<usize> {
        Some(self.scan.goal())
    }

    fn is_loading(&self, _ctx: &Context<'_>) -> bool {
        self.scan.is_under_way()
    }

    fn failure<'a>(&'a self, ctx: &Context<'a>) -> Option<&'a Failure> {
        self.scan.fetched(ctx).failure()
    }
}

impl Filterable for PendingQuery {
    fn subject(&self) -> String {
        "pending schedules".to_owned()
    }

    fn place(&self) -> Place {
        Place::Pending(self.clone())
    }

    fn fields(&self) -> Vec<FormField> {
        let contract = "a contract's id or EVM address; empty for all";
        vec![
            filter_form::text(self, "contract", "calls", contract),
            filter_form::text(self, "account.id", "creator", "account id, such as 0.0.1002"),
        ]
    }
}

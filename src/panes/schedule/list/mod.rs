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
mod form;
mod rows;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::rows::Schedules;
use super::lifecycle;
use crate::ledger::query::SchedulesQuery;
use crate::ledger::{EntityId, Schedule, Timestamp};
use crate::message::{Action, Arrangement, Contents, Effect, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{List, StepRows};
use crate::panes::{ActionHint, Context, Pane, Status};
use crate::widgets::Link;
use crate::widgets::feed::Identity;

/// The pane.
#[derive(Debug)]
pub struct SchedulesPane {
    list: List<SchedulesQuery>,
}

impl Identity for Schedule {
    type Id = EntityId;

    /// The schedule's id, which never changes, whatever becomes of it.
    fn identity(&self) -> Option<Self::Id> {
        self.schedule_id.value()
    }
}

impl SchedulesPane {
    /// Opens the pane.
    pub fn open(query: SchedulesQuery) -> Self {
        Self { list: List::new(query) }
    }
}

impl Pane for SchedulesPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        self.list.act(action, &Schedules, ctx)
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        self.list.handle_input(input, &Schedules, ctx)
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        self.list.links(&Schedules, ctx)
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.list.wants(ctx, wants);
    }

    fn due_effects(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        self.list.due_effects()
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        self.list.hints(ctx, [ActionHint::global(Action::PendingSchedules, "pending")], [])
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        self.list.step_rows(Schedules)
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.list.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.list.set_arrangement::<Schedules>(arrangement, ctx)
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.list.contents(&Schedules, ctx)
    }

    fn columns(&self, _ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        self.list.columns(&Schedules)
    }

    fn place(&self) -> Place {
        self.list.place()
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        self.list.title(ctx)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        self.list.status(ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.list.view(&Schedules, ctx, area, buf)
    }

    /// Of the countdowns, only those in view count.
    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.list.in_view(ctx).iter().filter_map(|row| lifecycle::moves_at(row, ctx.now)).min()
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.list.rebuild_view(ctx);
        self.list.arrange(&Schedules, ctx);
    }
}

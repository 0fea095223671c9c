//! The pending schedules as they are stepped through.

use super::PendingSchedulesPane;
use super::columns::Pending;
use crate::message::{Effect, Failure, Place};
use crate::panes::Context;
use crate::panes::kit::list::step::{LAST_ROW, Lead};
use crate::panes::kit::list::{Columns as _, MemoryRows as _, StepRows, Value};

/// The schedules on the board.
pub(super) struct Listed<'a>(pub(super) &'a mut PendingSchedulesPane);

impl StepRows for Listed<'_> {
    fn count(&self) -> usize {
        self.0.local.len(&self.0.rows())
    }

    fn needs_room(&self) -> bool {
        self.0.local.is_counting()
    }

    fn are_chosen(&self) -> bool {
        self.count() < self.0.board.rows().len()
    }

    fn selected(&self) -> usize {
        self.0.local.cursor()
    }

    fn select(&mut self, row: usize, ctx: &Context<'_>) {
        self.0.local.hold(self.0.row_at(row).map(|row| row.id));
        self.0.keep_selected(ctx);
    }

    fn place(&self, row: usize, lead: Lead) -> Option<Place> {
        let row = self.0.row_at(row).filter(|_| lead == Lead::Row)?;
        Some(Place::Schedule(row.id))
    }

    fn value(&self, row: usize, column: &str, _ctx: &Context<'_>) -> Option<Value> {
        let rows = self.0.rows();
        Pending::value(&rows.row(self.0.local.place(&rows, row)?)?, column)
    }

    fn end(&self) -> Option<&'static str> {
        let may_follow = self.0.scan.is_bounded() || self.0.scan.is_under_way();
        (!may_follow).then_some(LAST_ROW)
    }

    fn load_more(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        self.0.scan.more();
        Vec::new()
    }

    fn is_loading(&self, _ctx: &Context<'_>) -> bool {
        self.0.scan.is_under_way()
    }

    fn failure(&self, ctx: &Context<'_>) -> Option<String> {
        self.0.scan.fetched(ctx).failure().map(Failure::sentence)
    }
}

//! Stepping through the calls of a method. A step past the last widens the window.

use super::GasUsagePane;
use super::call_columns::MethodCalls;
use crate::message::{Effect, Failure, Place};
use crate::panes::Context;
use crate::panes::kit::{
    list::step::{LAST_ROW, Lead},
    list::{Columns as _, HasList, MemoryRows as _, Source as _, StepRows, Value},
};

/// The calls of the opened method.
pub(super) struct OpenedCalls<'a>(pub(super) &'a mut GasUsagePane);

impl StepRows for OpenedCalls<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn selected(&self) -> usize {
        self.0.of_calls.cursor()
    }

    fn needs_room(&self) -> bool {
        self.0.of_calls.is_counting()
    }

    fn are_chosen(&self) -> bool {
        self.0.of_calls.is_active()
    }

    fn select(&mut self, row: usize, ctx: &Context<'_>) {
        let height = self.0.areas_within(ctx).rows();
        let (list, rows) = HasList::<MethodCalls>::parts(self.0, ctx);
        list.select(&rows, row, height);
    }

    fn place(&self, row: usize, lead: Lead) -> Option<Place> {
        let rows = self.0.call_rows();
        rows.opened(self.0.of_calls.place(&rows, row).filter(|_| lead == Lead::Row)?)
    }

    fn value(&self, row: usize, column: &str, _ctx: &Context<'_>) -> Option<Value> {
        let rows = self.0.call_rows();
        MethodCalls::value(&rows.row(self.0.of_calls.place(&rows, row)?)?, column)
    }

    fn end(&self) -> Option<&'static str> {
        self.0.list.feed().is_none_or(|feed| feed.more().is_none()).then_some(LAST_ROW)
    }

    fn load_more(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if self.0.is_asking(ctx) { Vec::new() } else { self.0.load_more(ctx) }
    }

    fn is_loading(&self, ctx: &Context<'_>) -> bool {
        self.0.is_asking(ctx)
    }

    fn failure(&self, ctx: &Context<'_>) -> Option<String> {
        self.0.list.failure(ctx).map(Failure::sentence)
    }
}

//! The calls of a method as they are stepped through. A step beyond the last widens the window.

use super::call_columns::MethodCalls;
use super::rows::call_rows;
use super::{GasUsagePane, Opened};
use crate::message::{Action, Effect, Failure, Place};
use crate::panes::kit::list::step::{LAST_ROW, Lead};
use crate::panes::kit::list::{Columns as _, MemoryRows as _, Source as _, StepRows, Value};
use crate::panes::{Context, Pane as _};

/// The calls of the opened method.
pub(super) struct OpenedCalls<'a>(pub(super) &'a mut GasUsagePane);

impl StepRows for OpenedCalls<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn selected(&self) -> usize {
        self.0.opened.as_ref().map_or(0, |opened| opened.local.cursor())
    }

    fn needs_room(&self) -> bool {
        self.0.local().is_counting()
    }

    fn are_chosen(&self) -> bool {
        self.0.local().is_active()
    }

    fn select(&mut self, row: usize, ctx: &Context<'_>) {
        let height = self.0.areas_within(ctx).rows();
        let pane = &mut *self.0;
        if let Some(Opened { method, local }) = &mut pane.opened {
            local.select(&call_rows(&pane.calls, &pane.list, &pane.query, *method), row, height);
        }
    }

    fn place(&self, row: usize, lead: Lead) -> Option<Place> {
        let opened = self.0.opened.as_ref().filter(|_| lead == Lead::Row)?;
        let rows = self.0.call_rows(opened.method);
        rows.opened(opened.local.place(&rows, row)?)
    }

    fn value(&self, row: usize, column: &str, _ctx: &Context<'_>) -> Option<Value> {
        let opened = self.0.opened.as_ref()?;
        let rows = self.0.call_rows(opened.method);
        MethodCalls::value(&rows.row(opened.local.place(&rows, row)?)?, column)
    }

    fn end(&self) -> Option<&'static str> {
        self.0.list.feed().is_none_or(|feed| feed.more().is_none()).then_some(LAST_ROW)
    }

    fn load_more(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if self.0.is_asking(ctx) { Vec::new() } else { self.0.act(Action::MorePages, ctx) }
    }

    fn is_loading(&self, ctx: &Context<'_>) -> bool {
        self.0.is_asking(ctx)
    }

    fn failure(&self, ctx: &Context<'_>) -> Option<String> {
        self.0.list.failure(ctx).map(Failure::sentence)
    }
}

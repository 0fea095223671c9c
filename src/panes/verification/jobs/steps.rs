//! The jobs as they are stepped through.

use super::JobsPane;
use crate::message::{Effect, Place};
use crate::panes::kit::list::step::{LAST_ROW, Lead};
use crate::panes::kit::list::{StepRows, Value};
use crate::panes::{Context, Pane as _};

/// The jobs that are shown.
pub(super) struct Rows<'a>(pub(super) &'a mut JobsPane);

impl StepRows for Rows<'_> {
    fn count(&self) -> usize {
        self.0.rows.len()
    }

    fn needs_room(&self) -> bool {
        self.0.local.is_counting()
    }

    fn are_chosen(&self) -> bool {
        self.0.local.is_active()
    }

    fn selected(&self) -> usize {
        self.0.local.cursor()
    }

    fn select(&mut self, row: usize, ctx: &Context<'_>) {
        self.0.local.hold(self.0.rows.get(row).map(|(key, _)| *key));
        self.0.rebuild_view(ctx);
    }

    fn place(&self, row: usize, lead: Lead) -> Option<Place> {
        let (_, place) = self.0.rows.get(row).filter(|_| lead == Lead::Row)?;
        Some(place.clone())
    }

    fn value(&self, _row: usize, _column: &str, _ctx: &Context<'_>) -> Option<Value> {
        None
    }

    fn end(&self) -> Option<&'static str> {
        Some(LAST_ROW)
    }

    fn load_more(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        Vec::new()
    }

    fn is_loading(&self, _ctx: &Context<'_>) -> bool {
        false
    }

    fn failure(&self, _ctx: &Context<'_>) -> Option<String> {
        None
    }
}

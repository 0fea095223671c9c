//! The lines as they are stepped through: those that were sent lead to their jobs.

use super::lines::Lines;
use crate::message::{Effect, Place};
use crate::panes::Context;
use crate::panes::kit::list::step::{LAST_ROW, Lead};
use crate::panes::kit::list::{StepRows, Value};

/// The lines that are shown.
pub(super) struct Rows<'a>(pub(super) &'a mut Lines);

impl StepRows for Rows<'_> {
    fn count(&self) -> usize {
        self.0.leads.len()
    }

    fn are_chosen(&self) -> bool {
        self.0.local.is_active()
    }

    fn needs_room(&self) -> bool {
        self.0.local.is_counting() || self.0.leads.iter().all(|(_, place)| place.is_none())
    }

    fn selected(&self) -> usize {
        self.0.local.cursor()
    }

    fn select(&mut self, row: usize, ctx: &Context<'_>) {
        self.0.local.hold(self.0.leads.get(row).map(|(number, _)| *number));
        self.0.rebuild_view(ctx);
    }

    fn place(&self, row: usize, lead: Lead) -> Option<Place> {
        let (_, place) = self.0.leads.get(row).filter(|_| lead == Lead::Row)?;
        place.clone()
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

//! The jobs as they are stepped through.

use super::JobsPane;
use crate::message::Place;
use crate::panes::kit::list::StepRows;
use crate::panes::kit::list::step::Lead;
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
}

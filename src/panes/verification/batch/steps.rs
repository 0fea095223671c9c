//! The lines as they are stepped through: those that were sent lead to their jobs.

use super::lines::Lines;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::StepRows;
use crate::panes::kit::list::step::Lead;

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
}

//! Rows of a list as sides of a comparison.

use super::{List, Listed, Pages};
use crate::message::comparison::Side;
use crate::message::{Action, Comparison, Effect, Place};
use crate::panes::ActionHint;

impl<Q: Listed, P: Pages<Q>> List<Q, P> {
    fn side(&self) -> Option<Side> {
        Side::of(&self.opened()?)
    }

    /// Compares the two marked rows, or one that is marked with the selected one; without marks, the selected row is
    /// one side.
    pub(super) fn compare(&self) -> Vec<Effect> {
        let marked: Vec<Side> = self.marked_places().iter().filter_map(Side::of).collect();
        let pair = match (marked.as_slice(), self.side()) {
            ([one, other], _) => Some([one.clone(), other.clone()]),
            ([one], Some(selected)) if *one != selected => Some([one.clone(), selected]),
            _ => None,
        };
        match pair.and_then(Comparison::new) {
            Some(compared) => vec![Effect::Go(Place::Comparison(Box::new(compared)))],
            None => self.side().map(Effect::Compare).into_iter().collect(),
        }
    }

    /// What can be compared; nothing if rows of this list lead to nothing that can be.
    pub(super) fn compare_hint(&self) -> Option<ActionHint> {
        if self.opened().is_some() && self.side().is_none() {
            return None;
        }
        let words = match self.marked() {
            0 => "compare with another row",
            1 => "compare with the marked row",
            _ => "compare the marked rows",
        };
        let many = (self.marked() > 2).then_some("two rows are compared, and more are marked");
        Some(ActionHint::hidden(Action::Compare, words).disabled_if(self.no_row().or(many)))
    }
}

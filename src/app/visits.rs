//! Which opened places are recorded as visited.

use super::App;
use crate::ledger::Timestamp;
use crate::message::{Action, Command, Place, Visit};

impl App {
    /// Keeps the place on screen, unless it belongs to no list of visits or is only passed.
    pub(super) fn visit(&mut self, now: Timestamp) -> Option<Command> {
        self.shared.networks.knowledge.opened();
        if self.history.is_passed() { None } else { self.record_visit(now) }
    }

    /// Keeps a place that was passed, once anything but a step is done there.
    pub(super) fn visit_passed(&mut self, action: Action, now: Timestamp) -> Option<Command> {
        let steps = matches!(action, Action::NextRow | Action::PreviousRow | Action::StepWithin);
        if steps || !self.history.is_passed() {
            return None;
        }
        self.history.stay();
        self.record_visit(now)
    }

    fn record_visit(&mut self, now: Timestamp) -> Option<Command> {
        let place = self.history.top().place();
        if is_not_kept(&place) {
            return None;
        }
        let visit = Visit { network: self.shared.networks.here.name.clone(), place, at: now };
        Some(Command::Persist(self.shared.kept.remembered.visited(visit)))
    }
}

/// Whether a place is not recorded as visited: it is always a key away, or only leads to another.
fn is_not_kept(place: &Place) -> bool {
    let at_hand = matches!(
        place,
        Place::Home | Place::Labels | Place::Jobs | Place::Job(_) | Place::Difference(_) | Place::Batch
    );
    at_hand || matches!(place, Place::TransactionAt(_) | Place::TransactionOf(_))
}

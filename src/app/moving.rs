//! Goes from place to place.

use super::App;
use super::layout::Beside;
use crate::ledger::Timestamp;
use crate::message::{Command, Notice, Place};

impl App {
    /// Opens a place on top of the one on screen.
    pub(super) fn go(&mut self, place: &Place, now: Timestamp) -> Vec<Command> {
        if self.history.top().place() == *place && self.history.network() == self.shared.networks.here.name {
            return Vec::new();
        }
        let kept = self.keep_last_filter();
        if self.history.go(place, &self.shared.context(now)) {
            // It was beside the list.
            self.shared.screen.beside = Beside::default();
            self.rebuild_view(now);
        }
        self.shared.screen.toasts.leave();
        kept.into_iter().chain(self.visit(now)).collect()
    }

    /// Goes back to the place before.
    pub(super) fn back(&mut self, now: Timestamp) -> Vec<Command> {
        let kept = self.keep_last_filter();
        if self.history.back() {
            self.shared.screen.toasts.leave();
        } else {
            self.shared.screen.toasts.push_here(Notice::info("this is where you started"), now);
        }
        self.arrive(now);
        kept.into_iter().collect()
    }

    /// Goes forward again.
    pub(super) fn forward(&mut self, now: Timestamp) {
        if self.history.forward() {
            self.shared.screen.toasts.leave();
        } else {
            self.shared.screen.toasts.push_here(Notice::info("there is nothing to go forward to"), now);
        }
        self.arrive(now);
    }

    /// Fits what is on screen to what has changed.
    pub(super) fn rebuild_view(&mut self, now: Timestamp) {
        self.turn_to_top();
        self.shared.asked.loaded.bytes = self.loaded_bytes();
        self.history.top_mut().rebuild_view(&self.shared.context(now));
        self.rebuild_sides(now);
    }
}

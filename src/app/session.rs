//! The panes that are open, kept for the next session, and those of the last one, opened again.

use super::App;
use crate::ledger::Timestamp;
use crate::ledger::amount::counted;
use crate::message::{Command, Notice, OpenPane, Persist, Place};

/// The most panes that are kept; beyond that the oldest are left out.
const MAX_KEPT: usize = 20;

/// What is known of the sessions before and after this one.
#[derive(Debug)]
pub(super) enum Sessions {
    /// The last one is not read yet; `true` if its panes are to be opened again.
    Unread(bool),
    /// The panes are kept after so many changes of the history.
    Kept(usize),
}

impl App {
    /// Opens the panes of the last session again, unless something was done meanwhile.
    pub(super) fn reopen(&mut self, panes: Vec<OpenPane>, now: Timestamp) -> Vec<Command> {
        let Sessions::Unread(reopens) = std::mem::replace(&mut self.sessions, Sessions::Kept(0)) else {
            return Vec::new();
        };
        if !reopens || self.history.changes() > 0 || self.overlay.is_some() || self.place() != Place::Home {
            return Vec::new();
        }
        for pane in panes {
            // A network that there is no more is left out.
            if self.shared.open_network(&pane.network) {
                let ctx = self.shared.context(now);
                self.history.go(&pane.place, &ctx);
                // It was understood when it was written.
                self.history.top_mut().set_arrangement(&pane.arrangement, &ctx);
            }
        }
        let count = self.history.depth() - 1;
        if count == 0 {
            return Vec::new();
        }
        let network = &self.shared.network.name;
        let words = format!("reopened {} on {network}; --fresh starts at home", counted(count, "place"));
        self.toasts.push(Notice::info(words), now);
        self.visit(now).into_iter().collect()
    }

    /// Keeps the panes that are open, if others are than were kept, or if the program ends.
    pub(super) fn keep_session(&mut self, ends: bool) -> Option<Command> {
        let Sessions::Kept(kept) = &mut self.sessions else { return None };
        let changed = self.history.changes() != *kept && !self.history.is_passed();
        if !changed && !ends {
            return None;
        }
        *kept = self.history.changes();
        let mut panes = self.history.open_panes(MAX_KEPT);
        // Who ended at home begins there.
        if panes.last().is_some_and(|pane| pane.place == Place::Home) {
            panes.clear();
        }
        panes.retain(|pane| pane.place != Place::Home);
        Some(Command::Persist(Persist::OpenPanes(panes)))
    }
}

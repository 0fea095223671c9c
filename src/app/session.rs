//! The tabs that are open, kept for the next session, and those of the last one, opened again.

use super::App;
use crate::ledger::Timestamp;
use crate::ledger::amount::counted;
use crate::message::{Command, Notice, OpenTab, Persist, Place};

/// The most panes of a tab that are kept; beyond that the oldest are left out.
const MAX_KEPT: usize = 20;

/// What is known of the sessions before and after this one.
#[derive(Debug)]
pub(super) enum Sessions {
    /// The last one is not read yet; `true` if its tabs are to be opened again.
    Unread(bool),
    /// The tabs are kept after so many changes of tabs and of the history on screen.
    Kept((usize, usize)),
}

impl App {
    /// Opens the tabs of the last session again, unless something was done meanwhile.
    pub(super) fn reopen(&mut self, tabs: Vec<OpenTab>, now: Timestamp) -> Vec<Command> {
        let Sessions::Unread(reopens) = std::mem::replace(&mut self.sessions, Sessions::Kept((0, 0))) else {
            return Vec::new();
        };
        let count = tabs.iter().map(|tab| tab.panes.len()).sum();
        let is_untouched = self.changes() == (0, 0) && self.overlay.is_none() && self.place() == Place::Home;
        if !reopens || !is_untouched || count == 0 {
            return Vec::new();
        }
        self.open_tabs(tabs, now);
        let network = &self.shared.networks.here.name;
        let words = format!("reopened {} on {network}; --fresh starts at home", counted(count, "place"));
        self.shared.screen.toasts.push(Notice::info(words), now);
        self.visit(now).into_iter().collect()
    }

    /// How often another tab, and another pane of the tab on screen, came on screen.
    fn changes(&self) -> (usize, usize) {
        (self.tabs.changes(), self.history.changes())
    }

    /// Keeps the tabs that are open, if others are than were kept, or if the program ends.
    pub(super) fn keep_session(&mut self, ends: bool) -> Option<Command> {
        let changes = self.changes();
        let Sessions::Kept(kept) = &mut self.sessions else { return None };
        if !ends && (*kept == changes || self.history.is_passed()) {
            return None;
        }
        *kept = changes;
        Some(Command::Persist(Persist::OpenTabs(self.tabs.open_tabs(&self.history, MAX_KEPT))))
    }
}

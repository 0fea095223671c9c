//! Filters that are kept: what was set last in each list, and those with a name.

use super::App;
use super::overlay::Overlay;
use crate::ledger::Timestamp;
use crate::message::{Command, Notice, Persist, SavedFilter};

impl App {
    /// Opens the filters that were kept for the list on screen.
    pub(super) fn open_saved_filters(&mut self, now: Timestamp) {
        if self.history.top().arrangement().is_none() {
            return self.shared.screen.toasts.push_here(Notice::info("saved filters: this is no list with filters"), now);
        }
        let list = self.history.top_open();
        self.overlay = Some(Overlay::saved_filters(list, &self.shared.kept.remembered.filters));
    }

    /// Keeps the filters of the list on screen, which is about to be left, if any are set.
    pub(super) fn keep_last_filter(&mut self) -> Option<Command> {
        self.history.top().arrangement()?;
        let filter = SavedFilter { name: String::new(), everywhere: false, pane: self.history.top_open() };
        if filter.is_empty() || self.shared.kept.remembered.filters.contains(&filter) {
            return None;
        }
        let keep = Persist::Filter(Box::new(filter));
        self.shared.kept.remembered.remember(&keep);
        Some(Command::Persist(keep))
    }
}

//! What the panes of a history take of memory, and who gives back first.

use super::{Entry, History, Preview};
use crate::panes::kit::PaneKey;
use crate::widgets::feed::GivenBack;

impl History {
    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.below.iter().chain(&self.ahead).chain([&self.top])
    }

    /// What the loaded rows of all panes take, bytes.
    pub(in crate::app) fn loaded_bytes(&self) -> usize {
        let beside = self.preview().and_then(Preview::pane).map_or(0, |(_, pane)| pane.loaded_bytes());
        self.entries().map(|entry| entry.pane.loaded_bytes()).sum::<usize>() + beside
    }

    /// All panes, by when they left the screen last.
    pub(in crate::app) fn by_use(&self) -> impl Iterator<Item = (u64, PaneKey)> {
        self.entries().map(|entry| (entry.left_at, entry.key))
    }

    /// Has the rows of a pane give back about so many bytes; `None` if it is not here.
    pub(in crate::app) fn give_back(&mut self, key: PaneKey, bytes: usize) -> Option<GivenBack> {
        let all = self.below.iter_mut().chain(&mut self.ahead).chain([&mut self.top]);
        if let Some(entry) = all.into_iter().find(|entry| entry.key == key) {
            return Some(entry.pane.give_back(bytes));
        }
        let beside = self.preview_mut().filter(|(beside, _)| *beside == key);
        beside.map(|(_, pane)| pane.give_back(bytes))
    }
}

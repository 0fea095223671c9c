//! What the panes of a history take of memory, and which left the screen when.

use super::{History, Preview};
use crate::panes::Pane;
use crate::panes::kit::Subscriber;

impl History {
    /// What the loaded rows of all panes take, bytes.
    pub(in crate::app) fn loaded_bytes(&self) -> usize {
        let beside = self.preview().and_then(Preview::pane).map_or(0, |(_, pane)| pane.loaded_bytes());
        self.entries().map(|entry| entry.pane.loaded_bytes()).sum::<usize>() + beside
    }

    /// All panes, by when they left the screen last; the preview, which has not, comes as what is there since the
    /// beginning.
    pub(in crate::app) fn panes_mut(&mut self) -> impl Iterator<Item = (u64, Subscriber, &mut dyn Pane)> {
        let beside = self.preview.as_mut().and_then(Preview::pane_mut).map(|(key, pane)| (0, key, pane));
        let all = self.below.iter_mut().chain(&mut self.ahead).chain([&mut self.top]);
        all.map(|entry| (entry.left_at, entry.key, entry.pane.as_mut() as &mut dyn Pane)).chain(beside)
    }
}

//! The pane that the one on screen was opened from, while it is beside that.

use super::{Entry, History};
use crate::panes::Pane;
use crate::panes::kit::Subscriber;

impl History {
    /// Has the pane that the one on screen was opened from be beside it, or not, if there is one on the same network.
    /// `true` if it is another one than before.
    pub(in crate::app) fn show_behind(&mut self, shows: bool) -> bool {
        let is_here = |entry: &&Entry| shows && entry.network == self.top.network;
        let behind = self.below.last().filter(is_here).map(|entry| entry.key);
        std::mem::replace(&mut self.behind, behind) != behind
    }

    /// That pane.
    pub(in crate::app) fn behind(&self) -> Option<(Subscriber, &dyn Pane)> {
        let entry = self.below.last().filter(|entry| Some(entry.key) == self.behind)?;
        Some((entry.key, entry.pane.as_ref()))
    }

    /// That pane, to be changed.
    pub(in crate::app) fn behind_mut(&mut self) -> Option<(Subscriber, &mut dyn Pane)> {
        let entry = self.below.last_mut().filter(|entry| Some(entry.key) == self.behind)?;
        Some((entry.key, entry.pane.as_mut()))
    }
}

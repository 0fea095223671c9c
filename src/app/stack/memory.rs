//! Keeps what is loaded below a ceiling. What was on screen longest ago is given back first: its answers are asked for
//! again when one comes back to it, and its rows, but for those about the window, are put on disk. Then the far rows of
//! what is on screen are, and of the list that one steps through; last, what is known of contracts that are not on screen.

use super::{History, Stack};
use crate::app::shared::Shared;
use crate::message::{Command, FarRows};
use crate::panes::context::Loaded;

/// What is left when the ceiling is passed, in tenths of it.
const LEFT_TENTHS: usize = 9;

impl Stack {
    /// Gives back what is above the ceiling.
    pub(in crate::app) fn give_back(&mut self, shared: &mut Shared) -> Vec<Command> {
        shared.asked.loaded.bytes = self.loaded_bytes(shared);
        let Loaded { bytes, max_bytes } = shared.asked.loaded;
        if bytes <= max_bytes {
            return Vec::new();
        }
        let mut excess = bytes - max_bytes / 10 * LEFT_TENTHS;
        let (mut commands, mut pages) = (Vec::new(), Vec::new());
        let list = self.history.stepping().map(|(list, ..)| list);
        let shown: Vec<_> = self.panes_on_screen().into_iter().chain(list).collect();
        let mut by_use: Vec<_> = self.tabs.all_mut(&mut self.history).flat_map(History::panes_mut).collect();
        by_use.sort_by_key(|(left_at, key, _)| (shown.contains(key), *left_at));
        for (_, key, pane) in by_use {
            let is_on_screen = shown.contains(&key);
            if !is_on_screen {
                let before = shared.asked.requests.bytes();
                commands.extend(shared.asked.requests.close(key));
                excess = excess.saturating_sub(before - shared.asked.requests.bytes());
            }
            let given = pane.give_back(excess, is_on_screen);
            excess = excess.saturating_sub(given.bytes);
            pages.extend(given.pages);
            if excess == 0 {
                break;
            }
        }
        if excess > 0 && shared.networks.knowledge.give_back(excess) {
            // What one came back to may need what was forgotten.
            for pane in shown {
                shared.asked.requests.resolve_again(pane);
            }
        }
        shared.asked.loaded.bytes = self.loaded_bytes(shared);
        commands.extend(FarRows::new(pages).map(Command::PutAway));
        commands
    }

    /// What is loaded, about, bytes.
    pub(in crate::app) fn loaded_bytes(&self, shared: &Shared) -> usize {
        let rows: usize = self.tabs.all(&self.history).map(History::loaded_bytes).sum();
        shared.asked.requests.bytes() + shared.networks.knowledge.bytes() + rows
    }
}

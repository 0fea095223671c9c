//! Keeps the loaded data below a limit. Least recently shown panes are evicted first: their responses are requested
//! again when the user returns, and their rows outside of the window are spilled to disk. Next are the rows far from
//! the window on screen and those of the list being stepped through; last, data about contracts that are not on screen.

use super::{History, Stack};
use crate::app::shared::Shared;
use crate::message::{Command, FarRows};
use crate::panes::context::Loaded;

/// The share of the limit to which the data is reduced once it exceeds the limit, in tenths.
const LEFT_TENTHS: usize = 9;

impl Stack {
    /// Evicts data above the limit.
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

    /// The approximate size of the loaded data, in bytes.
    pub(in crate::app) fn loaded_bytes(&self, shared: &Shared) -> usize {
        let rows: usize = self.tabs.all(&self.history).map(History::loaded_bytes).sum();
        shared.asked.requests.bytes() + shared.networks.knowledge.bytes() + rows
    }
}

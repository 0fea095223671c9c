//! Keeps what is loaded below a ceiling. What was on screen longest ago is given back first: its answers are asked for
//! again when one comes back to it, and its rows, but for those about the window, are put on disk. Then the far rows of
//! what is on screen are, and of the list that one steps through.

use super::App;
use super::history::History;
use crate::message::{Command, FarRows};

/// What is left when the ceiling is passed, in tenths of it.
const LEFT_TENTHS: usize = 9;

impl App {
    /// Gives back what is above the ceiling.
    pub(super) fn give_back(&mut self) -> Vec<Command> {
        let ceiling = self.shared.max_loaded_bytes;
        if self.loaded_bytes() <= ceiling {
            return Vec::new();
        }
        let goal = ceiling / 10 * LEFT_TENTHS;
        let (mut commands, mut pages) = (Vec::new(), Vec::new());
        let list = self.history.stepping().map(|(list, ..)| list);
        let shown: Vec<_> = self.panes_on_screen().into_iter().chain(list).collect();
        let all = self.tabs.all(&self.history).flat_map(History::by_use);
        let mut covered: Vec<_> = all.filter(|(_, key)| !shown.contains(key)).collect();
        covered.sort_unstable();
        for key in covered.iter().map(|(_, key)| key).chain(&shown) {
            if !shown.contains(key) {
                commands.extend(self.shared.requests.close(*key));
            }
            let excess = self.loaded_bytes().saturating_sub(goal);
            if excess == 0 {
                break;
            }
            let mut tabs = self.tabs.all_mut(&mut self.history);
            let given = tabs.find_map(|history| history.give_back(*key, excess));
            pages.extend(given.unwrap_or_default().pages);
        }
        commands.extend(FarRows::new(pages).map(Command::PutAway));
        self.without_shared(commands)
    }

    /// What is loaded, about, bytes.
    pub fn loaded_bytes(&self) -> usize {
        let rows: usize = self.tabs.all(&self.history).map(History::loaded_bytes).sum();
        self.shared.requests.bytes() + rows
    }
}

//! Switches networks; every pane stays on its own.

use super::App;
use crate::ledger::Timestamp;
use crate::message::Notice;

impl App {
    /// Fits the pane that came back to what has changed meanwhile; its network is open with it.
    pub(super) fn arrive(&mut self, now: Timestamp) {
        let name = self.history.network().to_owned();
        if self.shared.network.name != name && self.shared.open_network(&name) {
            self.toasts.push(Notice::info(format!("now on {name}")), now);
        }
        self.rebuild_view(now);
        self.return_to_row(now);
    }

    /// Shows the place on screen on another network instead. The places before it stay on their own.
    pub(super) fn switch(&mut self, name: &str, now: Timestamp) {
        if self.open_network(name, now) {
            let place = self.history.top().place();
            self.history.replace(&place, &self.shared.context(now));
        }
    }

    /// Opens a network and says so. `false` if there is none of this name.
    pub(super) fn open_network(&mut self, name: &str, now: Timestamp) -> bool {
        let opened = self.shared.open_network(name);
        self.toasts.push(
            if opened {
                Notice::info(format!("now on {name}"))
            } else {
                Notice::failure(format!("there is no network called {name:?}"))
            },
            now,
        );
        opened
    }
}

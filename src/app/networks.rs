//! Switches networks; every pane stays on its own.

use super::App;
use crate::ledger::Timestamp;
use crate::message::Notice;

impl App {
    /// Fits the pane that came back to what has changed meanwhile; its network is open with it.
    pub(super) fn arrive(&mut self, now: Timestamp) {
        let name = self.history.network().to_owned();
        if self.shared.networks.here.name != name && self.shared.networks.open(&name) {
            self.shared.screen.toasts.push(Notice::info(format!("now on {name}")), now);
        }
        self.rebuild_view(now);
        self.return_to_row(now);
    }

    /// Shows the place on screen on another network instead. The places before it stay on their own.
    pub(super) fn switch(&mut self, name: &str, now: Timestamp) {
        if self.shared.open_network(name, now) {
            let place = self.history.top().place();
            self.history.replace(&place, &self.shared.context(now));
        }
    }
}

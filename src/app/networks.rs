//! Which network is open, and the panes that stay on another one.

use super::App;
use crate::ledger::Timestamp;
use crate::message::{Command, Notice, Response};

impl App {
    /// Has the panes of the answer's network hear it. Those of a network that is not open hear it as if it were.
    pub(super) fn heard(&mut self, response: &Response, now: Timestamp) -> Vec<Command> {
        let name = &response.request.network;
        if !self.history.has(name) {
            return Vec::new();
        }
        let Some(network) = self.shared.networks.iter().find(|network| network.name == *name).cloned() else {
            return Vec::new();
        };
        let open = std::mem::replace(&mut self.shared.network, network);
        let ctx = self.shared.context(now);
        let mut effects = Vec::new();
        self.history.each_on(name, |pane| effects.extend(pane.hear(response, &ctx)));
        let commands = self.settle(effects, now);
        // What an answer leads to may have opened another network.
        if self.shared.network.name == *name && open.name != *name {
            self.shared.network = open;
            self.refit(now);
        }
        commands
    }

    /// Fits the pane that came back to what has changed meanwhile; its network is open with it.
    pub(super) fn arrive(&mut self, now: Timestamp) {
        let name = self.history.network().to_owned();
        if self.shared.network.name != name && self.shared.open_network(&name) {
            self.toasts.push(Notice::info(format!("now on {name}")), now);
        }
        self.refit(now);
    }

    /// Shows the place on screen on another network instead. The places before it stay on their own.
    pub(super) fn switch(&mut self, name: &str, now: Timestamp) -> Vec<Command> {
        if !self.open_network(name, now) {
            return Vec::new();
        }
        let place = self.history.top().place();
        let (effects, dropped) = self.history.replace(&place, &self.shared.context(now));
        let mut commands = self.settle(dropped, now);
        commands.extend(self.settle(effects, now));
        commands
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

//! What the pane on screen and the overlay over it want to know: asked for after everything that happens, and given up
//! when they are left.

use super::App;
use crate::ledger::Timestamp;
use crate::message::{Command, Response, Retrying};
use crate::panes::kit::Wants;

impl App {
    /// Asks for what is wanted on screen by now, and gives up what nobody wants any more.
    pub(super) fn fetch(&mut self, now: Timestamp) -> Vec<Command> {
        self.shared.pane = self.history.key();
        let mut commands = Vec::new();
        for key in self.history.take_cold() {
            commands.extend(self.shared.requests.close(key));
        }
        let mut wants = Wants::default();
        let ctx = self.shared.context(now);
        self.history.top().wants(&ctx, &mut wants);
        if let Some(overlay) = &mut self.overlay {
            overlay.refit(&ctx);
            overlay.wants(&ctx, &mut wants);
        }
        for subject in self.shared.requests.unresolved(self.history.key(), &wants) {
            commands.extend(self.shared.wonder(subject, now));
        }
        let asked = self.shared.want(self.history.key(), wants, now);
        if !asked.is_empty() {
            self.refit(now);
        }
        commands.extend(asked);
        commands
            .retain(|command| !matches!(command, Command::Cancel(request) if self.shared.awaits(request)));
        commands
    }

    /// Asks again for what the pane on screen wants.
    pub(super) fn refresh(&mut self, now: Timestamp) -> Vec<Command> {
        self.shared.refresh(self.history.key(), now)
    }

    /// Takes an answer that a pane wanted.
    pub(super) fn fetched(&mut self, response: &Response, now: Timestamp) {
        if self.shared.requests.on_response(response) {
            self.refit(now);
        }
    }

    /// Takes the news that a request will be repeated.
    pub(super) fn retrying(&mut self, retrying: &Retrying) {
        self.shared.requests.on_retrying(retrying);
        self.history.each_on(&retrying.request.network, |pane| pane.retrying(retrying));
    }
}

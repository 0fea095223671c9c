//! Requests what the pane on screen and its overlay want after every event, and cancels what they no longer want.

use super::App;
use crate::ledger::Timestamp;
use crate::message::Command;
use crate::panes::kit::{Subscriber, Wants};

/// How often what a pane reads may lead to what else it wants before it is drawn.
const MAX_STEPS: usize = 8;

impl App {
    /// Asks for what is wanted on screen by now, and gives up what nobody wants any more.
    pub(super) fn fetch(&mut self, now: Timestamp) -> Vec<Command> {
        self.turn_to_top();
        let mut commands = Vec::new();
        for _ in 0..MAX_STEPS {
            commands.extend(self.follow_selection(now));
            for key in self.history.take_cold() {
                commands.extend(self.shared.asked.requests.close(key));
            }
            for key in self.history.take_left() {
                commands.extend(self.shared.asked.requests.leave(key));
            }
            let (asked, news) = self.want(now);
            let is_settled = asked.is_empty() && !news && !self.shared.learn_at_hand(now);
            commands.extend(asked);
            if is_settled {
                break;
            }
            self.rebuild_view(now);
        }
        commands.extend(self.shared.asked.requests.set_on_screen(self.panes_on_screen()));
        commands.extend(self.watch(now));
        commands
    }

    /// Asks for what is wanted on screen at this moment. Second, whether that is anything new.
    fn want(&mut self, now: Timestamp) -> (Vec<Command>, bool) {
        let key = self.history.key();
        let mut wants = Wants::default();
        self.history.top().wants(&self.shared.context(now), &mut wants);
        let hints = if self.overlay.is_some() { self.hints(now) } else { Vec::new() };
        if let Some(overlay) = &mut self.overlay {
            let ctx = self.shared.whole_context(now);
            if let Some(palette) = overlay.palette() {
                palette.update(hints, &ctx);
            }
            if let Some(chooser) = overlay.column_chooser()
                && let Some(columns) = self.history.top().columns(&ctx)
            {
                chooser.update(columns, &ctx);
            }
            overlay.rebuild_view(&ctx);
            overlay.wants(&ctx, &mut wants);
        }
        let (mut commands, news) = self.ask(key, wants, now);
        // What is beside the pane comes after it.
        let (beside, more) = self.want_sides(now);
        commands.extend(beside);
        (commands, news || more)
    }

    /// Asks for what this pane wants at this moment. Second, whether that is anything new.
    pub(super) fn ask(&mut self, key: Subscriber, wants: Wants, now: Timestamp) -> (Vec<Command>, bool) {
        let subjects = self.shared.asked.requests.unresolved(key, &wants);
        let news = self.shared.asked.requests.is_news(key, &self.shared.networks.here.name, &wants);
        let commands = self.shared.want(key, wants, now);
        for subject in subjects {
            self.shared.networks.resolve(subject);
        }
        (commands, news)
    }
}

//! The requests of the screen, and how their responses are applied.

use api::Told;
use ledger::Timestamp;

use super::App;
use super::knowledge::kept;
use crate::message::request_log::Wanter;
use crate::message::{Ask, Command, Event, Place, Request, Response};
use crate::panes::kit::{Subscriber, Wants};

/// The maximum number of rounds in which a pane's responses lead to new requests before it is drawn.
const MAX_STEPS: usize = 8;

impl App {
    /// Stores what a response contains, whichever part of the app requested it, and resumes those that waited for it.
    pub(super) fn response(&mut self, response: &Response, now: Timestamp) -> Vec<Command> {
        let subscribers = self.shared.asked.requests.on_response(response);
        let mut commands = self.note(response, now);
        for subscriber in &subscribers {
            if let Subscriber::Batch(id) = subscriber {
                let effects = self.shared.kept.batches.on_response(*id, response);
                commands.extend(self.settle(effects, now));
            }
        }
        if subscribers.into_iter().any(Subscriber::is_on_screen) {
            self.rebuild_view(now);
        }
        commands.extend(self.stack.give_back(&mut self.shared));
        commands
    }

    /// Stores what a response contains, whichever part of the app requested it. Everything on screen may decode better
    /// then.
    fn note(&mut self, response: &Response, now: Timestamp) -> Vec<Command> {
        let mut commands = self.note_job(response, now);
        self.shared.networks.keep_chains(response);
        self.shared.networks.see(response);
        let more = self.shared.networks.learn(response);
        if more {
            self.rebuild_view(now);
        }
        for notice in self.shared.networks.knowledge.notices() {
            self.shared.screen.toasts.push(notice, now);
        }
        commands.extend(kept(response).filter(|_| more).map(Command::Persist));
        commands
    }

    /// Takes news of a request, which changes nothing but the log.
    pub(super) fn hear(&mut self, told: Told, now: Timestamp) -> Vec<Command> {
        let wanted_by = match &told.request {
            Some(request) => self.wanters(&request.clone().map(Ask::Server)),
            None if told.exchange.is_post => vec![Wanter::Job],
            None => Vec::new(),
        };
        self.shared.asked.log.hear(told.exchange, told.budget, wanted_by);
        if !self.shows_request_log() {
            return Vec::new();
        }
        self.rebuild_view(now);
        self.fetch(now)
    }

    /// Whether what is on screen may change with this: the log alone changes while its pane is not there.
    pub fn shows(&self, event: &Event) -> bool {
        !matches!(event, Event::Told(_)) || self.shows_request_log()
    }

    fn shows_request_log(&self) -> bool {
        self.place() == Place::Requests
    }

    /// Who wants the answer to this request at this moment.
    fn wanters(&self, request: &Request) -> Vec<Wanter> {
        let keys = self.shared.asked.requests.wanted_by(request);
        let place = |key| self.stack.tabs.all(&self.stack.history).find_map(|history| history.place_of(key));
        let wanter = |key| match key {
            Subscriber::WatchList => Some(Wanter::WatchList),
            Subscriber::Batch(_) => Some(Wanter::Batch),
            Subscriber::Job(_) => Some(Wanter::Job),
            Subscriber::Knowledge | Subscriber::Names => Some(Wanter::LookUp),
            key @ Subscriber::Pane(_) => place(key).map(Wanter::Place),
        };
        keys.filter_map(wanter).collect()
    }

    /// Sends the requests that the screen wants now, and cancels those that are no longer wanted.
    pub(super) fn fetch(&mut self, now: Timestamp) -> Vec<Command> {
        self.stack.turn_to_top(&mut self.shared);
        let mut commands = Vec::new();
        for _ in 0..MAX_STEPS {
            let due = self.stack.follow_selection(&mut self.shared, now);
            commands.extend(self.settle(due, now));
            for key in self.stack.history.take_cold() {
                commands.extend(self.shared.asked.requests.close(key));
            }
            for key in self.stack.history.take_left() {
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
        commands.extend(self.shared.asked.requests.set_on_screen(self.stack.panes_on_screen()));
        commands.extend(self.watch(now));
        commands
    }

    /// Sends the screen's requests once. The second value is whether any of them is new.
    fn want(&mut self, now: Timestamp) -> (Vec<Command>, bool) {
        let key = self.stack.history.key();
        let mut wants = Wants::default();
        self.stack.history.top().wants(&self.shared.context(now), &mut wants);
        let hints = if self.overlay.is_some() { self.hints(now) } else { Vec::new() };
        if let Some(overlay) = &mut self.overlay {
            let ctx = self.shared.whole_context(now);
            if let Some(palette) = overlay.palette() {
                palette.update(hints, &ctx);
            }
            if let Some(chooser) = overlay.column_chooser()
                && let Some(columns) = self.stack.history.top().columns(&ctx)
            {
                chooser.update(columns, &ctx);
            }
            overlay.rebuild_view(&ctx);
            overlay.wants(&ctx, &mut wants);
        }
        let (mut commands, news) = self.shared.ask(key, wants, now);
        // What is beside the pane comes after it.
        let (beside, more) = self.stack.want_sides(&mut self.shared, now);
        commands.extend(beside);
        (commands, news || more)
    }

    /// Applies the responses for the watch list, reports new findings, and sends the requests that its checks need. A
    /// recording never changes, so nothing is requested from one.
    fn watch(&mut self, now: Timestamp) -> Vec<Command> {
        let (effects, wants) = self.shared.look(now);
        let mut commands = self.settle(effects, now);
        commands.extend(self.shared.ask(Subscriber::WatchList, wants, now).0);
        commands
    }
}

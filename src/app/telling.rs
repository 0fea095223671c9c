//! Takes what is told of requests into the request log, with who wanted them.

use super::App;
use crate::ledger::Timestamp;
use crate::message::{Command, Event, Place, Request, Told};
use crate::panes::kit::Subscriber;
use crate::panes::kit::request_log::Wanter;

impl App {
    /// Whether what is on screen may change with this: the log alone changes while its pane is not there.
    pub fn shows(&self, event: &Event) -> bool {
        !matches!(event, Event::Told(_)) || self.shows_request_log()
    }

    fn shows_request_log(&self) -> bool {
        self.place() == Place::Requests
    }

    /// Takes news of a request, which changes nothing but the log.
    pub(super) fn hear(&mut self, told: Told, now: Timestamp) -> Vec<Command> {
        let wanted_by = match &told.request {
            Some(request) => self.wanters(request),
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

    /// Who wants the answer to this request at this moment.
    fn wanters(&self, request: &Request) -> Vec<Wanter> {
        let keys = self.shared.asked.requests.wanted_by(request);
        let place = |key| self.tabs.all(&self.history).find_map(|history| history.place_of(key));
        let wanter = |key| match key {
            Subscriber::WatchList => Some(Wanter::WatchList),
            Subscriber::Batch(_) => Some(Wanter::Batch),
            Subscriber::Job(_) => Some(Wanter::Job),
            Subscriber::Knowledge | Subscriber::Names => Some(Wanter::LookUp),
            key @ Subscriber::Pane(_) => place(key).map(Wanter::Place),
        };
        keys.filter_map(wanter).collect()
    }
}

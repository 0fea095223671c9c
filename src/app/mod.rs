//! The program's state: a stack of panes, at most one overlay, and what outlives them.
//!
//! `update` takes events and the time, and returns commands. `view` draws the state. Both are pure: the loop in
//! `runtime` carries out the commands.

mod acting;
mod announce;
mod batches;
mod beside;
mod chosen;
mod comparing;
mod contents;
mod custom_abi;
mod exporting;
mod fetching;
mod history;
mod identities;
mod jobs;
mod knowledge;
mod labels;
mod layout;
mod links;
mod looked_at;
mod memory;
mod moving;
mod networks;
mod online;
mod opening;
mod overlay;
mod preview;
mod recording;
mod records;
mod remembered;
mod saved_filters;
mod screenshot;
mod session;
mod settle;
mod shared;
mod signature_cache;
mod stepping;
mod stored;
mod tabs;
mod telling;
mod toast;
mod typing;
mod view;
mod visits;
mod watching;

use crate::ledger::Timestamp;
use crate::message::comparison::Side;
use crate::message::event::KeyInput;
use crate::message::keymap::Keymap;
use crate::message::{Action, Command, Event, Network, Notice, Place, Priority, Response, Settings};
use crate::panes::kit::Subscriber;

pub(crate) use self::custom_abi::known_before;
pub(crate) use self::knowledge::{passing, verified_code};

use self::exporting::Exports;
use self::history::History;
use self::overlay::Overlay;
use self::session::Sessions;
use self::shared::Shared;
use self::tabs::Tabs;

/// The whole state of the program.
#[derive(Debug)]
pub struct App {
    shared: Shared,
    /// The tab on screen.
    history: History,
    tabs: Tabs,
    overlay: Option<Overlay>,
    exports: Exports,
    pressed: Vec<KeyInput>,
    mouse: bool,
    sessions: Sessions,
    /// The network and one side of a comparison, until the other is chosen.
    compared: Option<(String, Side)>,
    /// When something happened last.
    last_event_at: Timestamp,
    /// Hears of each action before it is carried out.
    on_action: fn(Action),
}

/// What the program starts with.
#[derive(Clone, Debug)]
pub struct Start {
    /// Every network there is.
    pub networks: Vec<Network>,
    /// The network to begin with.
    pub network: Network,
    /// The live table of keys.
    pub keymap: Keymap,
    pub settings: Settings,
    /// Where to begin.
    pub place: Place,
    /// Columns and rows.
    pub size: (u16, u16),
    /// What was wrong with the configuration, one line each.
    pub faults: Vec<String>,
    /// The process that makes job keys.
    pub process: u32,
    /// Whether what failed in passing is asked again by itself: not where nobody looks.
    pub heals: bool,
    /// That a recording is replayed, and when it was made, in words.
    pub replay: Option<String>,
}

impl App {
    /// The state at the start, and what is to be carried out at once: the first question is among it.
    pub fn start(start: Start, now: Timestamp) -> (Self, Vec<Command>) {
        let sessions = Sessions::Unread(start.settings.reopen);
        let shared = Shared::new(&start, now);
        let history = History::open(&start.place, &shared.context(now));
        let overlay = (!start.faults.is_empty()).then(|| Overlay::faults(start.faults));
        let mut app = Self {
            shared,
            history,
            tabs: Tabs::default(),
            overlay,
            exports: Exports::default(),
            pressed: Vec::new(),
            mouse: start.settings.mouse,
            sessions,
            compared: None,
            last_event_at: now,
            on_action: |_| {},
        };
        let mut commands: Vec<Command> = app.visit(now).into_iter().collect();
        commands.extend(app.fetch(now));
        (app, commands)
    }

    /// Has this hear of each action before it is carried out: the log.
    pub fn on_action(&mut self, hear: fn(Action)) {
        self.on_action = hear;
    }

    /// Takes in one thing that happened.
    pub fn update(&mut self, event: Event, now: Timestamp) -> Vec<Command> {
        if let Event::Told(told) = event {
            return self.hear(*told, now);
        }
        self.clock(now);
        let is_key = matches!(event, Event::Input(_));
        self.shared.asked.priority = if is_key { Priority::Key } else { Priority::Visible };
        self.shared.screen.toasts.turn();
        let mut commands = match event {
            Event::Input(input) => {
                self.shared.screen.title.unseen_rows = 0;
                self.consume_input(input, now)
            }
            Event::Resize(columns, rows) => {
                self.shared.screen.size = (columns, rows);
                self.rebuild_view(now);
                vec![Command::Redraw]
            }
            Event::Response(response) => self.response(&response, now),
            Event::Retrying(retrying) => {
                if self.shared.asked.requests.on_retrying(&retrying) {
                    self.rebuild_view(now);
                }
                Vec::new()
            }
            Event::Gathering(gathering) => {
                self.shared.asked.requests.on_gathering(&gathering);
                Vec::new()
            }
            Event::Restored(saved) => self.restored(*saved, now),
            Event::Stored(stored) => self.stored(*stored, now),
            Event::Notice(notice) => {
                self.shared.screen.toasts.push(notice, now);
                Vec::new()
            }
            Event::Export(news) => {
                self.export_news(news, now);
                Vec::new()
            }
            Event::NoBrowser(address) => {
                let words = format!("{address} is copied: no web browser could be started");
                self.shared.screen.toasts.push(Notice::warning(words), now);
                vec![Command::Copy(address)]
            }
            Event::StoreFault(words) => {
                self.store_fault(words, now);
                Vec::new()
            }
            Event::StoreWorks => self.store_works(now),
            Event::Unrecorded(key, words) => self.unrecorded(key, words, now),
            Event::OlderJobs(older) => self.older_jobs(*older, now),
            Event::Record(key, record) => {
                self.record_loaded(key, record, now);
                Vec::new()
            }
            Event::Told(_) | Event::Woke => Vec::new(),
        };
        self.shared.screen.toasts.expire(now);
        self.turn_to_top();
        let due = self.history.top_mut().due_effects(&self.shared.context(now));
        commands.extend(self.settle(due, now));
        commands.extend(self.resume_step(now));
        commands.extend(self.fetch(now));
        commands.extend(self.load_records());
        commands.extend(self.shared.want_knowledge(now));
        commands.extend(self.run_batches(now));
        commands.extend(self.shared.ask_about_jobs(now));
        let retries = self.shared.due_retries(now);
        if !retries.is_empty() {
            self.rebuild_view(now);
        }
        commands.extend(retries);
        let kept = self.keep_session(commands.contains(&Command::Quit));
        // The title goes first: what is submitted may change it again.
        self.shared.retitle().into_iter().chain(kept).chain(commands).collect()
    }

    /// When something moves by itself next; `None` while nothing does.
    pub fn wake_at(&self, now: Timestamp) -> Option<Timestamp> {
        let pane = self.history.top().wake_at(&self.shared.context(now));
        let jobs = self.shared.kept.followed.next_deadline();
        let requests = self.shared.asked.requests.wake_at(self.shared.asked.pane, now);
        let sides = self.sides_wake_at(now);
        let looks = self.shared.asked.requests.again_at(Subscriber::WatchList, now);
        [pane, sides, requests, jobs, looks, self.shared.screen.toasts.wake_at()].into_iter().flatten().min()
    }

    /// Has what follows be asked for the pane on screen, whose own keys go before others.
    fn turn_to_top(&mut self) {
        self.shared.asked.pane = self.history.key();
        self.shared.screen.keymap.enter(self.history.top().layer());
    }

    /// Where the program is.
    pub fn place(&self) -> Place {
        self.history.top().place()
    }

    /// Takes an answer: what it tells is noted, whoever asked, and those that waited for it go on.
    fn response(&mut self, response: &Response, now: Timestamp) -> Vec<Command> {
        let subscribers = self.shared.asked.requests.on_response(response);
        let mut commands = self.note(response, now);
        for subscriber in &subscribers {
            if let Subscriber::Batch(id) = subscriber {
                let effects = self.shared.kept.batches.on_response(*id, response);
                commands.extend(self.settle(effects, now));
            }
        }
        if subscribers.into_iter().any(Subscriber::looks) {
            self.rebuild_view(now);
        }
        commands.extend(self.give_back());
        commands
    }
}

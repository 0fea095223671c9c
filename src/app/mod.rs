//! The program's state: a stack of panes, at most one overlay, and what outlives them.
//!
//! `update` takes events and the time, and returns commands. `view` draws the state. Both are pure: the loop in
//! `runtime` carries out the commands. The command line reads the contents of the pane on screen.

mod asked;
mod effect;
mod exports;
mod jobs;
mod knowledge;
mod overlay;
mod shared;
mod stack;
mod verb;
mod view;

use api::{Failure, Network, Priority};
use decode::Known;
use ledger::document::{document, joined};
use ledger::{RawJson, Timestamp};
use serde_json::Value as Json;

use self::exports::Exports;
use self::overlay::Overlay;
use self::shared::Shared;
use self::stack::Stack;
use crate::message::comparison::Side;
use crate::message::event::KeyInput;
use crate::message::keymap::Keymap;
use crate::message::{
    Action, Command, Contents, Effect, Event, ExportOffer, Notice, Place, Settings, VerifiedFiles,
};
use crate::panes::kit::Subscriber;

pub(crate) use self::knowledge::{known_before, trails, verified_code};

/// The whole state of the program.
#[derive(Debug)]
pub struct App {
    shared: Shared,
    stack: Stack,
    overlay: Option<Overlay>,
    exports: Exports,
    pressed: Vec<KeyInput>,
    mouse: bool,
    /// The network and one side of a comparison, until the other is chosen.
    compared: Option<(String, Side)>,
    /// The time of the last event.
    last_event_at: Timestamp,
    /// Hears of each action before it is carried out.
    on_action: fn(Action),
}

/// What the program starts with.
#[derive(Clone, Debug)]
pub struct Start {
    /// All configured networks.
    pub networks: Vec<Network>,
    /// The network to begin with.
    pub network: Network,
    /// The live table of keys.
    pub keymap: Keymap,
    pub settings: Settings,
    /// The first place to open.
    pub place: Place,
    /// The screen's size in columns and rows.
    pub size: (u16, u16),
    /// What was wrong with the configuration, one line each.
    pub faults: Vec<String>,
    /// The process that makes job keys.
    pub process: u32,
    /// Whether requests that failed temporarily are retried automatically; off where no user is watching.
    pub heals: bool,
    /// That a recording is replayed, and when it was made, in words.
    pub replay: Option<String>,
}

impl App {
    /// Creates the app and returns the commands to run first, including the first request.
    pub fn start(start: Start, now: Timestamp) -> (Self, Vec<Command>) {
        let shared = Shared::new(&start, now);
        let stack = Stack::open(&start.place, &shared.context(now), start.settings.reopen);
        let overlay = (!start.faults.is_empty()).then(|| Overlay::faults(start.faults));
        let mut app = Self {
            shared,
            stack,
            overlay,
            exports: Exports::default(),
            pressed: Vec::new(),
            mouse: start.settings.mouse,
            compared: None,
            last_event_at: now,
            on_action: |_| {},
        };
        let mut commands: Vec<Command> = app.stack.visit(&mut app.shared, now).into_iter().collect();
        commands.extend(app.fetch(now));
        (app, commands)
    }

    /// Sets the callback that receives each action before it is carried out: the log.
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
        self.shared.asked.is_idle = matches!(event, Event::Woke);
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
                self.exports.take(news, &mut self.overlay, &mut self.shared.screen.toasts, now);
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
        self.stack.turn_to_top(&mut self.shared);
        let due = self.stack.history.top_mut().due_effects(&self.shared.context(now));
        commands.extend(self.settle(due, now));
        // What lies over a detail holds its step on.
        if self.overlay.is_none() {
            commands.extend(self.stack.resume_step(&mut self.shared, now));
        }
        commands.extend(self.fetch(now));
        commands.extend(self.load_records(now));
        commands.extend(self.shared.want_knowledge(now));
        commands.extend(self.run_batches(now));
        commands.extend(self.shared.ask_about_jobs(now));
        let retries = self.shared.due_retries(now);
        if !retries.is_empty() {
            self.rebuild_view(now);
        }
        commands.extend(retries);
        let kept = self.stack.keep_session(commands.contains(&Command::Quit));
        // The title goes first: what is submitted may change it again.
        self.shared.retitle().into_iter().chain(kept).chain(commands).collect()
    }

    /// When the screen next changes without input; `None` while nothing moves.
    pub fn wake_at(&self, now: Timestamp) -> Option<Timestamp> {
        let pane = self.stack.history.top().wake_at(&self.shared.context(now));
        let jobs = self.shared.kept.followed.next_deadline();
        let requests = self.shared.asked.requests.wake_at(self.shared.asked.pane, now);
        let sides = self.stack.sides_wake_at(&self.shared, now);
        let looks = self.shared.asked.requests.again_at(Subscriber::WatchList, now);
        [pane, sides, requests, jobs, looks, self.shared.screen.toasts.wake_at()].into_iter().flatten().min()
    }

    /// The place of the pane on screen.
    pub fn place(&self) -> Place {
        self.stack.history.top().place()
    }

    /// Updates the clock: planned times are shifted with a clock that was set back.
    pub(super) fn clock(&mut self, now: Timestamp) {
        self.shared.kept.followed.clock(self.last_event_at, now);
        self.shared.screen.toasts.clock(self.last_event_at, now);
        self.last_event_at = now;
    }

    fn rebuild_view(&mut self, now: Timestamp) {
        self.stack.rebuild_view(&mut self.shared, now);
    }

    /// Whether anything that the pane on screen wants is in progress, or waits for its next try.
    pub fn is_waiting(&self) -> bool {
        self.shared.asked.requests.under_way(self.shared.asked.pane).is_some()
    }

    /// The failure of a request that the pane on screen needs, if one failed.
    pub fn failure(&self) -> Option<&Failure> {
        let (progress, is_known) = self.shared.asked.requests.progress(self.shared.asked.pane)?;
        progress.failure().filter(|_| !is_known)
    }

    /// The URL of the latest request of the pane on screen.
    pub fn asked_url(&self) -> &str {
        self.shared.asked.requests.progress(self.shared.asked.pane).map_or("", |(progress, _)| progress.url())
    }

    /// Why the subject of the pane on screen is missing, if the pane knows.
    pub fn denial(&self, now: Timestamp) -> Option<String> {
        self.stack.history.top().denial(&self.shared.context(now))
    }

    /// Opens a tab of the pane on screen, counted from the left; `false` if it has no such tab.
    pub fn open_tab(&mut self, tab: usize) -> bool {
        let pane = self.stack.history.top_mut();
        pane.open_tab(tab);
        pane.tab() == Some(tab)
    }

    /// The data about the network on screen, including its labels.
    pub fn known(&self) -> &Known {
        self.shared.networks.knowledge.snapshot(&self.shared.networks.here.name)
    }

    /// The raw response behind the pane on screen.
    pub fn received(&mut self, now: Timestamp) -> Option<RawJson> {
        let effects = self.stack.history.top_mut().press(Action::Raw, &self.shared.context(now));
        effects.into_iter().find_map(|effect| if let Effect::Raw(_, raw) = effect { Some(raw) } else { None })
    }

    /// The files of the pane on screen that can be written to a directory.
    pub fn files(&mut self, now: Timestamp) -> Option<VerifiedFiles> {
        let effects = self.stack.history.top_mut().press(Action::Export, &self.shared.context(now));
        effects.into_iter().find_map(|effect| match effect {
            Effect::Export(ExportOffer::Files(offer)) => Some(offer.of),
            _ => None,
        })
    }

    /// What the pane on screen is about, as a document: its kind, place and network, then the record. `None` if it has
    /// none.
    pub fn document(&self, now: Timestamp) -> Option<Json> {
        let ctx = self.shared.context(now);
        let record = self.stack.history.top().document(&ctx)?;
        let place = self.place();
        let head = document! {
            "kind": place.kind().row().name,
            "place": place.to_string(),
            "network": self.shared.networks.here.name,
        };
        Some(joined(head, record))
    }

    /// The contents of the pane on screen.
    pub fn contents(&mut self, now: Timestamp) -> Contents {
        self.stack.history.top_mut().contents(&self.shared.context(now))
    }

    /// What is loaded, about, bytes.
    pub fn loaded_bytes(&self) -> usize {
        self.stack.loaded_bytes(&self.shared)
    }
}

//! The program's state: a stack of panes, at most one overlay, and what outlives them.
//!
//! `update` takes events and the time, and returns commands. `view` draws the state. Both are pure: the loop in
//! `runtime` carries out the commands.

mod again;
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
mod knowledge;
mod labels;
mod layout;
mod links;
mod moving;
mod networks;
mod online;
mod opening;
mod overlay;
mod polling;
mod preview;
mod recording;
mod records;
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
use crate::message::job_event::job_event;
use crate::message::keymap::{KeyMatch, Keymap};
use crate::message::place::Row;
use crate::message::{Action, Ask, Command, Event, Input, Network, Notice, Place, Response, Settings};
use crate::panes::kit::PaneKey;

use self::exporting::Exports;
use self::history::History;
use self::overlay::{Outcome, Overlay, Setting};
use self::session::Sessions;
use self::shared::Shared;
use self::tabs::Tabs;
use self::toast::Toasts;

/// The whole state of the program.
#[derive(Debug)]
pub struct App {
    shared: Shared,
    /// The tab on screen.
    history: History,
    tabs: Tabs,
    overlay: Option<Overlay>,
    toasts: Toasts,
    exports: Exports,
    pressed: Vec<KeyInput>,
    mouse: bool,
    sessions: Sessions,
    /// The network and one side of a comparison, until the other is chosen.
    compared: Option<(String, Side)>,
    /// When something happened last.
    last_event_at: Timestamp,
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
            toasts: Toasts::default(),
            exports: Exports::default(),
            pressed: Vec::new(),
            mouse: start.settings.mouse,
            sessions,
            compared: None,
            last_event_at: now,
        };
        let mut commands: Vec<Command> = app.visit(now).into_iter().collect();
        commands.extend(app.fetch(now));
        (app, commands)
    }

    /// Takes in one thing that happened.
    pub fn update(&mut self, event: Event, now: Timestamp) -> Vec<Command> {
        if let Event::Told(told) = event {
            return self.hear(*told, now);
        }
        self.clock(now);
        self.toasts.turn();
        let mut commands = match event {
            Event::Input(input) => {
                self.shared.unseen_rows = 0;
                self.consume_input(input, now)
            }
            Event::Resize(columns, rows) => {
                self.shared.size = (columns, rows);
                self.rebuild_view(now);
                vec![Command::Redraw]
            }
            Event::Response(response) => self.response(&response, now),
            Event::Retrying(retrying) => {
                self.retrying(&retrying);
                Vec::new()
            }
            Event::Restored(saved) => self.restored(*saved, now),
            Event::Stored(stored) => self.stored(*stored, now),
            Event::Notice(notice) => {
                self.toasts.push(notice, now);
                Vec::new()
            }
            Event::Export(news) => {
                self.export_news(news, now);
                Vec::new()
            }
            Event::NoBrowser(address) => {
                let words = format!("{address} is copied: no web browser could be started");
                self.toasts.push(Notice::warning(words), now);
                vec![Command::Copy(address)]
            }
            Event::StoreFault(words) => {
                self.store_fault(words, now);
                Vec::new()
            }
            Event::StoreWorks => self.store_works(now),
            Event::Unrecorded(key, words) => self.unrecorded(key, words, now),
            Event::Told(_) | Event::Woke => Vec::new(),
        };
        self.toasts.expire(now);
        self.shared.pane = self.history.key();
        let due = self.history.top_mut().due_effects(&self.shared.context(now));
        commands.extend(self.settle(due, now));
        commands.extend(self.resume_step(now));
        commands.extend(self.fetch(now));
        let unnamed = self.shared.lookup();
        commands.extend(self.settle(unnamed, now));
        commands.extend(self.run_batches(now));
        commands.extend(self.shared.due_polls(now));
        commands.extend(self.shared.due_lookups());
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
        let jobs = self.shared.followed.next_deadline();
        let requests = self.shared.requests.wake_at(self.shared.pane, now);
        let sides = self.sides_wake_at(now);
        let looks = self.shared.requests.again_at(PaneKey::WATCH_LIST, now);
        [pane, sides, requests, jobs, looks, self.toasts.wake_at()].into_iter().flatten().min()
    }

    /// Where the program is.
    pub fn place(&self) -> Place {
        self.history.top().place()
    }

    fn input(&mut self, input: &Input, now: Timestamp) -> Vec<Command> {
        let typed = match input {
            Input::Key(key) => &Input::Key(self.shared.keymap.as_field_key(*key)),
            other => other,
        };
        if let Some(overlay) = &mut self.overlay {
            match overlay.handle_input(typed, &self.shared.whole_context(now)) {
                Outcome::Pass => {}
                outcome => {
                    // A key that is taken continues no sequence.
                    self.pressed.clear();
                    return self.overlaid(outcome, now);
                }
            }
        } else if let Input::Mouse(click) = input
            && self.click_tab(*click, now)
        {
            return Vec::new();
        } else if let Some(commands) = self.click_sides(input, now) {
            return commands;
        } else if let Some(effects) = self.history.top_mut().handle_input(typed, &self.shared.context(now)) {
            return self.settle(effects, now);
        }
        let Input::Key(key) = input else {
            self.begin_to_type(input, now);
            return Vec::new();
        };
        self.pressed.push(*key);
        let matched = match self.shared.keymap.lookup(&self.pressed) {
            // A key that ends no sequence may begin another, or stand alone.
            KeyMatch::Nothing if self.pressed.len() > 1 => {
                self.pressed = vec![*key];
                self.shared.keymap.lookup(&self.pressed)
            }
            matched => matched,
        };
        match matched {
            KeyMatch::Prefix => Vec::new(),
            KeyMatch::Nothing => {
                self.pressed.clear();
                self.begin_to_type(input, now);
                Vec::new()
            }
            KeyMatch::Action(action) => {
                self.pressed.clear();
                let probe = (action == Action::Refresh).then(|| self.probe_store()).flatten();
                probe.into_iter().chain(self.act(action, now)).collect()
            }
        }
    }

    /// Does what a verb means now: to the overlay, to the pane if it offers it, or everywhere.
    pub(super) fn act(&mut self, action: Action, now: Timestamp) -> Vec<Command> {
        let visit = self.visit_passed(action, now).into_iter();
        visit.chain(self.act_here(action, now)).collect()
    }

    fn act_here(&mut self, action: Action, now: Timestamp) -> Vec<Command> {
        match action {
            Action::QuitNow => return vec![Command::Quit],
            Action::Leave if !matches!(self.overlay, Some(Overlay::Quit(_))) => return self.quit(),
            _ => {}
        }
        if let Some(overlay) = &mut self.overlay {
            if action == Action::Help && !overlay.is_help() {
                let typing = self.is_typing(now);
                let keymap = &self.shared.keymap;
                self.overlay = self.overlay.take().map(|overlay| overlay.helped(keymap, typing));
                return Vec::new();
            }
            let outcome = overlay.act(action, &self.shared.whole_context(now));
            return self.overlaid(outcome, now);
        }
        let hint = self.hints(now).into_iter().find(|hint| hint.action == action);
        let Some(hint) = hint.filter(|hint| !hint.global) else { return self.act_anywhere(action, now) };
        if let (Action::Find, Some(reason)) = (action, &hint.disabled) {
            self.seek_elsewhere(Some(reason), now);
            return Vec::new();
        }
        if let Some(reason) = hint.disabled {
            self.toasts.push_here(Notice::info(format!("{}: {reason}", hint.words)), now);
            return Vec::new();
        }
        if action == Action::Preview {
            return self.toggle_preview(now);
        }
        if let Some(commands) = self.step(action, now) {
            return commands;
        }
        let effects = self.history.top_mut().press(action, &self.shared.context(now));
        let commands = self.settle(effects, now);
        if action == Action::Refresh { commands.into_iter().map(Command::anew).collect() } else { commands }
    }

    fn act_anywhere(&mut self, action: Action, now: Timestamp) -> Vec<Command> {
        match action {
            Action::GoTo => self.open_palette(None, now),
            Action::Find => self.seek_elsewhere(None, now),
            Action::Help => {
                let hints = self.hints(now);
                let typing = self.is_typing(now);
                self.overlay = Some(Overlay::help(&hints, &self.shared.keymap, typing));
            }
            Action::Links => self.open_links(now),
            Action::Label => self.open_label(now),
            Action::Bookmark => self.open_bookmark(self.place(), now),
            Action::Watch => return self.switch_watch_here(now),
            Action::CopyMenu => return self.open_copy_menu(now),
            Action::Network => self.overlay = Some(Overlay::networks(&self.shared)),
            Action::SavedFilters => self.open_saved_filters(now),
            Action::Units => return self.set(Setting::Units(self.shared.theme.unit.next()), now),
            Action::TimeStyle => return self.set(Setting::Times(self.shared.theme.times.next()), now),
            Action::Mouse => {
                self.mouse = !self.mouse;
                let words =
                    if self.mouse { "mouse capture on" } else { "mouse capture off: select text with it" };
                self.toasts.push_here(Notice::info(words), now);
                return vec![Command::Mouse(self.mouse)];
            }
            Action::Back => return self.back(now),
            Action::Close | Action::Quit if self.history.depth() > 1 => return self.back(now),
            Action::Forward => self.forward(now),
            Action::CancelExport => return self.cancel_export(now),
            Action::Redraw => return vec![Command::Redraw],
            Action::Suspend => return vec![Command::Suspend],
            Action::Quit if self.close_tab(now) => {}
            Action::Quit => return self.quit(),
            Action::NewTab | Action::CloseTab | Action::NextTab | Action::PreviousTab => {
                return self.act_on_tabs(action, now);
            }
            Action::Close => self.toasts.push_here(Notice::info("this is where you started"), now),
            _ => {
                if let Some(place) = Row::opened_by(action).and_then(Row::alone) {
                    return self.go(&place, now);
                }
                let keymap = &self.shared.keymap;
                let (what, help) = (keymap.describe(action), keymap.key_of(Action::Help));
                let words = format!("{what}: not available here; {help} shows what is");
                self.toasts.push_here(Notice::info(words), now);
            }
        }
        Vec::new()
    }

    fn overlaid(&mut self, outcome: Outcome, now: Timestamp) -> Vec<Command> {
        let leave = |app: &mut Self| app.overlay = app.overlay.take().and_then(Overlay::under);
        match outcome {
            Outcome::Pass | Outcome::Stay => Vec::new(),
            Outcome::Follow(effects) => self.settle(effects, now),
            Outcome::Leave(effects) => {
                leave(self);
                self.settle(effects, now)
            }
            Outcome::Link(link) => {
                leave(self);
                self.follow(&link, now)
            }
            Outcome::Press(action) => {
                leave(self);
                self.press(action, now)
            }
            Outcome::Run(name, run) => {
                leave(self);
                self.run(name, run, now)
            }
            Outcome::Quit => vec![Command::Quit],
        }
    }

    fn response(&mut self, response: &Response, now: Timestamp) -> Vec<Command> {
        let mut commands = Vec::new();
        if let Ask::Submit(key, _) = &response.request.ask {
            self.shared.records.answered(*key);
        }
        if let Some((key, event)) = job_event(response) {
            commands.extend(self.shared.apply_job_event(key, event, now, &mut self.toasts));
            self.rebuild_view(now);
        }
        let effects = self.shared.batches.on_response(response);
        commands.extend(self.settle(effects, now));
        if self.shared.looked_up(response) {
            self.rebuild_view(now);
        }
        self.shared.keep_chains(response);
        commands.extend(self.apply_knowledge(response, now));
        self.shared.see(response);
        self.fetched(response, now);
        commands
    }
}

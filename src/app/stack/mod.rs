//! The tabs and their panes: which is on screen, and how one gets from place to place.
//!
//! Loaded data stays below a limit. Least recently shown panes are evicted first: their responses are requested again
//! when the user returns, and their rows outside of the window are spilled to disk. Next are the rows far from the
//! window on screen and those of the list being stepped through; last, data about contracts that are not on screen.

mod history;
mod opened;
mod side;
mod steps;
mod tabs;

use ledger::Timestamp;
use ledger::amount::counted;

use self::tabs::Tabs;
use super::shared::Shared;
use super::shared::screen::Beside;
use crate::message::{Action, Command, FarRows, Notice, OpenTab, Persist, Place, SavedFilter, Visit};
use crate::panes::Context;
use crate::panes::context::Loaded;

pub(super) use self::history::{History, Preview};

/// The most panes of a tab that are kept; beyond that the oldest are left out.
const MAX_KEPT: usize = 20;

/// What is stored about the previous session and this one.
#[derive(Debug)]
enum Sessions {
    /// The previous session is not loaded yet; `true` if its tabs will be reopened.
    Unread(bool),
    /// These tabs are stored, after so many changes of tabs and of the history on screen.
    Kept((usize, usize), Vec<OpenTab>),
}

/// The tabs, with the one on screen.
#[derive(Debug)]
pub(super) struct Stack {
    /// The tab on screen.
    pub(super) history: History,
    pub(super) tabs: Tabs,
    sessions: Sessions,
}

impl Stack {
    /// One tab with the pane of this place; `reopens` the tabs of the previous session once they are loaded.
    pub(super) fn open(place: &Place, ctx: &Context<'_>, reopens: bool) -> Self {
        let history = History::open(place, ctx);
        Self { history, tabs: Tabs::default(), sessions: Sessions::Unread(reopens) }
    }

    /// Opens a place on top of the one on screen.
    pub(super) fn go(&mut self, place: &Place, shared: &mut Shared, now: Timestamp) -> Vec<Command> {
        if self.history.top().place() == *place && self.history.network() == shared.networks.here.name {
            return Vec::new();
        }
        let kept = self.keep_last_filter(shared);
        if self.history.go(place, &shared.context(now)) {
            // It was beside the list.
            shared.screen.beside = Beside::default();
            self.rebuild_view(shared, now);
        }
        shared.screen.toasts.leave();
        kept.into_iter().chain(self.visit(shared, now)).collect()
    }

    /// Goes back to the place before.
    pub(super) fn back(&mut self, shared: &mut Shared, now: Timestamp) -> Vec<Command> {
        let kept = self.keep_last_filter(shared);
        if self.history.back() {
            shared.screen.toasts.leave();
        } else {
            shared.screen.toasts.push_here(Notice::info("this is where you started"), now);
        }
        self.arrive(shared, now);
        kept.into_iter().collect()
    }

    pub(super) fn forward(&mut self, shared: &mut Shared, now: Timestamp) {
        if self.history.forward() {
            shared.screen.toasts.leave();
        } else {
            shared.screen.toasts.push_here(Notice::info("there is nothing to go forward to"), now);
        }
        self.arrive(shared, now);
    }

    /// Updates the panes on screen after a change.
    pub(super) fn rebuild_view(&mut self, shared: &mut Shared, now: Timestamp) {
        self.turn_to_top(shared);
        shared.asked.loaded.bytes = self.loaded_bytes(shared);
        self.history.top_mut().rebuild_view(&shared.context(now));
        self.rebuild_sides(shared, now);
    }

    /// Asks in the name of the pane on screen from now on, and puts its own keys before others.
    pub(super) fn turn_to_top(&mut self, shared: &mut Shared) {
        shared.asked.pane = self.history.key();
        shared.screen.keymap.enter(self.history.top().layer());
    }

    /// Updates the pane that returned to the screen, and opens its network.
    pub(super) fn arrive(&mut self, shared: &mut Shared, now: Timestamp) {
        let name = self.history.network().to_owned();
        if shared.networks.here.name != name && shared.networks.open(&name) {
            shared.screen.toasts.push(Notice::info(format!("now on {name}")), now);
        }
        self.rebuild_view(shared, now);
        self.return_to_row(shared, now);
    }

    /// Shows the place on screen on another network instead. The places before it stay on their own.
    pub(super) fn switch(&mut self, name: &str, shared: &mut Shared, now: Timestamp) {
        if shared.open_network(name, now) {
            let place = self.history.top().place();
            self.history.replace(&place, &shared.context(now));
        }
    }

    /// Keeps the place on screen, unless it belongs to no list of visits or is only passed.
    pub(super) fn visit(&mut self, shared: &mut Shared, now: Timestamp) -> Option<Command> {
        shared.networks.knowledge.opened();
        if self.history.is_passed() { None } else { self.record_visit(shared, now) }
    }

    /// Keeps a place that was passed, once anything but a step is done there.
    pub(super) fn visit_passed(
        &mut self,
        action: Action,
        shared: &mut Shared,
        now: Timestamp,
    ) -> Option<Command> {
        let steps = matches!(action, Action::NextRow | Action::PreviousRow | Action::StepWithin);
        if steps || !self.history.is_passed() {
            return None;
        }
        self.history.stay();
        self.record_visit(shared, now)
    }

    fn record_visit(&mut self, shared: &mut Shared, now: Timestamp) -> Option<Command> {
        let place = self.history.top().place();
        if is_not_kept(&place) {
            return None;
        }
        let visit = Visit { network: shared.networks.here.name.clone(), place, at: now };
        Some(Command::Persist(shared.kept.remembered.visited(visit)))
    }

    /// Keeps the filters of the list on screen, which is about to be left, if any are set.
    pub(super) fn keep_last_filter(&mut self, shared: &mut Shared) -> Option<Command> {
        self.history.top().arrangement()?;
        let filter = SavedFilter { name: String::new(), everywhere: false, pane: self.history.top_open() };
        if filter.is_empty() || shared.kept.remembered.filters.contains(&filter) {
            return None;
        }
        let keep = Persist::Filter(Box::new(filter));
        shared.kept.remembered.remember(&keep);
        Some(Command::Persist(keep))
    }

    /// Opens the tabs of the last session again, unless something was done meanwhile, or a box `is_over` the pane.
    pub(super) fn reopen(
        &mut self,
        tabs: Vec<OpenTab>,
        is_over: bool,
        shared: &mut Shared,
        now: Timestamp,
    ) -> Vec<Command> {
        let Sessions::Unread(reopens) = self.sessions else { return Vec::new() };
        self.sessions = Sessions::Kept((0, 0), tabs.clone());
        let count = tabs.iter().map(|tab| tab.panes.len()).sum();
        let is_untouched = self.changes() == (0, 0) && !is_over && self.history.top().place() == Place::Home;
        if !reopens || !is_untouched || count == 0 {
            return Vec::new();
        }
        self.open_tabs(tabs, shared, now);
        let network = &shared.networks.here.name;
        let words = format!("reopened {} on {network}; --fresh starts at home", counted(count, "place"));
        shared.screen.toasts.push(Notice::info(words), now);
        self.visit(shared, now).into_iter().collect()
    }

    /// How often another tab, and another pane of the tab on screen, came on screen.
    fn changes(&self) -> (usize, usize) {
        (self.tabs.changes(), self.history.changes())
    }

    /// Keeps the tabs that are open, if others are than are stored. What is arranged on a page is compared at the end.
    pub(super) fn keep_session(&mut self, ends: bool) -> Option<Command> {
        let changes = self.changes();
        let Sessions::Kept(kept, stored) = &mut self.sessions else { return None };
        if !ends && (*kept == changes || self.history.is_passed()) {
            return None;
        }
        let tabs = self.tabs.as_open(&self.history, MAX_KEPT);
        *kept = changes;
        if *stored == tabs {
            return None;
        }
        stored.clone_from(&tabs);
        Some(Command::Persist(Persist::OpenTabs(tabs)))
    }
}

/// Whether a place is not recorded as visited: it is always a key away, or only leads to another.
fn is_not_kept(place: &Place) -> bool {
    let at_hand = matches!(
        place,
        Place::Home | Place::Labels | Place::Jobs | Place::Job(_) | Place::Difference(_) | Place::Batch
    );
    at_hand || matches!(place, Place::TransactionAt(_) | Place::TransactionOf(_))
}

/// The share of the limit to which the data is reduced once it exceeds the limit, in tenths.
const LEFT_TENTHS: usize = 9;

impl Stack {
    /// Evicts data above the limit.
    pub(in crate::app) fn give_back(&mut self, shared: &mut Shared) -> Vec<Command> {
        shared.asked.loaded.bytes = self.loaded_bytes(shared);
        let Loaded { bytes, max_bytes } = shared.asked.loaded;
        if bytes <= max_bytes {
            return Vec::new();
        }
        let mut excess = bytes - max_bytes / 10 * LEFT_TENTHS;
        let (mut commands, mut pages) = (Vec::new(), Vec::new());
        let list = self.history.stepping().map(|(list, ..)| list);
        let shown: Vec<_> = self.panes_on_screen().into_iter().chain(list).collect();
        let mut by_use: Vec<_> = self.tabs.all_mut(&mut self.history).flat_map(History::panes_mut).collect();
        by_use.sort_by_key(|(left_at, key, _)| (shown.contains(key), *left_at));
        for (_, key, pane) in by_use {
            let is_on_screen = shown.contains(&key);
            if !is_on_screen {
                let before = shared.asked.requests.bytes();
                commands.extend(shared.asked.requests.close(key));
                excess = excess.saturating_sub(before - shared.asked.requests.bytes());
            }
            let given = pane.give_back(excess, is_on_screen);
            excess = excess.saturating_sub(given.bytes);
            pages.extend(given.pages);
            if excess == 0 {
                break;
            }
        }
        if excess > 0 && shared.networks.knowledge.give_back(excess) {
            // What one came back to may need what was forgotten.
            for pane in shown {
                shared.asked.requests.resolve_again(pane);
            }
        }
        shared.asked.loaded.bytes = self.loaded_bytes(shared);
        commands.extend(FarRows::new(pages).map(Command::PutAway));
        commands
    }

    /// The approximate size of the loaded data, in bytes.
    pub(in crate::app) fn loaded_bytes(&self, shared: &Shared) -> usize {
        let rows: usize = self.tabs.all(&self.history).map(History::loaded_bytes).sum();
        shared.asked.requests.bytes() + shared.networks.knowledge.bytes() + rows
    }
}

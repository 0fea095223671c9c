//! The stack of open panes, each with its state and its network, which makes going back instant and exact.

mod preview;

pub(in crate::app) use self::preview::Preview;

use super::opened;
use crate::message::place::PlaceKind;
use crate::message::{OpenPane, Place};
use crate::panes::kit::{Subscriber, list::Steps};
use crate::panes::{Context, Pane};

/// A pane and the network that it shows.
#[derive(Debug)]
struct Entry {
    /// The network's profile name.
    network: String,
    /// The pane's name in the table of requests.
    key: Subscriber,
    pane: Box<dyn Pane>,
    /// Steps to other rows of the list below, if it was opened from one.
    steps: Option<Steps>,
    /// Whether it was stepped to, and nothing was done there since.
    is_passed: bool,
    /// How many panes had left the screen when it did last.
    left_at: u64,
}

/// The stack of panes, and the ones that were left by going back.
#[derive(Debug)]
pub(in crate::app) struct History {
    /// The panes below the top.
    below: Vec<Entry>,
    top: Entry,
    ahead: Vec<Entry>,
    /// The preview next to the top pane.
    preview: Option<Preview>,
    /// The tab that was open in the last preview, of a place of this kind.
    tab: Option<(PlaceKind, usize)>,
    /// The key of the pane below the top, if it is also shown on the left.
    behind: Option<Subscriber>,
    /// The key of the newest pane.
    newest: Subscriber,
    /// Panes that were closed since [`History::take_cold`] was last called.
    closed: Vec<Subscriber>,
    /// Panes that left the screen since [`History::take_left`] was last called.
    left: Vec<Subscriber>,
    /// How often another pane came on screen.
    changes: usize,
    /// How many panes have left the screen.
    leaves: u64,
}

/// The most panes in the history; beyond that the oldest is dropped.
const MAX_PANES: usize = 100;

/// The maximum number of panes before and after the one on screen that keep their responses for instant navigation.
const MAX_WARM: usize = 8;

impl Entry {
    fn open(place: &Place, key: Subscriber, ctx: &Context<'_>) -> Self {
        Self {
            network: ctx.network.name.clone(),
            key,
            pane: opened::open(place, ctx),
            steps: None,
            is_passed: false,
            left_at: 0,
        }
    }

    fn as_open(&self) -> OpenPane {
        OpenPane {
            network: self.network.clone(),
            place: self.pane.place(),
            arrangement: self.pane.arrangement().unwrap_or_default(),
        }
    }

    /// Another pane comes on screen.
    fn leave(&mut self) {
        self.pane.rest();
        if let Some(steps) = &mut self.steps {
            steps.stop();
        }
    }
}

impl History {
    /// A history that begins here.
    pub(in crate::app) fn open(place: &Place, ctx: &Context<'_>) -> Self {
        Self::begin(place, Subscriber::default(), ctx)
    }

    fn begin(place: &Place, newest: Subscriber, ctx: &Context<'_>) -> Self {
        let top = Entry::open(place, newest, ctx);
        Self {
            below: Vec::new(),
            top,
            ahead: Vec::new(),
            preview: None,
            tab: None,
            behind: None,
            newest,
            closed: Vec::new(),
            left: Vec::new(),
            changes: 0,
            leaves: 0,
        }
    }

    /// A history that begins here and comes on screen after this one.
    pub(in crate::app) fn another(&mut self, place: &Place, ctx: &Context<'_>) -> Self {
        let mut other = Self::begin(place, self.newest.next(), ctx);
        other.take_over(self);
        other
    }

    /// Another history comes on screen.
    pub(in crate::app) fn leave(&mut self) {
        self.close_preview();
        self.behind = None;
        self.leave_top();
    }

    pub(in crate::app) fn close_all(&mut self) {
        self.close_preview();
        let all: Vec<Subscriber> = self.entries().map(|entry| entry.key).collect();
        self.closed.extend(all);
    }

    /// Comes on screen after another history: no two panes have the same key, and what that one closed or left is let
    /// go.
    pub(in crate::app) fn take_over(&mut self, other: &mut Self) {
        self.newest = self.newest.max(other.newest);
        self.leaves = self.leaves.max(other.leaves);
        self.closed.append(&mut other.closed);
        self.left.append(&mut other.left);
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.below.iter().chain(&self.ahead).chain([&self.top])
    }

    /// The place of the pane with this key, if it is here.
    pub(in crate::app) fn place_of(&self, key: Subscriber) -> Option<Place> {
        let beside = self.preview.as_ref().and_then(Preview::pane).filter(|(beside, _)| *beside == key);
        let entry = self.entries().find(|entry| entry.key == key).map(|entry| entry.pane.as_ref());
        entry.or(beside.map(|(_, pane)| pane)).map(Pane::place)
    }

    /// Opens a place on top. `true` if its pane was already in the preview.
    pub(in crate::app) fn go(&mut self, place: &Place, ctx: &Context<'_>) -> bool {
        self.changes += 1;
        let previewed = self.take_previewed(place, &ctx.network.name);
        let was_previewed = previewed.is_some();
        self.tab = None;
        let mut entry = previewed.unwrap_or_else(|| self.enter(place, ctx));
        if self.top.network == entry.network {
            let rows = self.top.pane.step_rows();
            entry.steps = rows.and_then(|rows| Steps::from(rows.as_ref(), place, ctx));
        }
        self.leave_top();
        self.below.push(std::mem::replace(&mut self.top, entry));
        let oldest = (self.below.len() > MAX_PANES).then(|| self.below.remove(0));
        self.closed.extend(self.ahead.drain(..).chain(oldest).map(|entry| entry.key));
        was_previewed
    }

    /// Opens a place instead of the top one. Of a row's details the same tab stays open.
    pub(in crate::app) fn replace(&mut self, place: &Place, ctx: &Context<'_>) {
        self.changes += 1;
        self.close_preview();
        self.tab = None;
        let mut entry = self.enter(place, ctx);
        if let Some(mut steps) = self.top.steps.take() {
            steps.tab = self.top.pane.tab().or(steps.tab);
            if let Some(tab) = steps.tab {
                entry.pane.open_tab(tab);
            }
            entry.steps = Some(steps);
            entry.is_passed = self.top.is_passed;
        }
        // The same list of another question keeps what chooses among its rows.
        if self.top.pane.place().kind() == place.kind()
            && let Some(arrangement) = self.top.pane.arrangement()
        {
            // It was understood before.
            entry.pane.set_arrangement(&arrangement, ctx);
        }
        self.closed.push(std::mem::replace(&mut self.top, entry).key);
    }

    /// The same for the detail of another row, which one may only pass: it is no visit yet. What one could go forward to
    /// belonged to the former.
    pub(in crate::app) fn pass(&mut self, place: &Place, ctx: &Context<'_>) {
        self.replace(place, ctx);
        self.top.is_passed = true;
        self.closed.extend(self.ahead.drain(..).map(|entry| entry.key));
    }

    /// Whether the pane on screen was only passed so far.
    pub(in crate::app) fn is_passed(&self) -> bool {
        self.top.is_passed
    }

    /// From now on the pane on screen is visited.
    pub(in crate::app) fn stay(&mut self) {
        self.top.is_passed = false;
    }

    /// The steps from the pane on screen, if it was opened from the list below.
    pub(in crate::app) fn steps(&self) -> Option<&Steps> {
        let list = self.below.last()?;
        self.top.steps.as_ref().filter(|_| list.network == self.top.network)
    }

    /// The same, to take one: with the list, and its key in the table of requests.
    pub(in crate::app) fn stepping(&mut self) -> Option<(Subscriber, &mut Steps, &mut dyn Pane)> {
        let list = self.below.last_mut().filter(|list| list.network == self.top.network)?;
        Some((list.key, self.top.steps.as_mut()?, list.pane.as_mut()))
    }

    /// Another pane comes on screen.
    fn leave_top(&mut self) {
        self.top.leave();
        self.leaves += 1;
        self.top.left_at = self.leaves;
        self.left.push(self.top.key);
    }

    /// The panes that left the screen since the last call.
    pub(in crate::app) fn take_left(&mut self) -> Vec<Subscriber> {
        std::mem::take(&mut self.left)
    }

    fn enter(&mut self, place: &Place, ctx: &Context<'_>) -> Entry {
        self.newest = self.newest.next();
        Entry::open(place, self.newest, ctx)
    }

    /// The panes whose data is dropped: those closed since the last call, and those far from the one on screen. They
    /// keep their place and selection, and reload when the user returns.
    pub(in crate::app) fn take_cold(&mut self) -> Vec<Subscriber> {
        let (below, ahead) =
            (self.below.len().saturating_sub(MAX_WARM), self.ahead.len().saturating_sub(MAX_WARM));
        let far = self.below.iter().take(below).chain(self.ahead.iter().take(ahead)).map(|entry| entry.key);
        let far: Vec<_> = far.collect();
        self.closed.drain(..).chain(far).collect()
    }

    /// The key of the pane on screen in the table of requests.
    pub(in crate::app) fn key(&self) -> Subscriber {
        self.top.key
    }

    /// Goes back one pane. `false` at the first one.
    pub(in crate::app) fn back(&mut self) -> bool {
        let Some(entry) = self.below.pop() else { return false };
        self.close_preview();
        self.changes += 1;
        self.leave_top();
        self.ahead.push(std::mem::replace(&mut self.top, entry));
        true
    }

    /// Goes forward again. `false` if there is nowhere to go.
    pub(in crate::app) fn forward(&mut self) -> bool {
        self.close_preview();
        let Some(entry) = self.ahead.pop() else { return false };
        self.changes += 1;
        self.leave_top();
        self.below.push(std::mem::replace(&mut self.top, entry));
        true
    }

    /// The pane on screen.
    pub(in crate::app) fn top(&self) -> &dyn Pane {
        self.top.pane.as_ref()
    }

    /// The pane on screen, to be changed.
    pub(in crate::app) fn top_mut(&mut self) -> &mut dyn Pane {
        self.top.pane.as_mut()
    }

    /// The profile name of the network that the pane on screen shows.
    pub(in crate::app) fn network(&self) -> &str {
        &self.top.network
    }

    /// How often another pane came on screen.
    pub(in crate::app) fn changes(&self) -> usize {
        self.changes
    }

    /// At most so many panes, with the one on screen, which comes last.
    pub(in crate::app) fn open_panes(&self, most: usize) -> Vec<OpenPane> {
        let all: Vec<&Entry> = self.below.iter().chain([&self.top]).collect();
        let left_out = all.len().saturating_sub(most);
        all.into_iter().skip(left_out).map(Entry::as_open).collect()
    }

    /// The pane on screen, as the next session would open it.
    pub(in crate::app) fn top_open(&self) -> OpenPane {
        self.top.as_open()
    }

    /// How many panes there are, with the one on screen.
    pub(in crate::app) fn depth(&self) -> usize {
        self.below.len() + 1
    }

    /// Shows or hides the pane that the one on screen was opened from, if both are on the same network. `true` if that
    /// changed which pane is shown.
    pub(in crate::app) fn show_behind(&mut self, shows: bool) -> bool {
        let is_here = |entry: &&Entry| shows && entry.network == self.top.network;
        let behind = self.below.last().filter(is_here).map(|entry| entry.key);
        std::mem::replace(&mut self.behind, behind) != behind
    }

    pub(in crate::app) fn behind(&self) -> Option<(Subscriber, &dyn Pane)> {
        let entry = self.below.last().filter(|entry| Some(entry.key) == self.behind)?;
        Some((entry.key, entry.pane.as_ref()))
    }

    /// That pane, to be changed.
    pub(in crate::app) fn behind_mut(&mut self) -> Option<(Subscriber, &mut dyn Pane)> {
        let entry = self.below.last_mut().filter(|entry| Some(entry.key) == self.behind)?;
        Some((entry.key, entry.pane.as_mut()))
    }

    /// The size of the loaded rows of all panes, in bytes.
    pub(in crate::app) fn loaded_bytes(&self) -> usize {
        let beside = self.preview().and_then(Preview::pane).map_or(0, |(_, pane)| pane.loaded_bytes());
        self.entries().map(|entry| entry.pane.loaded_bytes()).sum::<usize>() + beside
    }

    /// All panes, by when they left the screen last; the preview, which has not, comes as what is there since the
    /// beginning.
    pub(in crate::app) fn panes_mut(&mut self) -> impl Iterator<Item = (u64, Subscriber, &mut dyn Pane)> {
        let beside = self.preview.as_mut().and_then(Preview::pane_mut).map(|(key, pane)| (0, key, pane));
        let all = self.below.iter_mut().chain(&mut self.ahead).chain([&mut self.top]);
        all.map(|entry| (entry.left_at, entry.key, entry.pane.as_mut() as &mut dyn Pane)).chain(beside)
    }
}

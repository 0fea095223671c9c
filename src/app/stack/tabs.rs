//! Tabs: histories side by side, one of which is on screen. Each goes back and forward on its own.

use std::ops::Range;

use ledger::Timestamp;
use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{History, Stack};
use crate::app::shared::Shared;
use crate::app::shared::screen::areas;
use crate::message::{Action, Click, Command, MouseButton, Notice, OpenTab, Place};
use crate::panes::Context;
use crate::widgets::Role;
use crate::widgets::glyphs::Glyphs;
use crate::widgets::line::{cut, put, width};

const MAX_TABS: usize = 9;
/// The most columns of a tab's label.
const MAX_LABEL_COLUMNS: u16 = 28;

/// The tabs that are not on screen, in the order of their labels.
#[derive(Debug, Default)]
pub(in crate::app) struct Tabs {
    before: Vec<History>,
    after: Vec<History>,
    /// How often another tab came on screen.
    changes: usize,
}

impl Tabs {
    /// How many there are, with the one on screen.
    fn count(&self) -> usize {
        self.before.len() + self.after.len() + 1
    }

    /// How often another tab came on screen.
    pub(in crate::app) fn changes(&self) -> usize {
        self.changes
    }

    /// All of them, with the one on screen in its place.
    pub(in crate::app) fn all<'a>(&'a self, shown: &'a History) -> impl Iterator<Item = &'a History> {
        self.before.iter().chain([shown]).chain(&self.after)
    }

    /// The same, to be changed.
    pub(in crate::app) fn all_mut<'a>(
        &'a mut self,
        shown: &'a mut History,
    ) -> impl Iterator<Item = &'a mut History> {
        self.before.iter_mut().chain([shown]).chain(&mut self.after)
    }

    /// All of them as the next session opens them, with at most so many panes each.
    pub(in crate::app) fn as_open(&self, shown: &History, most: usize) -> Vec<OpenTab> {
        let tab = |history: &History| {
            let is_shown = std::ptr::eq(history, shown);
            let mut panes = history.open_panes(most);
            // Who is at home begins there.
            if panes.last().is_some_and(|pane| pane.place == Place::Home) {
                panes.clear();
            }
            panes.retain(|pane| pane.place != Place::Home);
            OpenTab { panes, is_shown }
        };
        self.all(shown).map(tab).filter(|tab| !tab.panes.is_empty()).collect()
    }
}

impl Stack {
    /// Whether there is more than one.
    pub(in crate::app) fn has_tabs(&self) -> bool {
        self.tabs.count() > 1
    }

    /// Carries out a verb on the tabs.
    pub(in crate::app) fn act_on_tabs(
        &mut self,
        action: Action,
        shared: &mut Shared,
        now: Timestamp,
    ) -> Vec<Command> {
        let kept = self.keep_last_filter(shared);
        match action {
            Action::NewTab => self.new_tab(shared, now),
            Action::CloseTab if !self.close_tab(shared, now) => {
                shared.screen.toasts.push_here(Notice::info("this is the only tab"), now);
            }
            Action::NextTab | Action::PreviousTab if self.tabs.count() == 1 => {
                let key = shared.screen.keymap.key_of(Action::NewTab);
                shared
                    .screen
                    .toasts
                    .push_here(Notice::info(format!("this is the only tab: {key} opens another")), now);
            }
            Action::NextTab => self.show_tab((self.tabs.before.len() + 1) % self.tabs.count(), shared, now),
            Action::PreviousTab => {
                let at = self.tabs.before.len().checked_sub(1).unwrap_or(self.tabs.count() - 1);
                self.show_tab(at, shared, now);
            }
            _ => {}
        }
        kept.into_iter().collect()
    }

    /// Opens a tab behind the one on screen, at home.
    fn new_tab(&mut self, shared: &mut Shared, now: Timestamp) {
        if self.tabs.count() == MAX_TABS {
            let key = shared.screen.keymap.key_of(Action::CloseTab);
            let words = format!("{MAX_TABS} tabs are open: {key} closes this one");
            return shared.screen.toasts.push_here(Notice::info(words), now);
        }
        self.history.leave();
        let history = self.history.another(&Place::Home, &shared.context(now));
        self.tabs.before.push(std::mem::replace(&mut self.history, history));
        self.arrive_in_tab(shared, now);
    }

    /// Shows the tab of this number, counted from 0.
    fn show_tab(&mut self, at: usize, shared: &mut Shared, now: Timestamp) {
        let shown = self.tabs.before.len();
        if at == shown || at >= self.tabs.count() {
            return;
        }
        self.history.leave();
        let Tabs { before, after, .. } = &mut self.tabs;
        let other = if at < shown { before.remove(at) } else { after.remove(at - shown - 1) };
        let mut left = std::mem::replace(&mut self.history, other);
        self.history.take_over(&mut left);
        if at < shown {
            let between: Vec<History> = before.drain(at..).chain([left]).collect();
            after.splice(0..0, between);
        } else {
            before.push(left);
            before.extend(after.drain(..at - shown - 1));
        }
        self.arrive_in_tab(shared, now);
    }

    /// Closes the tab on screen. `false` if it is the only one.
    pub(in crate::app) fn close_tab(&mut self, shared: &mut Shared, now: Timestamp) -> bool {
        let Some(other) = self.tabs.before.pop().or_else(|| {
            let first = !self.tabs.after.is_empty();
            first.then(|| self.tabs.after.remove(0))
        }) else {
            return false;
        };
        let mut closed = std::mem::replace(&mut self.history, other);
        closed.close_all();
        self.history.take_over(&mut closed);
        self.arrive_in_tab(shared, now);
        true
    }

    /// Opens the tabs of the last session, all but the one on screen without a question.
    pub(in crate::app) fn open_tabs(&mut self, tabs: Vec<OpenTab>, shared: &mut Shared, now: Timestamp) {
        let network = shared.networks.here.name.clone();
        let mut shown = None;
        for (at, tab) in tabs.into_iter().take(MAX_TABS).enumerate() {
            if at > 0 {
                let history = self.history.another(&Place::Home, &shared.context(now));
                self.tabs.before.push(std::mem::replace(&mut self.history, history));
            }
            for pane in tab.panes {
                // A network that there is no more is left out.
                if shared.networks.open(&pane.network) {
                    let ctx = shared.context(now);
                    self.history.go(&pane.place, &ctx);
                    // It was understood when it was written.
                    self.history.top_mut().set_arrangement(&pane.arrangement, &ctx);
                }
            }
            shown = shown.or(tab.is_shown.then_some(at));
            shared.networks.open(&network);
        }
        self.show_tab(shown.unwrap_or_default(), shared, now);
        shared.networks.open(self.history.network());
    }

    fn arrive_in_tab(&mut self, shared: &mut Shared, now: Timestamp) {
        self.tabs.changes += 1;
        shared.screen.toasts.leave();
        self.arrive(shared, now);
    }

    /// Draws the labels of the tabs on the rule below the header, if there are several; returns their columns.
    pub(in crate::app) fn view_tabs(&self, ctx: &Context<'_>, rule: Rect, buf: &mut Buffer) -> u16 {
        let mut taken = 0;
        for (at, (columns, label)) in self.tab_labels(rule.width, &ctx.theme.glyphs).into_iter().enumerate() {
            let is_shown = at == self.tabs.before.len();
            let style = ctx.theme.style(if is_shown { Role::Heading } else { Role::Dim });
            put(buf, rule, (columns.start, 0), &label, style);
            taken = columns.end;
        }
        taken
    }

    /// Where the label of each tab is; none if there is one tab alone. Where they do not fit, they are numbers.
    fn tab_labels(&self, columns: u16, glyphs: &Glyphs) -> Vec<(Range<u16>, String)> {
        if self.tabs.count() == 1 {
            return Vec::new();
        }
        let place = |history: &History| {
            let label = visible(&history.top().place().label());
            cut(&label, MAX_LABEL_COLUMNS, glyphs.cut).into_owned()
        };
        let label = |(at, words): (usize, String)| {
            let sign = if at == self.tabs.before.len() { glyphs.marker } else { " " };
            format!("{sign}{} {words} ", at + 1)
        };
        let labels = |named: bool| -> Vec<String> {
            let words = self.tabs.all(&self.history).map(|it| if named { place(it) } else { String::new() });
            words.enumerate().map(label).collect()
        };
        let whole = labels(true);
        let fits = whole.iter().map(|label| width(label)).sum::<u16>() <= columns / 2;
        let labels = if fits { whole } else { labels(false) };
        let mut column = 1;
        let placed = labels.into_iter().map(|label| {
            let start = column;
            column += width(&label);
            (start..column, label)
        });
        placed.collect()
    }

    /// Shows the tab whose label was clicked. `false` if none was.
    pub(in crate::app) fn click_tab(&mut self, click: Click, shared: &mut Shared, now: Timestamp) -> bool {
        let rule = areas(shared.screen.size).banner;
        if click.button != MouseButton::Press || click.row != rule.y {
            return false;
        }
        let labels = self.tab_labels(rule.width, &shared.screen.theme.glyphs);
        let at =
            labels.iter().position(|(columns, _)| columns.contains(&click.column.saturating_sub(rule.x)));
        at.map(|at| self.show_tab(at, shared, now)).is_some()
    }
}

//! The detail of a list's selected row beside the list, on screens that have room for both. The keys are the list's.
//!
//! ```text
//!    list                            │ title of the detail
//!  ▌ selected row                    │──────────── its status
//!    row                             │ the detail
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::App;
use super::history::Preview;
use super::layout::{MIN_SPLIT_COLUMNS, Parts, areas};
use super::overlay::Setting;
use super::shared::Shared;
use crate::ledger::Timestamp;
use crate::message::{Action, Command, Effect, Input, MouseButton};
use crate::panes::kit::list::step::Lead;
use crate::panes::kit::{PaneKey, Wants};
use crate::panes::{ActionHint, Context};
use crate::widgets::line::{cut, fits, put, put_right, rule};
use crate::widgets::{Role, Split};

impl Shared {
    /// The context of the pane in the preview.
    pub(super) fn preview_context(&self, pane: PaneKey, now: Timestamp) -> Context<'_> {
        let body = Parts::new(areas(self.size).body, self.is_split).preview.body;
        Context { body, pane, theme: &self.passive_theme, ..self.context(now) }
    }

    /// Whether there is room for a preview.
    pub(super) fn has_room(&self) -> bool {
        self.size.0 >= MIN_SPLIT_COLUMNS
    }

    /// The action that turns previews on and off, on a list.
    pub(super) fn preview_hint(&self) -> ActionHint {
        if !self.has_room() {
            let narrow = format!("it needs {MIN_SPLIT_COLUMNS} columns");
            return ActionHint::hidden(Action::Preview, "preview").disabled_if(Some(narrow));
        }
        ActionHint::hidden(Action::Preview, if self.previews { "preview off" } else { "preview on" })
    }
}

impl App {
    /// Turns previews on or off.
    pub(super) fn toggle_preview(&mut self, now: Timestamp) -> Vec<Command> {
        self.set(Setting::Preview(!self.shared.previews), now)
    }

    /// Divides the screen if the pane on it is a list, and has the preview follow the row that is selected.
    pub(super) fn follow_selection(&mut self, now: Timestamp) {
        self.shared.passive_theme = self.shared.theme.passive();
        let ctx = self.shared.context(now);
        let rows = self.history.top_mut().step_rows();
        let is_list = rows.is_some();
        let is_wide = self.shared.previews && self.shared.has_room();
        let rows = rows.filter(|_| is_wide);
        let is_split =
            rows.as_ref().is_some_and(|rows| rows.count() > 0 || rows.are_chosen() || rows.is_loading(&ctx));
        let place = rows.and_then(|rows| rows.place(rows.selected(), Lead::Row));
        self.shared.is_list = is_list;
        if std::mem::replace(&mut self.shared.is_split, is_split) != is_split {
            self.rebuild_view(now);
        }
        let ctx = self.shared.preview_context(self.shared.pane, now);
        if self.history.follow_row(place, now) | self.history.open_preview(&ctx) {
            self.rebuild_preview(now);
        }
        self.settle_preview(now);
    }

    /// Does what of the preview's wishes concerns itself: nobody looks at it alone.
    fn settle_preview(&mut self, now: Timestamp) {
        let Some((key, pane)) = self.history.preview_mut() else { return };
        let ctx = self.shared.preview_context(key, now);
        for effect in pane.due_effects(&ctx) {
            match effect {
                Effect::Replace(place) => self.history.replace_preview(&place, &ctx),
                Effect::Refresh => return self.shared.requests.refresh(key),
                _ => {}
            }
        }
    }

    /// Fits the preview to what has changed.
    pub(super) fn rebuild_preview(&mut self, now: Timestamp) {
        if let Some((key, pane)) = self.history.preview_mut() {
            pane.rebuild_view(&self.shared.preview_context(key, now));
        }
    }

    /// Asks for what the preview wants. Second, whether that is anything new.
    pub(super) fn want_preview(&mut self, now: Timestamp) -> (Vec<Command>, bool) {
        let Some((key, pane)) = self.history.preview().and_then(Preview::pane) else {
            return (Vec::new(), false);
        };
        let mut wants = Wants::default();
        pane.wants(&self.shared.preview_context(key, now), &mut wants);
        self.ask(key, wants, now)
    }

    /// When the preview is opened, or something moves in it by itself.
    pub(super) fn preview_wakes_at(&self, now: Timestamp) -> Option<Timestamp> {
        let preview = self.history.preview()?;
        let pane = preview.pane().and_then(|(key, pane)| {
            let moves = pane.wake_at(&self.shared.preview_context(key, now));
            [moves, self.shared.requests.wake_at(key, now)].into_iter().flatten().min()
        });
        pane.or(preview.opens_at())
    }

    /// Takes what the mouse does beside the list: a click opens the detail, the wheel scrolls it. `None` elsewhere.
    pub(super) fn click_preview(&mut self, input: &Input, now: Timestamp) -> Option<Vec<Command>> {
        let Input::Mouse(click) = input else { return None };
        let parts = Parts::new(areas(self.shared.size).body, self.shared.is_split);
        let at = Position::new(click.column, click.row);
        if !parts.preview.all.contains(at) && !parts.line.contains(at) {
            return None;
        }
        if click.button == MouseButton::Press {
            let place = self.history.preview().map(|preview| preview.place().clone());
            return Some(self.settle(Effect::go(place), now));
        }
        if let Some((key, pane)) = self.history.preview_mut() {
            // What a wheel leads to elsewhere is none of the preview's business.
            let _ = pane.handle_input(input, &self.shared.preview_context(key, now));
        }
        Some(Vec::new())
    }

    /// Draws the preview into its part of the body.
    pub(super) fn view_preview(&self, parts: &Parts, now: Timestamp, buf: &mut Buffer) {
        let areas = parts.preview;
        if areas.all.is_empty() {
            return;
        }
        let theme = &self.shared.theme;
        for row in 0..parts.line.height {
            put(buf, parts.line, 0, row, theme.glyphs.upright, theme.style(Role::Rule));
        }
        let Some(preview) = self.history.preview() else { return };
        let room = areas.heading.width.saturating_sub(2);
        let mut head = |title: &str, role| {
            put(buf, areas.heading, 1, 0, &cut(title, room, theme.glyphs.cut), theme.style(role));
            rule(buf, areas.banner, 0, theme.glyphs.rule, theme.style(Role::Rule));
        };
        let Some((key, pane)) = preview.pane() else {
            return head(&preview.place().label(), Role::Dim);
        };
        let ctx = self.shared.preview_context(key, now);
        head(&pane.title(&ctx), Role::Heading);
        let status = pane.status(&ctx);
        if let Some((words, role)) = status.banner {
            let words = cut(&words, room.saturating_sub(2), theme.glyphs.cut);
            put(buf, areas.banner, 1, 0, &format!(" {words} "), theme.style(role));
        } else if !status.words.is_empty() && fits(&status.words, room.saturating_sub(2)) {
            let words = format!(" {} ", status.words);
            put_right(buf, areas.banner.left_of(1), 0, &words, theme.style(status.role));
        }
        pane.view(&ctx, areas.body, buf);
    }
}

//! The panes next to the focused one: on its left the pane that it was opened from, on its right the detail of its
//! selected row. Both are live, but receive no keys.

use api::Priority;
use ledger::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::{History, Preview, Stack};
use crate::app::shared::Shared;
use crate::app::shared::screen::{Beside, MIN_THREE_COLUMNS, Part, Parts};
use crate::message::{Click, Command, Effect, Input, MouseButton};
use crate::panes::kit::{Subscriber, Wants, list::step::Lead};
use crate::panes::{Context, Pane};
use crate::widgets::line::{cut, fits, put, put_right, rule};
use crate::widgets::{Link, Role, Split, Target};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Behind,
    Preview,
}

impl Side {
    /// The preview first: the next key may open it.
    const ALL: [Self; 2] = [Self::Preview, Self::Behind];

    fn part(self, parts: &Parts) -> Part {
        match self {
            Self::Behind => parts.behind,
            Self::Preview => parts.preview,
        }
    }
}

impl History {
    /// The pane on a side, if there is one.
    fn side(&self, side: Side) -> Option<(Subscriber, &dyn Pane)> {
        match side {
            Side::Behind => self.behind(),
            Side::Preview => self.preview().and_then(Preview::pane),
        }
    }

    fn side_mut(&mut self, side: Side) -> Option<(Subscriber, &mut dyn Pane)> {
        match side {
            Side::Behind => self.behind_mut(),
            Side::Preview => self.preview_mut(),
        }
    }
}

impl Shared {
    /// The context of the pane on this side.
    pub(super) fn side_context(&self, side: Side, pane: Subscriber, now: Timestamp) -> Context<'_> {
        let body = side.part(&self.screen.parts()).body;
        Context { body, pane, theme: &self.screen.passive_theme, ..self.context(now) }
    }
}

impl Stack {
    /// Divides the screen for a list, or for a detail that was opened from one, and has the preview follow the selected
    /// row. Returns what is due on both sides.
    pub(in crate::app) fn follow_selection(&mut self, shared: &mut Shared, now: Timestamp) -> Vec<Effect> {
        shared.screen.passive_theme = shared.screen.theme.passive();
        let ctx = shared.context(now);
        let is_detail = self.history.steps().is_some();
        let is_wider = shared.screen.size.0 >= MIN_THREE_COLUMNS;
        let rows = self.history.top_mut().step_rows();
        let needs_room = rows.as_ref().is_some_and(|rows| rows.needs_room(&ctx));
        let is_list = rows.is_some() && !needs_room;
        let is_wide = shared.screen.previews && shared.screen.has_room();
        let rows = rows.filter(|_| is_wide && !needs_room);
        let has_rows =
            rows.as_ref().is_some_and(|rows| rows.count() > 0 || rows.are_chosen() || rows.is_loading(&ctx));
        let place = rows.and_then(|rows| rows.place(rows.selected(), Lead::Row, &ctx));
        shared.screen.may_divide = is_list || is_detail && is_wider;
        let has_behind = shared.screen.previews && is_wider && !needs_room && (has_rows || is_detail);
        let is_new = self.history.show_behind(has_behind);
        let beside = Beside { behind: self.history.behind().is_some(), preview: has_rows };
        if std::mem::replace(&mut shared.screen.beside, beside) != beside {
            self.rebuild_view(shared, now);
        } else if is_new {
            self.rebuild_side(Side::Behind, shared, now);
        }
        let is_moved = shared.asked.priority == Priority::Key;
        let is_reused = self.history.follow_row(place, is_moved, now);
        let ctx = shared.side_context(Side::Preview, shared.asked.pane, now);
        if is_reused || shared.asked.is_idle && self.history.open_preview(&ctx) {
            self.rebuild_side(Side::Preview, shared, now);
        }
        self.settle_sides(shared, now)
    }

    /// Updates the panes on both sides after a change.
    pub(super) fn rebuild_sides(&mut self, shared: &mut Shared, now: Timestamp) {
        for side in Side::ALL {
            self.rebuild_side(side, shared, now);
        }
    }

    fn rebuild_side(&mut self, side: Side, shared: &mut Shared, now: Timestamp) {
        if let Some((key, pane)) = self.history.side_mut(side) {
            pane.rebuild_view(&shared.side_context(side, key, now));
        }
    }

    /// Whether the pane on this side carries out its due effects. A pane on the left that is no list, such as a form,
    /// waits until the user returns to it.
    fn goes_on(&self, side: Side) -> bool {
        side == Side::Preview || self.history.steps().is_some()
    }

    /// Applies the due effects on both sides that concern only those panes. A list may report new rows.
    fn settle_sides(&mut self, shared: &mut Shared, now: Timestamp) -> Vec<Effect> {
        let mut effects = Vec::new();
        for side in Side::ALL.into_iter().filter(|side| self.goes_on(*side)).collect::<Vec<_>>() {
            let Some((key, pane)) = self.history.side_mut(side) else { continue };
            for effect in pane.due_effects(&shared.side_context(side, key, now)) {
                match (side, effect) {
                    (_, Effect::Refresh) => shared.asked.requests.refresh(key),
                    (Side::Preview, Effect::Replace(place)) => {
                        let ctx = shared.side_context(side, key, now);
                        self.history.replace_preview(&place, &ctx);
                    }
                    // Whoever looks at a job wants to know how it stands now.
                    (Side::Preview, effect @ Effect::PollNow(_))
                    | (Side::Behind, effect @ (Effect::Alert(..) | Effect::Notify(_))) => {
                        effects.push(effect);
                    }
                    _ => {}
                }
            }
        }
        effects
    }

    /// Refreshes the panes on both sides.
    pub(in crate::app) fn refresh_sides(&mut self, shared: &mut Shared) {
        for side in Side::ALL {
            if let Some((key, _)) = self.history.side(side) {
                shared.asked.requests.refresh(key);
            }
        }
    }

    /// Asks for what both sides want. Second, whether any of it is new.
    pub(in crate::app) fn want_sides(&mut self, shared: &mut Shared, now: Timestamp) -> (Vec<Command>, bool) {
        let (mut commands, mut news) = (Vec::new(), false);
        for side in Side::ALL {
            let Some((key, pane)) = self.history.side(side) else { continue };
            let mut wants = Wants::default();
            pane.wants(&shared.side_context(side, key, now), &mut wants);
            let (asked, is_news) = shared.ask(key, wants, now);
            commands.extend(asked);
            news |= is_news;
        }
        (commands, news)
    }

    /// The panes that are on screen.
    pub(in crate::app) fn panes_on_screen(&self) -> Vec<Subscriber> {
        let sides = Side::ALL.into_iter().filter_map(|side| Some(self.history.side(side)?.0));
        std::iter::once(self.history.key()).chain(sides).collect()
    }

    /// When a pane on either side next changes without input, or the preview is opened.
    pub(in crate::app) fn sides_wake_at(&self, shared: &Shared, now: Timestamp) -> Option<Timestamp> {
        let moves = Side::ALL.into_iter().filter_map(|side| {
            let (key, pane) = self.history.side(side)?;
            let pane = pane.wake_at(&shared.side_context(side, key, now)).filter(|_| self.goes_on(side));
            [pane, shared.asked.requests.wake_at(key, now)].into_iter().flatten().min()
        });
        moves.chain(self.history.preview().and_then(Preview::opens_at)).min()
    }

    /// Handles the mouse on both sides: a click opens its target, the wheel scrolls the detail. `None` elsewhere.
    pub(in crate::app) fn click_sides(
        &mut self,
        input: &Input,
        shared: &Shared,
        now: Timestamp,
    ) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        let (parts, at) = (shared.screen.parts(), Position::new(click.column, click.row));
        let side = Side::ALL.into_iter().find(|side| side.part(&parts).contains(at))?;
        Some(match (side, click.button) {
            (Side::Behind, MouseButton::Press) => vec![Effect::Back],
            // The rows of a list behind are gone through by steps.
            (Side::Behind, _) => Vec::new(),
            // The last column is the scroll bar's, which is no way to anywhere.
            (Side::Preview, MouseButton::Press)
                if click.column.saturating_add(1) < parts.preview.all.right() =>
            {
                let place = self.history.preview().map(|preview| preview.place().clone());
                Effect::go(place)
            }
            (Side::Preview, button) => {
                let button = if button == MouseButton::Press { MouseButton::Drag(click.row) } else { button };
                let input = &Input::Mouse(Click { button, ..*click });
                if let Some((key, pane)) = self.history.preview_mut() {
                    // What a wheel leads to elsewhere is none of the preview's business.
                    let _ = pane.handle_input(input, &shared.side_context(side, key, now));
                }
                Vec::new()
            }
        })
    }

    /// The links in the panes on both sides.
    pub(in crate::app) fn side_links(&self, shared: &Shared, now: Timestamp) -> impl Iterator<Item = Link> {
        let links = move |side| {
            let (key, pane) = self.history.side(side)?;
            Some(pane.links(&shared.side_context(side, key, now)))
        };
        let links = Side::ALL.into_iter().filter_map(links).flatten();
        links.filter(|link| !matches!(link.to, Target::Clicks(_)))
    }

    /// Draws both sides into their parts of the body.
    pub(in crate::app) fn view_sides(
        &self,
        parts: &Parts,
        shared: &Shared,
        now: Timestamp,
        buf: &mut Buffer,
    ) {
        for side in Side::ALL {
            let part = side.part(parts);
            if part.all.is_empty() {
                continue;
            }
            let theme = &shared.screen.theme;
            for row in 0..part.line.height {
                put(buf, part.line, (0, row), theme.glyphs.upright, theme.style(Role::Rule));
            }
            if let Some((key, pane)) = self.history.side(side) {
                let ctx = shared.side_context(side, key, now);
                view_heading(&pane.title(&ctx), Role::Heading, &ctx, &part, buf);
                view_status(pane, &ctx, &part, buf);
                pane.view(&ctx, part.body, buf);
            } else if let (Side::Preview, Some(preview)) = (side, self.history.preview()) {
                let ctx = shared.whole_context(now);
                view_heading(&preview.place().label(), Role::Dim, &ctx, &part, buf);
            }
        }
    }
}

/// Draws the heading of a side pane, and the rule below it.
fn view_heading(title: &str, role: Role, ctx: &Context<'_>, part: &Part, buf: &mut Buffer) {
    let (theme, room) = (ctx.theme, part.heading.width.saturating_sub(2));
    put(buf, part.heading, (1, 0), &cut(title, room, theme.glyphs.cut), theme.style(role));
    rule(buf, part.banner, 0, theme.glyphs.rule, theme.style(Role::Rule));
}

/// Draws on that rule the banner of the pane in it, or its status if there is room.
fn view_status(pane: &dyn Pane, ctx: &Context<'_>, part: &Part, buf: &mut Buffer) {
    let (theme, room) = (ctx.theme, part.banner.width.saturating_sub(4));
    let status = pane.status(ctx);
    if let Some((words, role)) = status.banner {
        let words = cut(&words, room, theme.glyphs.cut);
        put(buf, part.banner, (1, 0), &format!(" {words} "), theme.style(role));
    } else if !status.words.is_empty() && fits(&status.words, room) {
        put_right(buf, part.banner.left_of(1), 0, &format!(" {} ", status.words), theme.style(status.role));
    }
}

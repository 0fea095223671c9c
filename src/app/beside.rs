//! What is beside the pane that has the keys: on its left the pane that it was opened from, on its right the detail of
//! its selected row. Both live as that pane does, but nobody presses a key there.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::App;
use super::history::{History, Preview};
use super::layout::{Part, Parts};
use super::shared::Shared;
use crate::ledger::Timestamp;
use crate::message::{Click, Command, Effect, Input, MouseButton};
use crate::panes::kit::{Subscriber, Wants};
use crate::panes::{Context, Pane};
use crate::widgets::line::{cut, fits, put, put_right, rule};
use crate::widgets::{Link, Role, Split, Target};

/// Which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Behind,
    Preview,
}

impl Side {
    /// What one comes to with the next key goes first.
    const ALL: [Self; 2] = [Self::Preview, Self::Behind];

    fn part(self, parts: &Parts) -> Part {
        match self {
            Self::Behind => parts.behind,
            Self::Preview => parts.preview,
        }
    }
}

impl History {
    /// The pane on this side, once it is there.
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

impl App {
    /// Fits what is on both sides to what has changed.
    pub(super) fn rebuild_sides(&mut self, now: Timestamp) {
        for side in Side::ALL {
            self.rebuild_side(side, now);
        }
    }

    pub(super) fn rebuild_side(&mut self, side: Side, now: Timestamp) {
        if let Some((key, pane)) = self.history.side_mut(side) {
            pane.rebuild_view(&self.shared.side_context(side, key, now));
        }
    }

    /// Whether the pane on this side does by itself what is due. One behind that is no list, such as a form, waits until
    /// it is come back to.
    fn goes_on(&self, side: Side) -> bool {
        side == Side::Preview || self.history.steps().is_some()
    }

    /// Does what is due on both sides, as far as it concerns only them; a list may tell what has come.
    pub(super) fn settle_sides(&mut self, now: Timestamp) -> Vec<Command> {
        let mut commands = Vec::new();
        for side in Side::ALL.into_iter().filter(|side| self.goes_on(*side)).collect::<Vec<_>>() {
            let Some((key, pane)) = self.history.side_mut(side) else { continue };
            for effect in pane.due_effects(&self.shared.side_context(side, key, now)) {
                match (side, effect) {
                    (_, Effect::Refresh) => self.shared.asked.requests.refresh(key),
                    (Side::Preview, Effect::Replace(place)) => {
                        let ctx = self.shared.side_context(side, key, now);
                        self.history.replace_preview(&place, &ctx);
                    }
                    // Whoever looks at a job wants to know how it stands now.
                    (Side::Preview, effect @ Effect::PollNow(_))
                    | (Side::Behind, effect @ (Effect::Alert(..) | Effect::Notify(_))) => {
                        commands.extend(self.settle(vec![effect], now));
                    }
                    _ => {}
                }
            }
        }
        commands
    }

    /// Has all that is beside the pane asked anew.
    pub(super) fn refresh_sides(&mut self) {
        for side in Side::ALL {
            if let Some((key, _)) = self.history.side(side) {
                self.shared.asked.requests.refresh(key);
            }
        }
    }

    /// Asks for what both sides want. Second, whether that is anything new.
    pub(super) fn want_sides(&mut self, now: Timestamp) -> (Vec<Command>, bool) {
        let (mut commands, mut news) = (Vec::new(), false);
        for side in Side::ALL {
            let Some((key, pane)) = self.history.side(side) else { continue };
            let mut wants = Wants::default();
            pane.wants(&self.shared.side_context(side, key, now), &mut wants);
            let (asked, is_news) = self.ask(key, wants, now);
            commands.extend(asked);
            news |= is_news;
        }
        (commands, news)
    }

    /// The panes that are on screen.
    pub(super) fn panes_on_screen(&self) -> Vec<Subscriber> {
        let sides = Side::ALL.into_iter().filter_map(|side| Some(self.history.side(side)?.0));
        std::iter::once(self.history.key()).chain(sides).collect()
    }

    /// When something moves there by itself, or the preview is opened.
    pub(super) fn sides_wake_at(&self, now: Timestamp) -> Option<Timestamp> {
        let moves = Side::ALL.into_iter().filter_map(|side| {
            let (key, pane) = self.history.side(side)?;
            let pane = pane.wake_at(&self.shared.side_context(side, key, now)).filter(|_| self.goes_on(side));
            [pane, self.shared.asked.requests.wake_at(key, now)].into_iter().flatten().min()
        });
        moves.chain(self.history.preview().and_then(Preview::opens_at)).min()
    }

    /// Takes what the mouse does there: a click goes to what is clicked, the wheel scrolls the detail. `None` elsewhere.
    pub(super) fn click_sides(&mut self, input: &Input, now: Timestamp) -> Option<Vec<Command>> {
        let Input::Mouse(click) = input else { return None };
        let (parts, at) = (self.shared.screen.parts(), Position::new(click.column, click.row));
        let side = Side::ALL.into_iter().find(|side| side.part(&parts).contains(at))?;
        Some(match (side, click.button) {
            (Side::Behind, MouseButton::Press) => self.back(now),
            // The rows of a list behind are gone through by steps.
            (Side::Behind, _) => Vec::new(),
            // The last column is the scroll bar's, which is no way to anywhere.
            (Side::Preview, MouseButton::Press)
                if click.column.saturating_add(1) < parts.preview.all.right() =>
            {
                let place = self.history.preview().map(|preview| preview.place().clone());
                self.settle(Effect::go(place), now)
            }
            (Side::Preview, button) => {
                let button = if button == MouseButton::Press { MouseButton::Drag(click.row) } else { button };
                let input = &Input::Mouse(Click { button, ..*click });
                if let Some((key, pane)) = self.history.preview_mut() {
                    // What a wheel leads to elsewhere is none of the preview's business.
                    let _ = pane.handle_input(input, &self.shared.side_context(side, key, now));
                }
                Vec::new()
            }
        })
    }

    /// What leads elsewhere there, by what the panes say.
    pub(super) fn side_links(&self, now: Timestamp) -> impl Iterator<Item = Link> {
        let links = move |side| {
            let (key, pane) = self.history.side(side)?;
            Some(pane.links(&self.shared.side_context(side, key, now)))
        };
        let links = Side::ALL.into_iter().filter_map(links).flatten();
        links.filter(|link| !matches!(link.to, Target::Clicks(_)))
    }

    /// Draws both sides into their parts of the body.
    pub(super) fn view_sides(&self, parts: &Parts, now: Timestamp, buf: &mut Buffer) {
        for side in Side::ALL {
            let part = side.part(parts);
            if part.all.is_empty() {
                continue;
            }
            let theme = &self.shared.screen.theme;
            for row in 0..part.line.height {
                put(buf, part.line, 0, row, theme.glyphs.upright, theme.style(Role::Rule));
            }
            if let Some((key, pane)) = self.history.side(side) {
                let ctx = self.shared.side_context(side, key, now);
                view_heading(&pane.title(&ctx), Role::Heading, &ctx, &part, buf);
                view_status(pane, &ctx, &part, buf);
                pane.view(&ctx, part.body, buf);
            } else if let (Side::Preview, Some(preview)) = (side, self.history.preview()) {
                let ctx = self.shared.whole_context(now);
                view_heading(&preview.place().label(), Role::Dim, &ctx, &part, buf);
            }
        }
    }
}

/// Draws what is in a part, and the rule below it.
fn view_heading(title: &str, role: Role, ctx: &Context<'_>, part: &Part, buf: &mut Buffer) {
    let (theme, room) = (ctx.theme, part.heading.width.saturating_sub(2));
    put(buf, part.heading, 1, 0, &cut(title, room, theme.glyphs.cut), theme.style(role));
    rule(buf, part.banner, 0, theme.glyphs.rule, theme.style(Role::Rule));
}

/// Draws on that rule the banner of the pane in it, or its status if there is room.
fn view_status(pane: &dyn Pane, ctx: &Context<'_>, part: &Part, buf: &mut Buffer) {
    let (theme, room) = (ctx.theme, part.banner.width.saturating_sub(4));
    let status = pane.status(ctx);
    if let Some((words, role)) = status.banner {
        let words = cut(&words, room, theme.glyphs.cut);
        put(buf, part.banner, 1, 0, &format!(" {words} "), theme.style(role));
    } else if !status.words.is_empty() && fits(&status.words, room) {
        put_right(buf, part.banner.left_of(1), 0, &format!(" {} ", status.words), theme.style(status.role));
    }
}

//! Draws header, pane, overlay, message and footer from the state.

use ledger::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::App;
use super::identities;
use super::overlay::Overlay;
use super::shared::layout::{Areas, Parts, SMALLEST, areas};
use crate::message::Action;
use crate::panes::kit::nouns::labels;
use crate::panes::{ActionHint, Context};
use crate::widgets::line::{cut, put, put_right, rule, width, wrap_words};
use crate::widgets::{Role, glyphs};

/// How many lines a message takes at most.
const MAX_TOAST_LINES: usize = 4;

impl App {
    /// Draws the screen; returns where the cursor is, if something is being typed.
    pub fn view(&self, now: Timestamp, buf: &mut Buffer) -> Option<Position> {
        let ctx = self.shared.context(now);
        let area = buf.area;
        buf.set_style(area, ctx.theme.base());
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let (columns, rows) = SMALLEST;
            let words = format!("hieroscope needs {columns} columns and {rows} rows");
            let lines = wrap_words(&words, area.width, usize::from(area.height), ctx.theme.glyphs.cut);
            for (row, line) in (0..area.height).zip(lines) {
                put(buf, area, 0, row, &line, ctx.theme.base());
            }
            return None;
        }
        let areas = areas((area.width, area.height));
        self.header(&ctx, &areas, buf);
        let parts = Parts::new(areas.body, self.shared.screen.beside);
        let pane = self.stack.history.top().view(&ctx, parts.pane, buf);
        self.stack.view_sides(&parts, &self.shared, now, buf);
        if ctx.theme.identities {
            identities::mark(buf, areas.body, &ctx);
        }
        let cursor = match &self.overlay {
            Some(Overlay::Links(letters)) => {
                letters.view(&self.links_in_view(&ctx, buf), ctx.theme, buf);
                None
            }
            Some(overlay) => overlay.view(&self.shared.whole_context(now), areas.body, buf),
            None => pane,
        };
        let taken = self.toast(&ctx, &areas, buf);
        self.exports.view(&ctx, areas.toast, taken, buf);
        debug_assert_eq!(cursor.is_some(), self.is_typing(), "the cursor of {}", self.place());
        self.footer(&ctx, areas.footer, self.is_typing(), buf);
        if ctx.theme.glyphs == glyphs::ASCII {
            glyphs::only_ascii(buf);
        }
        cursor
    }

    fn header(&self, ctx: &Context<'_>, areas: &Areas, buf: &mut Buffer) {
        let theme = ctx.theme;
        let status = self.stack.history.top().status(ctx);
        let title = labels::in_text(ctx, &self.stack.history.top().title(ctx)).into_owned();
        let (network, words) = right_side(
            ctx,
            self.shared.networks.replay.as_deref(),
            &status.words,
            areas.header.width.saturating_sub(width(&title) + 4),
        );
        let right = width(&network) + width(&words) + 1;
        let room = areas.header.width.saturating_sub(right + 3);
        put(buf, areas.header, 1, 0, &cut(&title, room, ctx.theme.glyphs.cut), theme.style(Role::Heading));
        let column = areas.header.width.saturating_sub(right);
        let role = if ctx.network.generated || self.shared.networks.replay.is_some() {
            Role::Attention
        } else {
            Role::Dim
        };
        let column = put(buf, areas.header, column, 0, &network, theme.style(role));
        put(buf, areas.header, column, 0, &words, theme.style(status.role));
        rule(buf, areas.banner, 0, ctx.theme.glyphs.rule, theme.style(Role::Rule));
        let banner = status.banner.as_ref();
        let tabs = self.stack.view_tabs(ctx, areas.banner, buf);
        let taken = tabs + banner.map_or(0, |(words, _)| width(words) + 2);
        let steps = self.stack.view_step(ctx, areas.banner, taken, buf);
        if let Some((words, role)) = banner {
            let room = areas.banner.width.saturating_sub(4 + steps + tabs);
            let words = cut(words, room, ctx.theme.glyphs.cut);
            put(buf, areas.banner, 2 + tabs, 0, &format!(" {words} "), theme.style(*role));
        }
    }

    /// Draws the message of the moment, over the end of the pane if it needs more lines than one, and the keys that were
    /// pressed; returns the columns that are taken from the left, all of them if there are such keys.
    fn toast(&self, ctx: &Context<'_>, areas: &Areas, buf: &mut Buffer) -> u16 {
        let (theme, area) = (ctx.theme, areas.toast);
        let (mut lines, mut role) = (Vec::new(), Role::Plain);
        if let Some((notice, more)) = self.shared.screen.toasts.current() {
            let behind = if more > 0 { format!("  (+{more})") } else { String::new() };
            let text = format!("{}{behind}", notice.text);
            let room = area.width.saturating_sub(6);
            role = Role::from(notice.tone);
            lines = if width(&text) <= room {
                vec![text]
            } else {
                // What a box asks is not covered.
                let most = if self.overlay.is_some() { 1 } else { MAX_TOAST_LINES };
                wrap_words(&text, room, most, theme.glyphs.cut)
            };
        }
        let above = u16::try_from(lines.len().saturating_sub(1)).unwrap_or(0).min(areas.body.height);
        let all = Rect { y: area.y - above, height: area.height + above, ..area };
        rule(buf, all, 0, theme.glyphs.rule, theme.style(Role::Rule));
        let mut taken = 0;
        for (row, line) in (0..all.height).zip(lines) {
            if row > 0 {
                rule(buf, all, row, " ", theme.base());
            }
            taken = put(buf, all, 2, row, &format!(" {line} "), theme.style(role));
        }
        if !self.pressed.is_empty() {
            let pressed: Vec<String> = self.pressed.iter().map(ToString::to_string).collect();
            put_right(buf, area, 0, &format!(" {} … ", pressed.join(" ")), theme.style(Role::Key));
            taken = area.width;
        }
        taken
    }

    /// The actions that are available here, the most important first, as much of it as fits; help is always
    /// there. While something is being typed, keys that would be taken as text are not named.
    fn footer(&self, ctx: &Context<'_>, area: Rect, typing: bool, buf: &mut Buffer) {
        let theme = ctx.theme;
        let mut hints: Vec<ActionHint> = match &self.overlay {
            Some(overlay) => overlay.hints(),
            None => self.hints(ctx.now),
        };
        hints.retain(|hint| hint.footer && hint.disabled.is_none());
        let mut last = vec![ActionHint::new(Action::Help, "help")];
        if let Some(overlay) = &self.overlay {
            last.retain(|_| !overlay.is_help());
            last.extend(
                hints.iter().position(|hint| hint.action == Action::Close).map(|at| hints.remove(at)),
            );
        } else {
            for (action, words) in
                [(Action::GoTo, "go to"), (Action::Units, "units"), (Action::TimeStyle, "times")]
            {
                if !hints.iter().any(|hint| hint.action == action) {
                    hints.push(ActionHint::new(action, words));
                }
            }
            let quit = match (self.stack.history.depth() > 1, self.stack.has_tabs()) {
                (true, _) => "back",
                (false, true) => "close the tab",
                (false, false) => "quit",
            };
            last.push(if typing {
                // What is typed into may say what leaving it does.
                let own = hints.iter().position(|hint| hint.action == Action::Close);
                own.map_or(ActionHint::new(Action::Close, "leave"), |at| hints.remove(at))
            } else {
                ActionHint::new(Action::Quit, quit)
            });
        }
        let keymap = &self.shared.screen.keymap;
        let shown = |hint: &ActionHint| {
            let keys =
                if typing { keymap.keys_while_typing(hint.action) } else { keymap.keys_of(hint.action) };
            keys.into_iter().next().map(|key| (key, hint.words.to_string()))
        };
        let last: Vec<(String, String)> = last.iter().filter_map(shown).collect();
        let size = |(key, words): &(String, String)| width(key) + width(words) + 4;
        let kept: u16 = last.iter().map(size).sum();
        let mut column = 1;
        let fitting = hints.iter().filter_map(shown).take_while(|hint| {
            column += size(hint);
            column + kept <= area.width
        });
        let mut column = 1;
        for (key, words) in fitting.collect::<Vec<_>>().into_iter().chain(last) {
            column = put(buf, area, column, 0, &key, theme.style(Role::Key));
            column = put(buf, area, column + 1, 0, &words, theme.style(Role::Dim)) + 3;
        }
    }
}

/// The network and the status, with as much of both as leaves the title whole.
fn right_side(ctx: &Context<'_>, replay: Option<&str>, words: &str, room: u16) -> (String, String) {
    let dot = ctx.theme.glyphs.dot;
    let kind = match replay {
        Some(replay) => format!(" ({replay})"),
        None if ctx.network.generated => " (generated)".to_owned(),
        None => String::new(),
    };
    let chain = ctx.network.chain.as_ref().map(|chain| format!(" {dot} chain {chain}")).unwrap_or_default();
    let words = if words.is_empty() { String::new() } else { format!(" {dot} {words}") };
    let name = &ctx.network.name;
    let least = (format!("{name}{kind}"), String::new());
    [(format!("{name}{kind}{chain}"), words.clone()), (format!("{name}{kind}"), words)]
        .into_iter()
        .find(|(network, words)| width(network) + width(words) <= room)
        .unwrap_or(least)
}

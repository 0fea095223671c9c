//! Draws header, pane, overlay, message and footer from the state. A sign and colour before each id and address, from a
//! hash of its name, show which rows are about the same account. Signs replace blanks, so nothing moves.

use alloy_primitives::keccak256;
use ledger::{Labelled, Timestamp};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};

use super::App;
use super::overlay::Overlay;
use super::shared::screen::{Areas, Parts, SMALLEST, areas};
use crate::message::Action;
use crate::panes::kit::nouns::labels;
use crate::panes::{ActionHint, Context};
use crate::widgets::glyphs::IDENTITIES;
use crate::widgets::line::{cut, fill, put, put_right, rule, width, wrap_words};
use crate::widgets::{Role, glyphs};

/// How many lines a message takes at most.
const MAX_TOAST_LINES: usize = 4;

impl App {
    /// Draws the screen; returns where the cursor is, if something is being typed. Every cell is overwritten.
    pub fn view(&self, now: Timestamp, buf: &mut Buffer) -> Option<Position> {
        fill(buf, self.shared.screen.theme.base());
        self.view_over(now, buf)
    }

    /// Draws the screen over the cells of the buffer, which stay where nothing is drawn.
    pub fn view_over(&self, now: Timestamp, buf: &mut Buffer) -> Option<Position> {
        let ctx = self.shared.context(now);
        let area = buf.area;
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let (columns, rows) = SMALLEST;
            let words = format!("hieroscope needs {columns} columns and {rows} rows");
            let lines = wrap_words(&words, area.width, usize::from(area.height), ctx.theme.glyphs.cut);
            for (row, line) in (0..area.height).zip(lines) {
                put(buf, area, (0, row), &line, ctx.theme.base());
            }
            return None;
        }
        let areas = areas((area.width, area.height));
        self.header(&ctx, &areas, buf);
        let parts = Parts::new(areas.body, self.shared.screen.beside);
        let pane = self.stack.history.top().view(&ctx, parts.pane, buf);
        self.stack.view_sides(&parts, &self.shared, now, buf);
        if ctx.theme.identities {
            mark(buf, areas.body, &ctx);
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
        put(buf, areas.header, (1, 0), &cut(&title, room, ctx.theme.glyphs.cut), theme.style(Role::Heading));
        let column = areas.header.width.saturating_sub(right);
        let role = if ctx.network.generated || self.shared.networks.replay.is_some() {
            Role::Attention
        } else {
            Role::Dim
        };
        let column = put(buf, areas.header, (column, 0), &network, theme.style(role));
        put(buf, areas.header, (column, 0), &words, theme.style(status.role));
        rule(buf, areas.banner, 0, ctx.theme.glyphs.rule, theme.style(Role::Rule));
        let banner = status.banner.as_ref();
        let tabs = self.stack.view_tabs(ctx, areas.banner, buf);
        let taken = tabs + banner.map_or(0, |(words, _)| width(words) + 2);
        let steps = self.stack.view_step(ctx, areas.banner, taken, buf);
        if let Some((words, role)) = banner {
            let room = areas.banner.width.saturating_sub(4 + steps + tabs);
            let words = cut(words, room, ctx.theme.glyphs.cut);
            put(buf, areas.banner, (2 + tabs, 0), &format!(" {words} "), theme.style(*role));
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
            taken = put(buf, all, (2, row), &format!(" {line} "), theme.style(role));
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
            column = put(buf, area, (column, 0), &key, theme.style(Role::Key));
            column = put(buf, area, (column + 1, 0), &words, theme.style(Role::Dim)) + 3;
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

/// Draws the signs in an area of the screen.
pub(super) fn mark(drawn: &mut Buffer, area: Rect, ctx: &Context<'_>) {
    for line in area.intersection(drawn.area).rows() {
        for (column, of) in named(drawn, line, ctx) {
            let digest = keccak256(of.to_string());
            let [sign, colour, ..] = digest.0;
            let signs = if ctx.theme.is_ascii() { IDENTITIES.1 } else { IDENTITIES.0 };
            let sign = signs.get(usize::from(sign) % signs.len()).copied().unwrap_or_default();
            if let Some(cell) = drawn.cell_mut((column, line.y)) {
                cell.set_symbol(sign).set_style(ctx.theme.identity(colour));
            }
        }
    }
}

/// The entities and addresses of a line that have room before them, with the column of that.
fn named(drawn: &Buffer, line: Rect, ctx: &Context<'_>) -> Vec<(u16, Labelled)> {
    let cells = line.columns().filter_map(|cell| drawn.cell(cell.as_position())).map(Cell::symbol);
    let cells: Vec<&str> = cells.collect();
    let is_part = |symbol: &str| matches!(symbol.as_bytes(), [byte] if byte.is_ascii_alphanumeric() || b".-@".contains(byte));
    let (mut found, mut start) = (Vec::new(), 0);
    while start < cells.len() {
        let word: String = cells.iter().skip(start).copied().take_while(|symbol| is_part(symbol)).collect();
        let end = start + word.len();
        let is_cut = cells.get(end) == Some(&ctx.theme.glyphs.cut);
        let room =
            start.checked_sub(1).filter(|at| cells.get(*at) == Some(&" ") && is_free(&cells, *at, ctx));
        if let Some(at) = room.filter(|_| !is_cut)
            && let Some(of) = entity(&word, ctx)
        {
            found.push((line.x.saturating_add(u16::try_from(at).unwrap_or(u16::MAX)), of));
        }
        start = end.max(start + 1);
    }
    found
}

/// Whether a blank parts no words: another one is before it, the edge, or the mark of a row.
fn is_free(cells: &[&str], blank: usize, ctx: &Context<'_>) -> bool {
    let before = blank.checked_sub(1).and_then(|at| cells.get(at));
    before.is_none_or(|symbol| *symbol == " " || *symbol == ctx.theme.glyphs.marker)
}

/// What a word names: an entity by its id, if that is known, else by its address.
fn entity(word: &str, ctx: &Context<'_>) -> Option<Labelled> {
    let of = Labelled::parse(word, ctx.network.home)?;
    let is_id = |of: &Labelled| matches!(of, Labelled::Id(_));
    match of {
        Labelled::Id(_) => Some(of),
        Labelled::Address(_) => Some(ctx.known.other_names(&of).into_iter().find(is_id).unwrap_or(of)),
        Labelled::Transaction(_) | Labelled::Hash(_) => None,
    }
}

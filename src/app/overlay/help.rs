//! Help, made from the live keymap and the hints of the pane; also the list of invalid settings.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::keymap::Keymap;
use crate::message::{Action, Input, MouseButton};
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::line::{cut, put, width, wrap_words};
use crate::widgets::{Role, popup};

/// The lines, and where the reader is.
#[derive(Clone, Debug)]
pub(crate) struct Help {
    title: &'static str,
    lines: Vec<Line>,
    /// The first line in view.
    top: usize,
}

#[derive(Clone, Debug)]
enum Line {
    Heading(&'static str),
    Key { keys: String, words: String, off: Option<String> },
    Words(String),
}

/// Verbs that work on every pane, offered or not.
const ANYWHERE: [Action; 18] = [
    Action::GoTo,
    Action::Home,
    Action::Jobs,
    Action::Schedules,
    Action::PendingSchedules,
    Action::Verify,
    Action::Batch,
    Action::Network,
    Action::Units,
    Action::TimeStyle,
    Action::Back,
    Action::Forward,
    Action::Close,
    Action::Help,
    Action::Mouse,
    Action::Redraw,
    Action::Suspend,
    Action::Quit,
];

/// How wide the names of keys may be, in columns of the terminal.
const MAX_KEYS_COLUMNS: u16 = 26;
/// How wide a line of words may be, in columns of the terminal.
const MAX_WORDS_COLUMNS: u16 = 76;

impl Help {
    /// What can be done on a pane or, with `over`, on what lies over it; while something is being typed, keys that
    /// are text are not among it.
    pub(super) fn new(hints: &[ActionHint], keymap: &Keymap, over: bool, typing: bool) -> Self {
        let keys = |action| {
            let keys = if typing { keymap.keys_while_typing(action) } else { keymap.keys_of(action) };
            keys.join("  ")
        };
        let key = |action, words: &str, off: &Option<String>| Line::Key {
            keys: keys(action),
            words: words.to_owned(),
            off: off.clone(),
        };
        let here = hints.iter().filter(|hint| !keys(hint.action).is_empty());
        let mut lines: Vec<Line> = here.map(|hint| key(hint.action, &hint.words, &hint.disabled)).collect();
        if !lines.is_empty() {
            lines.insert(0, Line::Heading("Here"));
        }
        lines.push(Line::Heading("Everywhere"));
        let anywhere =
            ANYWHERE.iter().filter(|_| !over).chain([&Action::QuitNow]).filter(|action| {
                !keys(**action).is_empty() && !hints.iter().any(|hint| hint.action == **action)
            });
        lines.extend(anywhere.map(|action| key(*action, keymap.describe(*action), &None)));
        if !over {
            lines.push(Line::Heading("Not available here"));
            let words =
                "hieroscope reads contracts and submits verifications; it does not call or deploy contracts.";
            lines.push(Line::Words(words.to_owned()));
        }
        Self { title: "What can be done here", lines, top: 0 }
    }

    pub(super) fn lines(title: &'static str, lines: Vec<String>) -> Self {
        Self { title, lines: lines.into_iter().map(Line::Words).collect(), top: 0 }
    }

    /// The actions that are available here.
    pub(super) fn hints() -> Vec<ActionHint> {
        let mut hints = vec![ActionHint::new(Action::Close, "close"), ActionHint::new(Action::Down, "down")];
        hints.extend(action_hint::moves().filter(|hint| hint.action != Action::Down));
        hints
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        let Input::Mouse(click) = input else { return Outcome::Pass };
        if let Some(turn) = click.button.turn() {
            (0..MouseButton::TURN).for_each(|_| _ = self.act(turn, ctx));
        }
        Outcome::Stay
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        let lines = self.rows(ctx.body).len();
        let height = usize::from(popup::inside_for(ctx.body, self.size(ctx.body)).height).max(1);
        let last = lines.saturating_sub(height);
        self.top = match action {
            Action::Help | Action::Open => return Outcome::Leave(Vec::new()),
            Action::Up => self.top.saturating_sub(1),
            Action::Down => self.top + 1,
            Action::PageUp => self.top.saturating_sub(height),
            Action::PageDown => self.top + height,
            Action::HalfUp => self.top.saturating_sub(height / 2),
            Action::HalfDown => self.top + height / 2,
            Action::First => 0,
            Action::Last => last,
            _ => self.top,
        }
        .min(last);
        Outcome::Stay
    }

    /// The size in columns and lines on a body of this size.
    fn size(&self, body: Rect) -> (u16, u16) {
        let rows = self.rows(body);
        let words = self.text_column();
        let columns =
            rows.iter().map(|line| columns(line, words)).max().unwrap_or(0).max(width(self.title) + 4);
        (columns.saturating_add(1), u16::try_from(rows.len()).unwrap_or(u16::MAX))
    }

    /// The column of the descriptions.
    fn text_column(&self) -> u16 {
        let keys = self.lines.iter().filter_map(|line| match line {
            Line::Key { keys, .. } => Some(width(keys)),
            Line::Heading(_) | Line::Words(_) => None,
        });
        keys.max().unwrap_or(0).min(MAX_KEYS_COLUMNS) + 4
    }

    /// The lines as they fit, one a row.
    fn rows(&self, body: Rect) -> Vec<Line> {
        let room = body.width.saturating_sub(8).min(MAX_WORDS_COLUMNS);
        let fit = |line: &Line| match line {
            Line::Words(text) => wrap_words(text, room, 8, "…").into_iter().map(Line::Words).collect(),
            line => vec![line.clone()],
        };
        self.lines.iter().flat_map(fit).collect()
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let rows = self.rows(area);
        let inner = popup::open_for(ctx.theme, area, self.title, self.size(area), buf);
        let height = usize::from(inner.height);
        let top = self.top.min(rows.len().saturating_sub(height));
        let window = top..rows.len().min(top + height);
        popup::scrolled(ctx.theme, inner, &window, rows.len(), buf);
        for (row, line) in inner.rows().zip(rows.iter().skip(top)) {
            self.row(line, ctx, row, buf);
        }
        None
    }

    fn row(&self, line: &Line, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let theme = ctx.theme;
        match line {
            Line::Heading(text) => _ = put(buf, area, 1, 0, text, theme.style(Role::Heading)),
            Line::Words(text) => _ = put(buf, area, 1, 0, text, theme.style(Role::Plain)),
            Line::Key { keys, words, off } => {
                let keys = cut(keys, MAX_KEYS_COLUMNS, ctx.theme.glyphs.cut);
                put(buf, area, 2, 0, &keys, theme.style(Role::Key));
                let role = if off.is_some() { Role::Dim } else { Role::Plain };
                let column = put(buf, area, self.text_column(), 0, words, theme.style(role));
                if let Some(reason) = off {
                    let reason = format!("({reason})");
                    let reason = cut(&reason, area.width.saturating_sub(column + 2), ctx.theme.glyphs.cut);
                    put(buf, area, column + 2, 0, &reason, theme.style(Role::Dim));
                }
            }
        }
    }
}

/// How many columns a line takes, with what its key does in the column `beside`.
fn columns(line: &Line, beside: u16) -> u16 {
    match line {
        Line::Heading(text) => 1 + width(text),
        Line::Words(text) => 1 + width(text),
        Line::Key { words, off, .. } => {
            let off = off.as_deref().map_or(0, |reason| width(reason).saturating_add(4));
            beside.saturating_add(width(words)).saturating_add(off)
        }
    }
}

//! An overlay with text to read: invalid settings, or the warnings before quitting.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::{Action, Input, MouseButton};
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::line::{put, width, wrap_words};
use crate::widgets::{Role, Scroll, popup};

/// The paragraphs, and where the reader is.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    title: &'static str,
    paragraphs: Vec<String>,
    /// The first line in view.
    top: usize,
}

/// How wide a line may be, in columns of the terminal.
const MAX_COLUMNS: u16 = 76;

impl Words {
    pub(super) fn new(title: &'static str, paragraphs: Vec<String>) -> Self {
        Self { title, paragraphs, top: 0 }
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
        let lines = self.lines(ctx.body, ctx.theme.glyphs.cut);
        let inner = popup::inside_for(ctx.body, self.size(&lines));
        let mut scroll = Scroll::default();
        if scroll.drag(*click, popup::to_edge(inner), lines.len()) {
            self.top = scroll.window(lines.len(), inner.height).start;
        }
        Outcome::Stay
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        let lines = self.lines(ctx.body, ctx.theme.glyphs.cut);
        let height = usize::from(popup::inside_for(ctx.body, self.size(&lines)).height).max(1);
        let last = lines.len().saturating_sub(height);
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

    fn lines(&self, body: Rect, cut: &str) -> Vec<String> {
        let columns = body.width.saturating_sub(8).min(MAX_COLUMNS);
        self.paragraphs.iter().flat_map(|text| wrap_words(text, columns, usize::MAX, cut)).collect()
    }

    /// The size in columns and lines.
    fn size(&self, lines: &[String]) -> (u16, u16) {
        let columns = lines.iter().map(|line| 1 + width(line)).max().unwrap_or(0).max(width(self.title) + 4);
        (columns.saturating_add(1), u16::try_from(lines.len()).unwrap_or(u16::MAX))
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let lines = self.lines(area, ctx.theme.glyphs.cut);
        let inner = popup::open_for(ctx.theme, area, self.title, self.size(&lines), buf);
        let height = usize::from(inner.height);
        let top = self.top.min(lines.len().saturating_sub(height));
        let window = top..lines.len().min(top + height);
        popup::scrolled(ctx.theme, (inner, inner), &window, lines.len(), buf);
        for (row, line) in inner.rows().zip(lines.iter().skip(top)) {
            put(buf, row, (1, 0), line, ctx.theme.style(Role::Plain));
        }
        None
    }
}

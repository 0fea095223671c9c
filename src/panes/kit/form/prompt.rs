//! A one-line prompt at the footer of a pane.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::Input;
use crate::message::event::Key;
use crate::panes::Context;
use crate::widgets::line::{clear, cut, put, put_right, width};
use crate::widgets::table::Cell;
use crate::widgets::{Role, Split, TextField};

/// A line of input: its label and its text.
#[derive(Clone, Debug)]
pub struct Prompt {
    label: String,
    field: TextField,
}

/// The outcome of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompted {
    /// The text changed, or the cursor moved.
    Typed,
    /// The prompt was cancelled.
    Left,
    /// The prompt was confirmed.
    Done,
    /// Not handled: a mouse event, or a key that edits no text.
    Ignored,
}

impl Prompt {
    /// Creates a prompt with a text.
    pub fn new(label: impl Into<String>, text: &str) -> Self {
        Self { label: label.into(), field: TextField::holding(text) }
    }

    pub fn text(&self) -> &str {
        self.field.text()
    }

    pub fn handle_input(&mut self, input: &Input) -> Prompted {
        match input {
            Input::Mouse(_) => return Prompted::Ignored,
            Input::Key(key) if key.key() == Key::Esc => return Prompted::Left,
            Input::Key(key) if key.key() == Key::Enter => return Prompted::Done,
            Input::Key(_) | Input::Paste(_) => {}
        }
        if self.field.input(input) { Prompted::Typed } else { Prompted::Ignored }
    }

    /// Draws the line on the area's first row; returns where the cursor is.
    pub fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Position {
        self.view_beside(ctx, area, (String::new(), Role::Dim), buf)
    }

    /// Draws the prompt with words on its right, which leave the text at least half of the line.
    pub fn view_beside(
        &self,
        ctx: &Context<'_>,
        area: Rect,
        (words, role): Cell,
        buf: &mut Buffer,
    ) -> Position {
        let [line] = area.stack([1]);
        clear(buf, line, ctx.theme.base());
        put(buf, line, (1, 0), &self.label, ctx.theme.style(Role::Dim));
        let label = 1 + width(&self.label);
        let text = width(self.text()).saturating_add(2).clamp(line.width / 4, line.width / 2);
        let room = line.width.saturating_sub(label + text + 2);
        let words = cut(&words, room, ctx.theme.glyphs.cut);
        put_right(buf, line.left_of(1), 0, &words, ctx.theme.style(role));
        let beside = if words.is_empty() { 0 } else { width(&words) + 2 };
        self.field.view(ctx.theme, line.right_of(label).left_of(beside), buf)
    }
}

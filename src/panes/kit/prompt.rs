//! One line at the footer of a pane that is being typed.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::Input;
use crate::message::event::Key;
use crate::panes::Context;
use crate::widgets::line::{clear, put, width};
use crate::widgets::{Role, Split, TextField};

/// A line of input: its label and its text.
#[derive(Clone, Debug)]
pub struct Prompt {
    label: &'static str,
    field: TextField,
}

/// The outcome of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompted {
    /// The text changed, or the cursor moved.
    Typed,
    /// The line was left.
    Left,
    /// The line is done.
    Done,
    /// It is none of the line's business: the mouse, or a key that edits no text.
    Ignored,
}

impl Prompt {
    /// A line that holds this text already.
    pub fn new(label: &'static str, text: &str) -> Self {
        Self { label, field: TextField::holding(text) }
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
        let dim = ctx.theme.style(Role::Dim);
        let [line] = area.stack([1]);
        clear(buf, line, ctx.theme.base());
        put(buf, line, 1, 0, self.label, dim);
        self.field.view(ctx.theme, line.right_of(1 + width(self.label)), buf)
    }
}

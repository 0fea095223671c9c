//! The search line below a long text.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::line::{clear, put, put_right, width};
use super::{Role, Split, TextField, Theme};
use crate::message::Input;
use crate::message::event::Key;

/// The search text and its input state.
#[derive(Clone, Debug)]
pub struct Find {
    /// The prompt.
    label: &'static str,
    field: TextField,
    typing: bool,
}

impl Default for Find {
    fn default() -> Self {
        Self::labelled("find")
    }
}

impl Find {
    /// A line for another kind of input.
    pub fn labelled(label: &'static str) -> Self {
        Self { label, field: TextField::default(), typing: false }
    }

    /// Starts with an empty text.
    pub fn open(&mut self) {
        self.open_with("");
    }

    /// Begins with a text to be edited.
    pub fn open_with(&mut self, text: &str) {
        *self = Self { field: TextField::holding(text), typing: true, ..Self::labelled(self.label) };
    }

    /// Shows a text that is not being typed.
    pub fn show(&mut self, text: &str) {
        self.open_with(text);
        self.typing = false;
    }

    /// Clears the search. `false` if there was none.
    pub fn clear(&mut self) -> bool {
        let shown = self.is_shown();
        *self = Self::labelled(self.label);
        shown
    }

    /// What is searched for; empty if nothing is.
    pub fn text(&self) -> &str {
        self.field.text()
    }

    /// Whether it is being typed.
    pub fn is_typing(&self) -> bool {
        self.typing
    }

    /// Whether the line takes a row of the screen.
    pub fn is_shown(&self) -> bool {
        self.typing || !self.text().is_empty()
    }

    /// Handles an input while it is being typed; whether the text has changed. `None` if the input is not for
    /// it.
    pub fn handle_input(&mut self, input: &Input) -> Option<bool> {
        if !self.typing || matches!(input, Input::Mouse(_)) {
            return None;
        }
        match input {
            Input::Key(key) if key.key() == Key::Enter => self.typing = false,
            Input::Key(key) if key.key() == Key::Esc => {
                self.clear();
            }
            _ => {
                let before = self.text().to_owned();
                // What edits no text may still be a verb: help, or the way out of the program.
                return self.field.input(input).then(|| self.text() != before);
            }
        }
        Some(false)
    }

    /// The area without the line.
    pub fn above(&self, area: Rect) -> Rect {
        area.above(u16::from(self.is_shown()))
    }

    /// Draws it on the last row of the area, with a few words on the right; the cursor's place while it is typed.
    pub fn view(
        &self,
        theme: &Theme,
        area: Rect,
        status: (&str, Role),
        buf: &mut Buffer,
    ) -> Option<Position> {
        let line = area.rows().next_back().filter(|_| self.is_shown())?;
        clear(buf, line, theme.base());
        let column = put(buf, line, (1, 0), &format!("{}  ", self.label), theme.style(Role::Dim));
        let words = width(status.0).saturating_add(2);
        put_right(buf, line.left_of(1), 0, status.0, theme.style(status.1));
        let cursor = self.field.view(theme, line.right_of(column).left_of(words), buf);
        self.typing.then_some(cursor)
    }
}

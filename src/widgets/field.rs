//! A single line of text that is being typed.

use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tui_input::{Input as Line, InputRequest};
use unicode_segmentation::UnicodeSegmentation;

use super::line::{cut, put, width};
use super::{Role, Split, Theme};
use crate::message::Input;
use crate::message::event::Edit;

/// A text field. It edits by graphemes, and a pasted line break does not submit anything.
#[derive(Clone, Debug)]
pub struct TextField {
    line: Line,
    /// The most bytes that it takes; a longer paste is cut.
    room: usize,
}

/// The room of most fields, bytes.
const ROOM_BYTES: usize = 4096;
/// How many characters a column has at most, those that combine among them.
const MAX_CHARACTERS_PER_COLUMN: usize = 4;
/// The room of a field that takes bytes in hex, bytes of text: 64 KiB in two digits each.
const HEX_ROOM_BYTES: usize = 128 << 10;

impl Default for TextField {
    fn default() -> Self {
        Self { line: Line::default(), room: ROOM_BYTES }
    }
}

impl TextField {
    /// A field that holds this text already.
    pub fn holding(text: impl Into<String>) -> Self {
        Self { line: Line::new(text.into()), ..Self::default() }
    }

    /// A field that takes call data, too.
    pub fn for_bytes() -> Self {
        Self { room: HEX_ROOM_BYTES, ..Self::default() }
    }

    pub fn text(&self) -> &str {
        self.line.value()
    }

    /// Whether it is full: a paste may have been cut.
    pub fn is_full(&self) -> bool {
        self.text().len() >= self.room
    }

    /// Whether the cursor is behind all of the text.
    pub fn is_at_end(&self) -> bool {
        self.line.cursor() == self.text().chars().count()
    }

    /// Takes a key or a paste. `true` if the text or the cursor changed, or could have.
    pub fn input(&mut self, input: &Input) -> bool {
        match input {
            Input::Key(key) => match Edit::from_key(*key) {
                Some(Edit::Insert(_)) if self.text().len() >= self.room => true,
                Some(edit) => {
                    self.line.handle(request(edit));
                    true
                }
                None => false,
            },
            Input::Paste(text) => {
                let room = self.room.saturating_sub(self.text().len());
                let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
                let pasted: Vec<char> = joined.chars().take(room).collect();
                let cursor = self.line.cursor();
                let (before, behind) = (self.text().chars().take(cursor), self.text().chars().skip(cursor));
                let text = before.chain(pasted.iter().copied()).chain(behind).collect();
                self.line = Line::new(text).with_cursor(cursor + pasted.len());
                true
            }
            Input::Mouse(_) => false,
        }
    }

    /// Draws a sign and the text on the first row of a box, or a placeholder if empty; returns the cursor's position.
    pub fn view_in_box(
        &self,
        theme: &Theme,
        inside: Rect,
        (sign, placeholder): (&str, &str),
        buf: &mut Buffer,
    ) -> Position {
        put(buf, inside, (1, 0), sign, theme.style(Role::Key));
        let [field] = inside.right_of(3).left_of(1).stack([1]);
        let cursor = self.view(theme, field, buf);
        if self.text().is_empty() {
            put(buf, field, (0, 0), &cut(placeholder, field.width, theme.glyphs.cut), theme.style(Role::Dim));
        }
        cursor
    }

    /// Draws the text scrolled to the cursor; returns the cursor's position.
    pub fn view(&self, theme: &Theme, area: Rect, buf: &mut Buffer) -> Position {
        // A text of many thousand characters is drawn around the cursor only.
        let most = usize::from(area.width) * MAX_CHARACTERS_PER_COLUMN;
        let skipped = self.line.cursor().saturating_sub(most);
        let (near, cursor) = (self.text().chars().skip(skipped), self.line.cursor() - skipped);
        let before: String = near.clone().take(cursor).collect();
        let shown: String = near.take(cursor + most).collect();
        draw(theme, area, &visible(&shown), width(&visible(&before)), buf)
    }
}

/// Draws a text scrolled to the cursor, which is `before` columns into it; returns the cursor's position.
pub(super) fn draw(theme: &Theme, area: Rect, text: &str, before: u16, buf: &mut Buffer) -> Position {
    let room = area.width.saturating_sub(1);
    let skipped = before.saturating_sub(room);
    let shown: String = skip_columns(text, skipped);
    put(buf, area, (0, 0), &shown, theme.style(Role::Input));
    Position { x: area.x.saturating_add(before - skipped), y: area.y }
}

fn skip_columns(text: &str, columns: u16) -> String {
    let mut skipped = 0;
    text.graphemes(true)
        .skip_while(|grapheme| {
            let more = skipped < columns;
            skipped += width(grapheme);
            more
        })
        .collect()
}

/// An edit as the line knows it.
fn request(edit: Edit) -> InputRequest {
    match edit {
        Edit::Insert(c) => InputRequest::InsertChar(c),
        Edit::DeleteBefore => InputRequest::DeletePrevChar,
        Edit::DeleteWordBefore => InputRequest::DeletePrevWord,
        Edit::DeleteAfter => InputRequest::DeleteNextChar,
        Edit::DeleteWordAfter => InputRequest::DeleteNextWord,
        Edit::DeleteToStart => InputRequest::DeleteFromStart,
        Edit::DeleteToEnd => InputRequest::DeleteTillEnd,
        Edit::Left => InputRequest::GoToPrevChar,
        Edit::Right => InputRequest::GoToNextChar,
        Edit::WordLeft => InputRequest::GoToPrevWord,
        Edit::WordRight => InputRequest::GoToNextWord,
        Edit::Start => InputRequest::GoToStart,
        Edit::End => InputRequest::GoToEnd,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::event::{Key, KeyInput, Mods};

    fn typed(field: &mut TextField, text: &str) {
        for c in text.chars() {
            field.input(&Input::Key(KeyInput::new(c, Mods::NONE)));
        }
    }

    #[test]
    fn every_printable_key_is_text() {
        let mut field = TextField::default();
        typed(&mut field, "q1s:/?e");
        assert_eq!(field.text(), "q1s:/?e");
    }

    #[test]
    fn a_paste_is_one_line_without_ends() {
        let mut field = TextField::default();
        field.input(&Input::Paste("  0.0.5001\r\n 0.0.5002\n".to_owned()));
        assert_eq!(field.text(), "0.0.5001 0.0.5002");
        field.input(&Input::Paste("x".repeat(10_000)));
        assert_eq!(field.text().len(), ROOM_BYTES);
    }

    #[test]
    fn one_backspace_removes_one_grapheme() {
        let mut field = TextField::holding("a👩‍👩‍👧‍👦");
        field.input(&Input::Key(KeyInput::new(Key::Backspace, Mods::NONE)));
        assert_eq!(field.text(), "a");
    }
}

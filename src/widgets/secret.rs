//! A single line in which a secret is typed: nothing shows it, and no copy of it stays in memory.

use std::fmt;
use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use secrecy::zeroize::Zeroizing;
use unicode_segmentation::UnicodeSegmentation;

use super::Theme;
use super::field::draw;
use crate::message::Input;
use crate::message::event::Edit;

/// The most bytes that a field takes. They are kept ready from the start: a text that grows is moved, and leaves itself
/// behind where it was.
const MAX_BYTES: usize = 4096;

/// The field. What was typed is overwritten when the field goes, and so is each copy of it.
pub struct SecretField {
    text: Zeroizing<String>,
    /// Bytes before the cursor.
    cursor: usize,
}

impl Default for SecretField {
    fn default() -> Self {
        Self { text: Zeroizing::new(String::with_capacity(MAX_BYTES)), cursor: 0 }
    }
}

impl Clone for SecretField {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.text.push_str(&self.text);
        copy.cursor = self.cursor;
        copy
    }
}

impl fmt::Debug for SecretField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretField(…)")
    }
}

impl SecretField {
    /// A field that holds this text, with the cursor behind it.
    pub fn holding(text: &str) -> Self {
        let mut field = Self::default();
        text.chars().for_each(|c| _ = field.insert(c));
        field
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Handles a key or a paste. Returns whether the text changed; `None` for any other input.
    pub fn input(&mut self, input: &Input) -> Option<bool> {
        match input {
            Input::Key(key) => Some(self.edit(Edit::from_key(*key)?)),
            Input::Paste(text) => {
                let mut changed = false;
                for (at, word) in text.split_whitespace().enumerate() {
                    let blank = (at > 0).then_some(' ');
                    for c in blank.into_iter().chain(word.chars()) {
                        changed |= self.insert(c);
                    }
                }
                Some(changed)
            }
            Input::Mouse(_) => None,
        }
    }

    /// A secret is one word.
    fn edit(&mut self, edit: Edit) -> bool {
        let (cursor, end) = (self.cursor, self.text.len());
        match edit {
            Edit::Insert(c) => return self.insert(c),
            Edit::DeleteBefore => return self.remove(self.before()..cursor),
            Edit::DeleteAfter => return self.remove(cursor..self.behind()),
            Edit::DeleteWordBefore | Edit::DeleteToStart => return self.remove(0..cursor),
            Edit::DeleteWordAfter | Edit::DeleteToEnd => return self.remove(cursor..end),
            Edit::Left => self.cursor = self.before(),
            Edit::Right => self.cursor = self.behind(),
            Edit::WordLeft | Edit::Start => self.cursor = 0,
            Edit::WordRight | Edit::End => self.cursor = end,
        }
        false
    }

    fn insert(&mut self, c: char) -> bool {
        let fits = self.text.len() + c.len_utf8() <= MAX_BYTES;
        if fits {
            self.text.insert(self.cursor, c);
            self.cursor += c.len_utf8();
        }
        fits
    }

    fn remove(&mut self, bytes: Range<usize>) -> bool {
        self.cursor = bytes.start;
        let changed = !bytes.is_empty();
        self.text.replace_range(bytes, "");
        changed
    }

    /// The parts of the text before and behind the cursor.
    fn parts(&self) -> (&str, &str) {
        self.text.split_at_checked(self.cursor).unwrap_or((&self.text, ""))
    }

    fn before(&self) -> usize {
        self.parts().0.grapheme_indices(true).next_back().map_or(0, |(at, _)| at)
    }

    fn behind(&self) -> usize {
        self.cursor + self.parts().1.graphemes(true).next().map_or(0, str::len)
    }

    /// Draws a mask per character, scrolled to the cursor; returns the cursor's position.
    pub fn view(&self, theme: &Theme, area: Rect, buf: &mut Buffer) -> Position {
        let mask = theme.glyphs.mask.repeat(self.text.graphemes(true).count());
        let before = u16::try_from(self.parts().0.graphemes(true).count()).unwrap_or(u16::MAX);
        draw(theme, area, &mask, before, buf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::event::{Key, KeyInput, Mods};

    fn press(field: &mut SecretField, keys: &[Key]) {
        for key in keys {
            field.input(&Input::Key(KeyInput::new(*key, Mods::NONE)));
        }
    }

    fn control(field: &mut SecretField, letter: char) {
        field.input(&Input::Key(KeyInput::new(Key::Char(letter), Mods::CTRL)));
    }

    #[test]
    fn it_is_edited_like_any_line_and_never_moved_in_memory() {
        let mut field = SecretField::default();
        let place = field.text.as_ptr();
        assert_eq!(field.input(&Input::Paste(" b\r\n".to_owned())), Some(true));
        press(&mut field, &[Key::Home, Key::Char('a'), Key::End, Key::Char('c'), Key::Left, Key::Char('é')]);
        press(&mut field, &[Key::Backspace, Key::Char('x'), Key::Right, Key::Char('d'), Key::Delete]);
        assert_eq!(field.text(), "abxcd");
        press(&mut field, &[Key::Left]);
        control(&mut field, 'k');
        press(&mut field, &[Key::Home, Key::Delete]);
        assert_eq!(field.text(), "bxc");
        field.input(&Input::Paste("é".repeat(MAX_BYTES)));
        assert!(field.text().len() <= MAX_BYTES && field.text().ends_with("bxc"));
        control(&mut field, 'u');
        assert_eq!((field.text(), field.text.as_ptr()), ("bxc", place));
    }

    #[test]
    fn one_backspace_removes_one_grapheme_and_nothing_is_printed() {
        let mut field = SecretField::default();
        field.input(&Input::Paste("hunter2👩‍👩‍👧‍👦".to_owned()));
        press(&mut field, &[Key::Backspace]);
        let copy = field.clone();
        assert_eq!((field.text(), copy.text()), ("hunter2", "hunter2"));
        assert_eq!(format!("{copy:?}"), "SecretField(…)");
        assert_eq!(copy.text.capacity(), MAX_BYTES);
    }
}

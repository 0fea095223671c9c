//! The keys that a text field takes before the keymap, and what each does.

use super::event::{Key, KeyInput, Mods};

/// What a key does to a line that is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Puts a character in.
    Insert(char),
    /// Deletes the character before the cursor.
    DeleteBefore,
    /// Deletes the word before the cursor.
    DeleteWordBefore,
    /// Deletes the character at the cursor.
    DeleteAfter,
    /// Deletes the word after the cursor.
    DeleteWordAfter,
    /// Deletes everything before the cursor.
    DeleteToStart,
    /// Deletes everything after the cursor.
    DeleteToEnd,
    /// Moves the cursor to the character before.
    Left,
    /// Moves the cursor to the character after.
    Right,
    /// Moves the cursor to the word before.
    WordLeft,
    /// Moves the cursor to the word after.
    WordRight,
    /// Moves the cursor before all of it.
    Start,
    /// Moves the cursor behind all of it.
    End,
}

impl Edit {
    /// What this key does, if it does anything to text.
    pub fn from_key(key: KeyInput) -> Option<Self> {
        let ctrl = key.mods().contains(Mods::CTRL);
        let alt = key.mods().contains(Mods::ALT);
        Some(match (key.key(), ctrl, alt) {
            (Key::Char(c), false, false) => Self::Insert(c),
            (Key::Backspace, false, false) => Self::DeleteBefore,
            (Key::Backspace, ..) | (Key::Char('w'), true, false) => Self::DeleteWordBefore,
            (Key::Delete, false, false) => Self::DeleteAfter,
            (Key::Delete, ..) => Self::DeleteWordAfter,
            (Key::Left, false, false) => Self::Left,
            (Key::Right, false, false) => Self::Right,
            (Key::Left, ..) => Self::WordLeft,
            (Key::Right, ..) => Self::WordRight,
            (Key::Home, ..) | (Key::Char('a'), true, false) => Self::Start,
            (Key::End, ..) | (Key::Char('e'), true, false) => Self::End,
            (Key::Char('u'), true, false) => Self::DeleteToStart,
            (Key::Char('k'), true, false) => Self::DeleteToEnd,
            _ => return None,
        })
    }
}

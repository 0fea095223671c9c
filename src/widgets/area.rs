//! A multi-line text input; each line has a number and a mark in front.
//!
//! Not ratatui-textarea (0.9.4), which deletes and moves by `char` instead of by grapheme, hides control characters,
//! does not treat a lone carriage return as a line break, has no room for a mark and a message per line, and mutates
//! cells while drawing.

use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use unicode_segmentation::UnicodeSegmentation;

use super::form::Typed;
use super::line::{cut, put, width};
use super::{Role, Scroll, Theme, scroll_bar};
use crate::message::event::{Key, KeyInput, Mods};
use crate::message::{Action, Click, Input};

/// The text and the cursor in it.
#[derive(Clone, Debug)]
pub struct TextArea {
    /// At least one line, none with a line break in it.
    lines: Vec<String>,
    scroll: Scroll,
    /// Where in its line the cursor is: a byte between two graphemes.
    column: usize,
}

/// A mark in front of a line.
#[derive(Clone, Debug, Default)]
pub struct Mark {
    /// One sign in front of it.
    pub sign: &'static str,
    /// How the sign and the words are meant.
    pub role: Role,
    /// A few words behind it.
    pub words: String,
}

/// Columns of the terminal in front of the text: a number of four digits, and the mark.
const GUTTER_COLUMNS: u16 = 7;

impl Default for TextArea {
    fn default() -> Self {
        Self::holding("")
    }
}

impl TextArea {
    /// The most bytes of text that it takes.
    pub const MAX_BYTES: usize = 1 << 20;

    /// An area that holds this text, with the cursor at its end.
    pub fn holding(text: &str) -> Self {
        let mut area = Self { lines: vec![String::new()], scroll: Scroll::default(), column: 0 };
        area.insert(text);
        area
    }

    /// The text, its lines joined by line feeds.
    pub fn text(&self) -> String {
        self.lines.join("\n")
    }

    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    pub fn is_empty(&self) -> bool {
        self.lines.iter().all(String::is_empty)
    }

    /// The number of the line that the cursor is in, from 1.
    pub fn number(&self) -> usize {
        self.scroll.selected + 1
    }

    /// Whether this many more bytes would exceed the limit.
    pub fn is_full_with(&self, more: usize) -> bool {
        self.lines.iter().map(|line| line.len() + 1).sum::<usize>().saturating_add(more) > Self::MAX_BYTES
    }

    /// Handles an input in an area of this many rows. Tab and escape are not its own.
    pub fn input(&mut self, input: &Input, height: u16) -> Typed {
        let typed = match input {
            Input::Paste(text) if !self.is_full_with(text.len()) => {
                self.insert(text);
                Typed::Edited
            }
            Input::Key(key) => self.key(*key, height),
            Input::Paste(_) | Input::Mouse(_) => Typed::Ignored,
        };
        self.settle(height);
        typed
    }

    /// Keeps the cursor in view in an area of this many rows.
    pub fn settle(&mut self, height: u16) {
        self.scroll.settle(self.lines.len(), height);
    }

    /// Puts the cursor into the line that was clicked, or that the bar was pressed or dragged to.
    pub fn click(&mut self, click: Click, area: Rect) {
        if self.scroll.drag(click, area, self.lines.len())
            || self.scroll.click(click, area, self.lines.len()).is_some()
        {
            self.column = self.line().len();
        }
    }

    fn key(&mut self, key: KeyInput, height: u16) -> Typed {
        let ctrl = key.mods().contains(Mods::CTRL);
        let alt = key.mods().contains(Mods::ALT);
        let before = (self.lines.len(), self.line().len());
        match (key.key(), ctrl, alt) {
            (Key::Char(_) | Key::Enter, false, false) if self.is_full_with(4) => return Typed::Moved,
            (Key::Char(c), false, false) => self.insert(c.encode_utf8(&mut [0; 4])),
            (Key::Enter, false, false) => self.insert("\n"),
            (Key::Backspace, false, false) => self.delete_before(),
            (Key::Delete, false, false) => self.delete_after(),
            (Key::Char('u'), true, false) => {
                let column = std::mem::take(&mut self.column);
                self.line_mut().drain(..column);
            }
            (Key::Char('k'), true, false) if self.column == self.line().len() => self.delete_after(),
            (Key::Char('k'), true, false) => {
                let column = self.column;
                self.line_mut().truncate(column);
            }
            (Key::Left, false, false) => self.left(),
            (Key::Right, false, false) => self.right(),
            (Key::Up, false, false) => self.go(Action::Up, height),
            (Key::Down, false, false) => self.go(Action::Down, height),
            (Key::PageUp, ..) => self.go(Action::PageUp, height),
            (Key::PageDown, ..) => self.go(Action::PageDown, height),
            (Key::Home, true, _) => {
                self.go(Action::First, height);
                self.column = 0;
            }
            (Key::End, true, _) => {
                self.go(Action::Last, height);
                self.column = self.line().len();
            }
            (Key::Home, ..) | (Key::Char('a'), true, false) => self.column = 0,
            (Key::End, ..) | (Key::Char('e'), true, false) => self.column = self.line().len(),
            _ => return Typed::Ignored,
        }
        let edits = matches!(key.key(), Key::Char(_) | Key::Enter | Key::Backspace | Key::Delete);
        let same = ctrl && before == (self.lines.len(), self.line().len());
        if edits && !same { Typed::Edited } else { Typed::Moved }
    }

    fn line(&self) -> &str {
        self.lines.get(self.scroll.selected).map_or("", String::as_str)
    }

    fn line_mut(&mut self) -> &mut String {
        if self.lines.is_empty() {
            self.lines.push(String::new());
        }
        let at = self.scroll.selected.min(self.lines.len() - 1);
        self.scroll.selected = at;
        #[expect(clippy::indexing_slicing, reason = "the place is that of a line: there is at least one")]
        &mut self.lines[at]
    }

    /// Puts text in at the cursor. Every kind of line break begins a line: terminals paste carriage returns.
    fn insert(&mut self, text: &str) {
        let column = self.column;
        let rest = self.line_mut().split_off(column);
        let text = text.replace("\r\n", "\n");
        let mut pieces = text.split(['\n', '\r']);
        let first = pieces.next().unwrap_or_default();
        self.line_mut().push_str(first);
        let more: Vec<String> = pieces.map(str::to_owned).collect();
        let at = self.scroll.selected + 1;
        self.scroll.selected += more.len();
        self.lines.splice(at..at, more);
        self.column = self.line().len();
        self.line_mut().push_str(&rest);
    }

    fn delete_before(&mut self) {
        if self.column > 0 {
            let end = self.column;
            self.left();
            let start = self.column;
            self.line_mut().drain(start..end);
        } else if self.scroll.selected > 0 {
            let joined = self.lines.remove(self.scroll.selected);
            self.scroll.selected -= 1;
            self.column = self.line().len();
            self.line_mut().push_str(&joined);
        }
    }

    fn delete_after(&mut self) {
        let before = (self.scroll.selected, self.column);
        self.right();
        if before != (self.scroll.selected, self.column) {
            self.delete_before();
        }
    }

    fn left(&mut self) {
        let last = self.line().get(..self.column).and_then(|before| before.graphemes(true).next_back());
        match last.map(str::len) {
            Some(len) => self.column -= len,
            None if self.scroll.selected > 0 => {
                self.scroll.selected -= 1;
                self.column = self.line().len();
            }
            None => {}
        }
    }

    fn right(&mut self) {
        let next = self.line().get(self.column..).and_then(|after| after.graphemes(true).next());
        match next.map(str::len) {
            Some(len) => self.column += len,
            None if self.scroll.selected + 1 < self.lines.len() => {
                self.scroll.selected += 1;
                self.column = 0;
            }
            None => {}
        }
    }

    /// Goes to another line, to the same column of the terminal if it has that.
    fn go(&mut self, action: Action, height: u16) {
        let columns = self.line().get(..self.column).map_or(0, |before| width(&displayed(before)));
        let _ = self.scroll.act(action, self.lines.len(), height);
        self.column = byte_at(self.line(), columns);
    }

    /// Draws the lines in view, each with its number and what `mark` says of it; returns where the cursor is.
    pub fn view(
        &self,
        theme: &Theme,
        area: Rect,
        mark: impl Fn(usize) -> Mark,
        buf: &mut Buffer,
    ) -> Option<Position> {
        let mut cursor = None;
        let rows = scroll_bar::beside(area, self.lines.len());
        for (line, at) in rows.rows().zip(self.scroll.window(self.lines.len(), area.height)) {
            let Some(text) = self.lines.get(at) else { break };
            let Mark { sign, role, words } = mark(at + 1);
            let here = at == self.scroll.selected;
            let number = format!("{:>4}", at + 1);
            put(buf, line, (0, 0), &number, theme.style(if here { Role::Plain } else { Role::Dim }));
            put(buf, line, (5, 0), sign, theme.style(role));
            let room = rows.width.saturating_sub(GUTTER_COLUMNS);
            let whole = displayed(text);
            let before =
                text.get(..self.column).filter(|_| here).map_or(0, |before| width(&displayed(before)));
            let skipped = before.saturating_sub(room.saturating_sub(1));
            let from = whole.get(byte_at(&whole, skipped)..).unwrap_or_default();
            let shown = cut(from, room, theme.glyphs.cut);
            let end = put(buf, line, (GUTTER_COLUMNS, 0), &shown, theme.style(Role::Input));
            let left = rows.width.saturating_sub(end + 2);
            if left >= 12 && !words.is_empty() {
                put(buf, line, (end + 2, 0), &cut(&words, left, theme.glyphs.cut), theme.style(role));
            }
            if here && room > 0 {
                let x = line.x.saturating_add(GUTTER_COLUMNS).saturating_add(before - skipped);
                cursor = Some(Position { x, y: line.y });
            }
        }
        self.scroll.view_bar(theme, area, self.lines.len(), buf);
        cursor
    }
}

/// The text as drawn: a tab, which spreadsheets put between values, becomes a blank.
fn displayed(text: &str) -> String {
    visible(&text.replace('\t', " "))
}

/// The byte at which a line's grapheme in this column of the terminal begins; the line's end if it is shorter.
fn byte_at(text: &str, column: u16) -> usize {
    let mut used = 0;
    let grapheme = text.grapheme_indices(true).find(|(_, grapheme)| {
        let here = used >= column;
        used += width(&displayed(grapheme));
        here
    });
    grapheme.map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests;

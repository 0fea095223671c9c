//! A list of things to do or to open, one a row: its keys, what it is, a note, and its kind at the right.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;

use super::fuzzy::put_marked;
use super::line::{cut, cut_middle, put, width};
use super::{Role, Scroll, Theme};
use crate::message::{Action, Click};

/// The rows, and which of them is selected.
#[derive(Clone, Debug, Default)]
pub struct Menu {
    rows: Vec<MenuRow>,
    selected: usize,
    /// What is in view: the selected row, or a heading beside it.
    scroll: Scroll,
}

/// A row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuRow {
    /// The keys that do the same.
    pub keys: String,
    pub text: String,
    /// What stands behind the text.
    pub note: String,
    pub role: Role,
    pub note_role: Role,
    /// What kind of thing it is, in a word.
    pub kind: &'static str,
    /// The letters to mark in [`Self::sought`], as indices of its graphemes, ascending.
    pub letters: Vec<u32>,
    /// Whether it only names the rows below it.
    pub heading: bool,
}

/// Where the keys of a row are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeysAt {
    /// In a column of their own before the text, with this many columns for them at most.
    Left(u16),
    /// Before the kind.
    Right,
}

/// The columns between text and note, and around keys.
const GAP: u16 = 2;
/// The column at which notes are aligned where there is room.
const NOTE_COLUMN: u16 = 32;
/// The least columns of a list whose notes are aligned.
const MIN_ALIGNED_COLUMNS: u16 = 60;

impl MenuRow {
    /// A row that names those below it.
    pub fn heading(text: &str) -> Self {
        Self { text: text.to_owned(), role: Role::Heading, heading: true, ..Self::default() }
    }

    /// The text in which rows are searched: all that is shown but keys and kind.
    pub fn sought(&self) -> String {
        format!("{}  {}", self.text, self.note)
    }
}

impl Menu {
    /// Shows these rows instead, this one selected if it can be.
    pub fn set_rows(&mut self, rows: Vec<MenuRow>, selected: usize) {
        self.rows = rows;
        self.selected = selected;
        self.scroll = Scroll::default();
        self.step(1);
    }

    pub fn rows(&self) -> &[MenuRow] {
        &self.rows
    }

    /// The index of the selected row; `None` if there is none.
    pub fn selected(&self) -> Option<usize> {
        self.rows.get(self.selected).filter(|row| !row.heading).map(|_| self.selected)
    }

    /// Moves by an action in a list of which `height` rows are seen. `false` if the action moves nothing.
    pub fn act(&mut self, action: Action, height: u16) -> bool {
        let mut moved = Scroll::default();
        moved.selected = self.selected;
        if moved.act(action, self.rows.len(), height).is_none() {
            return false;
        }
        let up = moved.selected < self.selected;
        self.selected = moved.selected;
        self.step(if up { -1 } else { 1 });
        self.settle(height);
        true
    }

    /// Turns with the wheel, or selects the row that was pressed among those that are drawn in this area. `true` if a
    /// row was pressed.
    pub fn click(&mut self, click: Click, area: Rect) -> bool {
        if let Some(action) = click.button.turn() {
            self.act(action, area.height);
            return false;
        }
        let line = click.row.checked_sub(area.y).filter(|_| area.contains((click.column, click.row).into()));
        let pressed = line.and_then(|line| self.window(area.height).nth(usize::from(line)));
        let pressed = pressed.filter(|at| self.rows.get(*at).is_some_and(|row| !row.heading));
        self.selected = pressed.unwrap_or(self.selected);
        pressed.is_some()
    }

    /// The rows that can be seen.
    pub fn window(&self, height: u16) -> Range<usize> {
        let mut scroll = self.scroll;
        scroll.select(self.in_view(), self.rows.len(), height);
        scroll.window(self.rows.len(), height)
    }

    fn settle(&mut self, height: u16) {
        self.scroll.select(self.in_view(), self.rows.len(), height);
    }

    /// From a heading to the next row that can be selected that way, or else the other way.
    fn step(&mut self, way: isize) {
        let can_be = |at: &usize| self.rows.get(*at).is_some_and(|row| !row.heading);
        let below = || (self.selected..self.rows.len()).find(can_be);
        let above = || (0..=self.selected.min(self.rows.len())).rev().find(can_be);
        let found = if way < 0 { above().or_else(below) } else { below().or_else(above) };
        self.selected = found.unwrap_or(0);
    }

    /// The row that must be in view: a heading above the first rows that can be selected is.
    fn in_view(&self) -> usize {
        let first = self.rows.iter().position(|row| !row.heading);
        if first == Some(self.selected) { 0 } else { self.selected }
    }

    /// The columns that the widest row takes.
    pub fn columns(&self, keys: KeysAt) -> u16 {
        let left = self.text_column(keys);
        let columns = self.rows.iter().map(|row| match row.heading {
            true => 1 + width(&row.text),
            false => {
                let note = if row.note.is_empty() { 0 } else { width(&row.note).saturating_add(GAP) };
                left.saturating_add(width(&row.text)).saturating_add(note)
            }
        });
        columns.max().unwrap_or(0)
    }

    fn text_column(&self, keys: KeysAt) -> u16 {
        let KeysAt::Left(most) = keys else { return GAP };
        let keys = self.rows.iter().map(|row| width(&row.keys)).max().unwrap_or(0).min(most);
        GAP + keys + GAP
    }

    /// Draws the rows that can be seen, the selected one marked.
    pub fn view(&self, theme: &Theme, area: Rect, keys: KeysAt, buf: &mut Buffer) {
        let kinds = self.rows.iter().map(|row| width(row.kind)).max().unwrap_or(0);
        let text_column = self.text_column(keys);
        for (line, at) in area.rows().zip(self.window(area.height)) {
            let Some(row) = self.rows.get(at) else { continue };
            if row.heading {
                put(buf, line, 1, 0, &row.text, theme.style(row.role));
                continue;
            }
            let over = theme.mark_row(line, at == self.selected, buf);
            let key_style = theme.style(Role::Key).patch(over);
            let mut right = line.width.saturating_sub(1);
            if kinds > 0 {
                right = right.saturating_sub(kinds);
                put(buf, line, right, 0, row.kind, theme.style(Role::Dim).patch(over));
                right = right.saturating_sub(GAP);
            }
            match keys {
                KeysAt::Left(most) => {
                    let keys = cut(&row.keys, most, theme.glyphs.cut);
                    put(buf, line, GAP, 0, &keys, key_style);
                }
                KeysAt::Right if !row.keys.is_empty() => {
                    right = right.saturating_sub(width(&row.keys));
                    put(buf, line, right, 0, &row.keys, key_style);
                    right = right.saturating_sub(GAP);
                }
                KeysAt::Right => {}
            }
            row.view(theme, Rect { width: right, ..line }, text_column, over, buf);
        }
    }
}

impl MenuRow {
    /// Draws text and note from this column to the end of the area. An address is cut in its middle.
    fn view(&self, theme: &Theme, area: Rect, column: u16, over: Style, buf: &mut Buffer) {
        let room = area.width.saturating_sub(column);
        let (text, note) = (width(&self.text), width(&self.note));
        let whole = text.saturating_add(if note > 0 { GAP + note } else { 0 }) <= room;
        let (style, note_style) = (theme.style(self.role), theme.style(self.note_role));
        let text_room =
            if whole || note == 0 { room } else { (room * 3 / 5).max(room.saturating_sub(GAP + note)) };
        let text = cut(&self.text, text_room, theme.glyphs.cut);
        let end = put_marked(theme, buf, (area, column), &text, (&self.letters, 0), (style, over));
        let aligned = column - GAP.min(column) + NOTE_COLUMN;
        let fits = aligned.saturating_add(note) <= area.width && area.width >= MIN_ALIGNED_COLUMNS;
        let at = if fits { aligned.max(end + GAP) } else { end + GAP };
        let room = area.width.saturating_sub(at);
        if width(&self.note) <= room {
            let first = self.text.graphemes(true).count() + 2;
            let letters = (self.letters.as_slice(), first);
            put_marked(theme, buf, (area, at), &self.note, letters, (note_style, over));
        } else {
            let is_address = !self.note.contains(' ');
            let shorten = if is_address { cut_middle } else { cut };
            let note = shorten(&self.note, room, theme.glyphs.cut);
            put(buf, area, at, 0, &note, note_style.patch(over));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu() -> Menu {
        let row = |text: &str| MenuRow { text: text.to_owned(), ..MenuRow::default() };
        let mut menu = Menu::default();
        menu.set_rows(
            vec![MenuRow::heading("A"), row("one"), MenuRow::heading("B"), row("two"), row("three")],
            0,
        );
        menu
    }

    #[test]
    fn headings_are_passed_by_and_stay_in_view_above_the_first_row() {
        let mut menu = menu();
        assert_eq!((menu.selected(), menu.window(2)), (Some(1), 0..2));
        assert!(menu.act(Action::Down, 2));
        assert_eq!((menu.selected(), menu.window(2)), (Some(3), 2..4));
        assert!(menu.act(Action::Up, 2) && menu.act(Action::Up, 2));
        assert_eq!((menu.selected(), menu.window(2)), (Some(1), 0..2));
        assert!(menu.act(Action::Last, 2));
        assert_eq!(menu.selected(), Some(4));
        assert!(!menu.act(Action::Copy, 2));
    }

    #[test]
    fn nothing_is_selected_in_an_empty_list() {
        let mut menu = Menu::default();
        menu.act(Action::Down, 3);
        assert_eq!(menu.selected(), None);
        menu.set_rows(vec![MenuRow::heading("A")], 0);
        assert_eq!(menu.selected(), None);
    }

    #[test]
    fn any_area_can_be_drawn() {
        let theme = Theme::new(&crate::message::Settings::default());
        for (columns, rows) in [(0, 0), (1, 1), (2, 2), (12, 3), (90, 9)] {
            let area = Rect::new(0, 0, columns, rows);
            for keys in [KeysAt::Left(9), KeysAt::Right] {
                menu().view(&theme, area, keys, &mut Buffer::empty(area));
            }
        }
    }
}

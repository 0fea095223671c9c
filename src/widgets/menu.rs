//! A list of things to do or to open, one a row: its keys, what it is, a note or why it is not available, and its kind
//! at the right.

use std::borrow::Cow;
use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_segmentation::UnicodeSegmentation;

use super::line::{cut, put, width};
use super::{Band, Role, Scroll, Theme, popup};
use crate::message::{Action, Click, MouseButton};
use crate::widgets::fuzzy::Matched;
use crate::widgets::line::cut_middle;

/// The rows, and which of them is selected.
#[derive(Clone, Debug, Default)]
pub struct Menu {
    rows: Vec<MenuRow>,
    selected: usize,
    /// The scroll position of the selected row, or of a heading next to it.
    scroll: Scroll,
}

/// Where the keys of a row are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeysAt {
    /// In a separate column before the text, at most this many columns wide.
    Left(u16),
    /// Before the kind.
    Right,
}

/// The columns between text and note, and around keys.
const GAP: u16 = 2;
impl Menu {
    /// Shows these rows instead, this one selected if it can be.
    pub fn set_rows(&mut self, rows: Vec<MenuRow>, selected: usize) {
        self.rows = rows;
        self.selected = selected;
        self.scroll = Scroll::default();
        self.step(1);
    }

    /// Selects the row at this index, with the view as it was in an earlier list.
    pub fn resume(&mut self, selected: usize, earlier: &Self) {
        self.selected = selected;
        self.scroll = earlier.scroll;
        self.step(1);
    }

    pub fn rows(&self) -> &[MenuRow] {
        &self.rows
    }

    /// The index of the selected row; `None` if only headings exist.
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

    /// Scrolls by the wheel or the bar, or selects the pressed row among those drawn in this area of a box. `true` if a
    /// row was pressed.
    pub fn click(&mut self, click: Click, area: Rect) -> bool {
        if let Some(action) = click.button.turn() {
            (0..MouseButton::TURN).for_each(|_| _ = self.act(action, area.height));
            return false;
        }
        let edge = popup::to_edge(area);
        let mut scroll = self.scroll;
        scroll.select(self.in_view(), self.rows.len(), area.height);
        if scroll.drag(click, edge, self.rows.len()) {
            (self.selected, self.scroll) = (scroll.selected, scroll);
            self.step(1);
            self.settle(area.height);
            return false;
        }
        if click.button != MouseButton::Press {
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
        let columns = self
            .rows
            .iter()
            .map(|row| if row.heading { 1 + width(&row.text) } else { left.saturating_add(row.columns()) });
        columns.max().unwrap_or(0)
    }

    /// The note of the selected row, if it is a sentence that does not fit into this many columns.
    pub fn cut_note(&self, columns: u16, keys: KeysAt) -> Option<String> {
        let row = self.rows.get(self.selected()?)?;
        let room = self.right(row, columns, keys).saturating_sub(self.text_column(keys));
        let note = row.shown_note();
        (row.columns() > room && note.contains(' ')).then(|| note.into_owned())
    }

    fn text_column(&self, keys: KeysAt) -> u16 {
        let KeysAt::Left(most) = keys else { return GAP };
        let keys = self.rows.iter().map(|row| width(&row.keys)).max().unwrap_or(0).min(most);
        GAP + keys + GAP
    }

    fn kind_columns(&self) -> u16 {
        self.rows.iter().map(|row| width(row.kind)).max().unwrap_or(0)
    }

    /// The column at which text and note of a row end, in a list of this many columns.
    fn right(&self, row: &MenuRow, columns: u16, keys: KeysAt) -> u16 {
        let part = |part: u16| if part > 0 { part + GAP } else { 0 };
        let keys = if keys == KeysAt::Right { part(width(&row.keys)) } else { 0 };
        columns.saturating_sub(1 + part(self.kind_columns()) + part(width(&row.time)) + keys)
    }

    /// Draws the rows that can be seen, the selected one marked.
    pub fn view(&self, theme: &Theme, area: Rect, keys: KeysAt, buf: &mut Buffer) {
        let text_column = self.text_column(keys);
        for (line, at) in area.rows().zip(self.window(area.height)) {
            let Some(row) = self.rows.get(at) else { continue };
            if row.heading {
                put(buf, line, (1, 0), &row.text, theme.style(Role::Heading));
                continue;
            }
            let band = Band::new(theme, line, at == self.selected, buf);
            let right = self.right(row, line.width, keys);
            let mut column = right + GAP;
            match keys {
                KeysAt::Left(most) => {
                    _ = band.put(GAP, &cut(&row.keys, most, theme.glyphs.cut), Role::Key, buf);
                }
                KeysAt::Right if row.keys.is_empty() => {}
                KeysAt::Right => column = band.put(column, &row.keys, Role::Key, buf) + GAP,
            }
            band.put(column, &row.time, Role::Dim, buf);
            band.put(line.width.saturating_sub(1 + self.kind_columns()), row.kind, Role::Dim, buf);
            row.view(Band { area: Rect { width: right, ..line }, ..band }, text_column, buf);
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuRow {
    /// The keys that do the same.
    pub keys: String,
    pub text: String,
    /// A note behind the text.
    pub note: String,
    pub note_role: Role,
    /// Why it is not available: shown instead of the note, and not searched.
    pub off: Option<String>,
    /// A time, before the kind.
    pub time: String,
    /// What kind of thing it is, in a word.
    pub kind: &'static str,
    /// The letters to mark in [`Self::sought`], as indices of its graphemes, ascending.
    pub letters: Vec<u32>,
    /// Whether it only names the rows below it.
    pub heading: bool,
}

/// The column at which notes are aligned where there is room.
const NOTE_COLUMN: u16 = 32;
/// The least columns of text and note for notes to be aligned.
const MIN_ALIGNED_COLUMNS: u16 = 60;

impl MenuRow {
    /// A row that names those below it.
    pub fn heading(text: &str) -> Self {
        Self { text: text.to_owned(), heading: true, ..Self::default() }
    }

    /// The text in which rows are searched.
    pub fn sought(&self) -> String {
        format!("{}  {}", self.text, self.note)
    }

    fn shown_note(&self) -> Cow<'_, str> {
        match &self.off {
            Some(reason) => Cow::Owned(format!("({reason})")),
            None => Cow::Borrowed(&self.note),
        }
    }

    /// The columns of text and note.
    fn columns(&self) -> u16 {
        let note = width(&self.shown_note());
        width(&self.text).saturating_add(if note > 0 { note.saturating_add(GAP) } else { 0 })
    }

    /// Draws text and note from this column to the end of the band. An address is cut in its middle.
    fn view(&self, band: Band<'_>, column: u16, buf: &mut Buffer) {
        let (letters, glyphs) = (&self.letters, &band.theme.glyphs);
        let room = band.area.width.saturating_sub(column);
        let shown = self.shown_note();
        let note = width(&shown);
        let text_room = if self.columns() <= room || note == 0 {
            room
        } else {
            (room * 3 / 5).max(room.saturating_sub(note.saturating_add(GAP)))
        };
        let role = if self.off.is_some() { Role::Dim } else { Role::Plain };
        let text = cut(&self.text, text_room, glyphs.cut);
        let end = Matched { text: &text, letters, first: 0 }.view(band, column, role, buf);
        let aligned = column.saturating_sub(GAP).saturating_add(NOTE_COLUMN);
        let fits = aligned.saturating_add(note) <= band.area.width && band.area.width >= MIN_ALIGNED_COLUMNS;
        let at = if fits { aligned.max(end + GAP) } else { end + GAP };
        let room = band.area.width.saturating_sub(at);
        let role = if self.off.is_some() { Role::Dim } else { self.note_role };
        if note <= room && self.off.is_none() {
            let first = self.text.graphemes(true).count() + usize::from(GAP);
            Matched { text: &shown, letters, first }.view(band, at, role, buf);
        } else {
            let shorten = if shown.contains(' ') { cut } else { cut_middle };
            band.put(at, &shorten(&shown, room, glyphs.cut), role, buf);
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

//! A list of things to do or to open, one a row: its keys, what it is, a note, and its kind at the right.

mod row;

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub use self::row::MenuRow;
use super::line::{cut, put, width};
use super::{Band, Role, Scroll, Theme, popup};
use crate::message::{Action, Click, MouseButton};

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
                put(buf, line, 1, 0, &row.text, theme.style(Role::Heading));
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

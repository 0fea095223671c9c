//! A selection in a list, and the window of rows around it.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Theme, scroll_bar};
use crate::message::{Action, Click, MouseButton};

/// The columns of a step to the side.
pub const SIDEWAYS_STEP_COLUMNS: usize = 16;

/// Which row is selected, and which row is at the top of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Scroll {
    /// The selected row.
    pub selected: usize,
    top: usize,
}

impl Scroll {
    /// Moves by a verb in a list of `len` rows of which `height` can be seen. `None` if the verb moves nothing.
    pub fn act(&mut self, action: Action, len: usize, height: u16) -> Option<()> {
        let page = usize::from(height).max(1);
        let last = len.saturating_sub(1);
        self.selected = match action {
            Action::Up => self.selected.saturating_sub(1),
            Action::Down => self.selected.saturating_add(1),
            Action::PageUp => self.selected.saturating_sub(page),
            Action::PageDown => self.selected.saturating_add(page),
            Action::HalfUp => self.selected.saturating_sub(page / 2),
            Action::HalfDown => self.selected.saturating_add(page / 2),
            Action::First => 0,
            Action::Last => last,
            _ => return None,
        }
        .min(last);
        self.settle(len, height);
        Some(())
    }

    /// Adjusts to a row inserted at this place. The selected row stays selected. A window at the top shows the new row
    /// if the selection stays in view; any other window keeps the selected row on its line.
    pub fn push_down(&mut self, at: usize) {
        if at > self.selected {
            return;
        }
        self.selected = self.selected.saturating_add(1);
        if self.top > 0 {
            self.top = self.top.saturating_add(1);
        }
    }

    /// Selects a row and brings it into view.
    pub fn select(&mut self, row: usize, len: usize, height: u16) {
        self.selected = row.min(len.saturating_sub(1));
        self.settle(len, height);
    }

    /// Scrolls to where the bar was pressed or dragged, and selects the row at the mouse. `false` if the bar was not
    /// hit.
    pub fn drag(&mut self, click: Click, area: Rect, len: usize) -> bool {
        let Some(line) = scroll_bar::line_at(click, area, len).map(usize::from) else { return false };
        let height = usize::from(area.height);
        self.top = scroll_bar::share(len.saturating_sub(height), line, height.saturating_sub(1));
        self.selected = self.top.saturating_add(line);
        self.settle(len, area.height);
        true
    }

    /// Scrolls by the wheel or the bar, or selects the pressed row among those drawn in this area. Returns whether it
    /// was selected before; `None` if no row was pressed.
    pub fn click(&mut self, click: Click, area: Rect, len: usize) -> Option<bool> {
        if let Some(action) = click.button.turn() {
            (0..MouseButton::TURN).for_each(|_| _ = self.act(action, len, area.height));
            return None;
        }
        if self.drag(click, area, len) || click.button != MouseButton::Press {
            return None;
        }
        let line =
            click.row.checked_sub(area.y).filter(|_| area.contains((click.column, click.row).into()))?;
        let pressed = self.window(len, area.height).nth(usize::from(line))?;
        let before = std::mem::replace(&mut self.selected, pressed);
        self.settle(len, area.height);
        Some(before == pressed)
    }

    /// Draws the bar of an area with so many rows, if they are not all in view.
    pub fn view_bar(&self, theme: &Theme, area: Rect, len: usize, buf: &mut Buffer) {
        scroll_bar::view(theme, area, &self.window(len, area.height), len, buf);
    }

    /// Keeps the selected row in view after the list or the screen has changed.
    pub fn settle(&mut self, len: usize, height: u16) {
        self.selected = self.selected.min(len.saturating_sub(1));
        self.top = self.window(len, height).start;
    }

    /// The visible rows, which always include the selected one.
    pub fn window(&self, len: usize, height: u16) -> Range<usize> {
        let height = usize::from(height).max(1);
        let lowest = self.selected.saturating_sub(height - 1);
        let top = self.top.clamp(lowest, self.selected.max(lowest)).min(len.saturating_sub(height));
        top..len.min(top + height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_follows_the_selection_and_no_more() {
        let mut scroll = Scroll::default();
        for _ in 0..12 {
            scroll.act(Action::Down, 100, 10);
        }
        assert_eq!(scroll.window(100, 10), 3..13);
        scroll.act(Action::Up, 100, 10);
        assert_eq!(scroll.window(100, 10), 3..13);
        scroll.act(Action::Last, 100, 10);
        assert_eq!(scroll.window(100, 10), 90..100);
        assert_eq!(scroll.window(100, 20), 80..100);
    }

    #[test]
    fn a_click_selects_a_row_and_opens_the_selected_one() {
        let rows = Rect::new(0, 3, 80, 3);
        let mut scroll = Scroll::default();
        let mut at = |row, button| scroll.click(Click { column: 5, row, button }, rows, 100);
        assert_eq!(at(2, MouseButton::Press), None, "the titles");
        assert_eq!(at(3, MouseButton::Press), Some(true));
        assert_eq!(at(5, MouseButton::Press), Some(false));
        assert_eq!(at(5, MouseButton::Press), Some(true));
        assert_eq!(at(6, MouseButton::Press), None, "below the rows");
        assert_eq!(at(0, MouseButton::WheelDown), None);
        assert_eq!(scroll.selected, 5);
    }

    #[test]
    fn where_no_row_is_nothing_is_hit() {
        let press = Click { column: 0, row: 1, button: MouseButton::Press };
        for height in 0..3 {
            assert_eq!(Scroll::default().click(press, Rect::new(0, 1, 80, height), 0), None);
        }
    }

    #[test]
    fn an_empty_list_and_a_screen_without_rows_do_no_harm() {
        let mut scroll = Scroll::default();
        scroll.act(Action::Last, 0, 0);
        assert_eq!(scroll.window(0, 0), 0..0);
        assert_eq!(scroll.act(Action::Open, 5, 5), None);
    }
}

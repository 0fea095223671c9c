//! What a click on the rows of a table is for.

use ratatui::layout::Rect;

use crate::message::{Action, Click, MouseButton};
use crate::widgets::Scroll;
use crate::widgets::table::{Line, Lines};

/// How many rows the wheel turns at once.
const TURN: usize = 3;

/// What was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// The wheel was turned: these moves, one after another.
    Turn([Action; TURN]),
    /// A row, which is selected now.
    Selected,
    /// The row that was selected before: it is to be opened.
    Again,
    /// No row.
    Nothing,
}

/// What a click hits in a table of `len` rows whose first line holds the titles. A row that was not selected is
/// selected by it.
pub fn rows(click: Click, table: Rect, scroll: &mut Scroll, len: usize) -> Hit {
    let in_view = Lines::rows(scroll, len, table);
    lines(click, table, scroll, len, &in_view)
}

/// The same in a table with these lines.
pub fn lines(click: Click, table: Rect, scroll: &mut Scroll, len: usize, in_view: &Lines) -> Hit {
    match click.button {
        MouseButton::WheelUp => return Hit::Turn([Action::Up; TURN]),
        MouseButton::WheelDown => return Hit::Turn([Action::Down; TURN]),
        MouseButton::Press => {}
    }
    let height = table.height.saturating_sub(1);
    let line = click.row.checked_sub(table.y.saturating_add(1)).filter(|line| *line < height);
    match line.and_then(|line| in_view.lines.get(usize::from(line))) {
        Some(Line::Row(row)) if *row == scroll.selected => Hit::Again,
        Some(Line::Row(row)) => {
            scroll.select(*row, len, height);
            Hit::Selected
        }
        Some(Line::Break(_)) | None => Hit::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_selects_a_row_and_opens_the_selected_one() {
        let table = Rect::new(0, 2, 80, 4);
        let mut scroll = Scroll::default();
        let mut at = |row, button| rows(Click { column: 5, row, button }, table, &mut scroll, 100);
        assert_eq!(at(2, MouseButton::Press), Hit::Nothing, "the titles");
        assert_eq!(at(3, MouseButton::Press), Hit::Again);
        assert_eq!(at(5, MouseButton::Press), Hit::Selected);
        assert_eq!(at(5, MouseButton::Press), Hit::Again);
        assert_eq!(at(6, MouseButton::Press), Hit::Nothing, "below the table");
        assert_eq!(at(0, MouseButton::WheelDown), Hit::Turn([Action::Down; TURN]));
        assert_eq!(scroll.selected, 2);
    }

    #[test]
    fn where_no_row_is_nothing_is_hit() {
        let press = Click { column: 0, row: 1, button: MouseButton::Press };
        for height in 0..3 {
            let mut scroll = Scroll::default();
            assert_eq!(rows(press, Rect::new(0, 0, 80, height), &mut scroll, 0), Hit::Nothing);
        }
    }
}

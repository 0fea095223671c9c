//! The bar at the edge of what is longer than its area: which part of it is in view, and where the mouse goes to.
//!
//! It is pressed where it is drawn: both ask `bar`.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::line::clear;
use super::{Role, Split, Theme};
use crate::message::{Click, MouseButton};

/// The rows of an area below which there is no room for a bar.
const MIN_ROWS: u16 = 2;

/// The bar of so many lines: the last column of their area. `None` if all of them are in view.
fn bar(area: Rect, len: usize) -> Option<Rect> {
    let is_longer = len > usize::from(area.height) && area.height >= MIN_ROWS && area.width > 0;
    is_longer.then(|| area.right_of(area.width - 1))
}

/// The area without its bar.
pub fn beside(area: Rect, len: usize) -> Rect {
    area.left_of(bar(area, len).map_or(0, |bar| bar.width))
}

/// The line of the area that the mouse goes to if the bar was pressed, or is dragged. `None` if it was not.
pub fn line_at(click: Click, area: Rect, len: usize) -> Option<u16> {
    let row = match click.button {
        MouseButton::Press => click.row,
        MouseButton::Drag(row) => row,
        MouseButton::WheelUp | MouseButton::WheelDown => return None,
    };
    let bar = bar(area, len).filter(|bar| bar.contains((click.column, click.row).into()))?;
    Some(row.clamp(bar.y, bar.bottom() - 1) - bar.y)
}

/// Draws the bar over the last column of the area, of which nothing else is left.
pub fn view(theme: &Theme, area: Rect, window: &Range<usize>, len: usize, buf: &mut Buffer) {
    if let Some(bar) = bar(area, len) {
        clear(buf, bar, theme.base());
        view_over(theme, area, window, len, buf);
    }
}

/// Draws the bar over the border in the last column of the area, without clearing the border elsewhere.
pub fn view_over(theme: &Theme, area: Rect, window: &Range<usize>, len: usize, buf: &mut Buffer) {
    let Some(bar) = bar(area, len) else { return };
    let thumb = thumb(bar.height, window.start, len);
    for row in bar.rows().skip(thumb.start).take(thumb.len()) {
        if let Some(cell) = buf.cell_mut((row.x, row.y)) {
            cell.set_symbol(theme.glyphs.thumb).set_style(theme.style(Role::Dim));
        }
    }
}

/// The rows of the thumb, given the first line in view.
fn thumb(height: u16, first: usize, len: usize) -> Range<usize> {
    let height = usize::from(height);
    let size = share(height, height, len).clamp(1, height);
    let start = share(height - size, first, len.saturating_sub(height)).min(height - size);
    start..start + size
}

/// So much of `rows` as `part` is of the whole, rounded.
pub(super) fn share(rows: usize, part: usize, whole: usize) -> usize {
    let twice = rows.saturating_mul(part).saturating_mul(2).saturating_add(whole);
    twice.checked_div(whole.saturating_mul(2)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::Scroll;

    #[test]
    fn the_thumb_is_at_an_end_where_the_list_is_and_never_leaves_the_bar() {
        for height in MIN_ROWS..40 {
            for len in [usize::from(height) + 1, 60, 1_000, 10_000_000].map(|len| len.max(height.into())) {
                let last = len - usize::from(height);
                let at = |first| thumb(height, first, len);
                assert_eq!(at(0).start, 0);
                assert_eq!(at(last).end, usize::from(height), "{len} in {height}");
                assert!((0..=last).step_by(last / 7 + 1).all(|first| at(first).len() == at(0).len()));
                assert!(!at(0).is_empty());
            }
        }
        assert_eq!(thumb(10, 45, 100), 5..6);
    }

    #[test]
    fn what_is_pressed_is_under_the_thumb_then_and_the_ends_are_the_first_and_the_last_row() {
        let area = Rect::new(3, 2, 20, 10);
        let press = |row| Click { column: 22, row, button: MouseButton::Press };
        for len in [11, 25, 100, 5_000] {
            for row in 2..12 {
                let mut scroll = Scroll::default();
                assert!(scroll.drag(press(row), area, len));
                let first = scroll.window(len, area.height).start;
                let line = usize::from(row - 2);
                assert_eq!(scroll.selected, first + line);
                assert!(thumb(area.height, first, len).contains(&line), "{len}: {row}");
            }
            let mut scroll = Scroll::default();
            assert!(scroll.drag(press(11), area, len));
            assert_eq!(scroll.selected, len - 1);
            assert!(scroll.drag(Click { button: MouseButton::Drag(0), ..press(11) }, area, len), "beyond it");
            assert_eq!(scroll, Scroll::default());
        }
    }

    #[test]
    fn there_is_no_bar_where_all_is_in_view_and_nothing_else_is_pressed() {
        let area = Rect::new(0, 0, 20, 10);
        let at = |column, row, button| line_at(Click { column, row, button }, area, 11);
        assert_eq!(at(19, 9, MouseButton::Press), Some(9));
        assert_eq!(at(18, 9, MouseButton::Press), None);
        assert_eq!(at(19, 10, MouseButton::Press), None);
        assert_eq!(at(18, 9, MouseButton::Drag(3)), None, "it is where it was pressed");
        assert_eq!(at(19, 9, MouseButton::WheelUp), None);
        assert_eq!((beside(area, 11).width, beside(area, 10).width), (19, 20));
        for area in [Rect::default(), Rect::new(0, 0, 0, 9), Rect::new(0, 0, 9, 1)] {
            assert_eq!(beside(area, 100), area);
            let theme = Theme::new(&crate::message::Settings::default());
            view(&theme, area, &(0..1), 100, &mut Buffer::empty(area));
        }
    }
}

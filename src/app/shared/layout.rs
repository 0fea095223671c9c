//! The areas of the screen, for drawing and for the mouse.

use crate::widgets::Split;
use crate::widgets::split::REST;
use ratatui::layout::{Position, Rect};

/// The bands of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct Areas {
    /// Title on the left, network and status on the right.
    pub(in crate::app) header: Rect,
    /// A rule, or a banner.
    pub(in crate::app) banner: Rect,
    pub(in crate::app) body: Rect,
    /// A rule, or a message that disappears after a while.
    pub(in crate::app) toast: Rect,
    /// The actions that are available here.
    pub(in crate::app) footer: Rect,
}

/// The smallest screen. A smaller one says only that it is too small.
pub(in crate::app) const SMALLEST: (u16, u16) = (60, 15);

/// The fewest columns of a screen on which two panes, and three, are side by side.
pub(in crate::app) const MIN_TWO_COLUMNS: u16 = 120;
pub(in crate::app) const MIN_THREE_COLUMNS: u16 = 180;

/// The bands of a screen of this many columns and rows.
pub(in crate::app) fn areas((columns, rows): (u16, u16)) -> Areas {
    let bands = [1, 1, rows.saturating_sub(4), 1, 1];
    let [header, banner, body, toast, footer] = Rect::new(0, 0, columns, rows).stack(bands);
    Areas { header, banner, body, toast, footer }
}

/// The panes to show next to the focused one, where there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(in crate::app) struct Beside {
    /// On the left the pane that it was opened from.
    pub(in crate::app) behind: bool,
    /// On the right the detail of its selected row.
    pub(in crate::app) preview: bool,
}

/// The body of a screen, divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct Parts {
    pub(in crate::app) behind: Part,
    /// The pane that has the keys.
    pub(in crate::app) pane: Rect,
    pub(in crate::app) preview: Part,
}

/// The areas of a pane next to the focused one; all are empty without such a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct Part {
    /// Between it and the pane that has the keys.
    pub(in crate::app) line: Rect,
    /// All of it but the line.
    pub(in crate::app) all: Rect,
    pub(in crate::app) heading: Rect,
    /// A rule with its status, or a banner.
    pub(in crate::app) banner: Rect,
    pub(in crate::app) body: Rect,
}

impl Parts {
    /// The parts of a body.
    pub(in crate::app) fn new(body: Rect, beside: Beside) -> Self {
        let has_behind = beside.behind && body.width >= MIN_THREE_COLUMNS;
        let has_preview = beside.preview && body.width >= MIN_TWO_COLUMNS;
        let side = if has_behind { body.width / 3 - 1 } else { body.width.saturating_sub(1) / 2 };
        let columns = |is_there: bool| if is_there { [side, 1] } else { [0, 0] };
        let ([behind, left], [preview, right]) = (columns(has_behind), columns(has_preview));
        let pane = body.width - behind - left - right - preview;
        let [behind, left, pane, right, preview] = body.beside([behind, left, pane, right, REST]);
        Self { behind: Part::new(left, behind), pane, preview: Part::new(right, preview) }
    }
}

impl Part {
    fn new(line: Rect, all: Rect) -> Self {
        let [heading, banner, body] = all.stack([1, 1, REST]);
        Self { line, all, heading, banner, body }
    }

    /// Whether this is in the part or on its line.
    pub(in crate::app) fn contains(&self, at: Position) -> bool {
        self.all.contains(at) || self.line.contains(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_fill_a_body_and_leave_the_pane_with_the_keys_as_much_as_the_smallest_screen() {
        for columns in 0..400 {
            let body = Rect::new(0, 2, columns, 36);
            assert_eq!(Parts::new(body, Beside::default()).pane, body);
            for (behind, preview) in [(false, true), (true, false), (true, true)] {
                let Parts { behind: left, pane, preview: right } =
                    Parts::new(body, Beside { behind, preview });
                let areas = [left.all, left.line, pane, right.line, right.all];
                assert!(areas.windows(2).all(|pair| pair[0].right() == pair[1].x), "{areas:?}");
                assert_eq!((left.all.x, right.all.right(), pane.height), (0, columns, 36));
                assert_eq!(left.all.is_empty(), !behind || columns < MIN_THREE_COLUMNS);
                assert_eq!(right.all.is_empty(), !preview || columns < MIN_TWO_COLUMNS);
                assert!(pane.width >= columns.min(SMALLEST.0));
                for side in [left.body, right.body] {
                    assert!(
                        side.is_empty() || side.width + 1 >= SMALLEST.0 && side.bottom() == body.bottom()
                    );
                }
            }
        }
    }
}

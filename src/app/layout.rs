//! The areas of the screen, for drawing and for the mouse.

use crate::widgets::Split;
use crate::widgets::split::REST;
use ratatui::layout::Rect;

/// The bands of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Areas {
    /// Title on the left, network and status on the right.
    pub(super) header: Rect,
    /// A rule, or a banner.
    pub(super) banner: Rect,
    /// The pane.
    pub(super) body: Rect,
    /// A rule, or a message that leaves by itself.
    pub(super) toast: Rect,
    /// The actions that are available here.
    pub(super) footer: Rect,
}

/// The smallest screen that is drawn; below it there is only a word about that.
pub(super) const SMALLEST: (u16, u16) = (60, 15);

/// The fewest columns of a screen on which two panes are beside each other.
pub(super) const MIN_SPLIT_COLUMNS: u16 = 120;

/// The bands of a screen of this many columns and rows.
pub(super) fn areas((columns, rows): (u16, u16)) -> Areas {
    let bands = [1, 1, rows.saturating_sub(4), 1, 1];
    let [header, banner, body, toast, footer] = Rect::new(0, 0, columns, rows).stack(bands);
    Areas { header, banner, body, toast, footer }
}

/// The body of a screen, divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The pane that has the keys.
    pub(super) pane: Rect,
    /// Between it and the preview; both are empty where there is no preview.
    pub(super) line: Rect,
    pub(super) preview: Preview,
}

/// The parts of a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preview {
    /// All of it.
    pub(super) all: Rect,
    /// Its title.
    pub(super) heading: Rect,
    /// A rule with its status, or a banner.
    pub(super) banner: Rect,
    pub(super) body: Rect,
}

impl Parts {
    /// The parts of a body, with a preview if there is one and room for it.
    pub(super) fn new(body: Rect, has_preview: bool) -> Self {
        let is_split = has_preview && body.width >= MIN_SPLIT_COLUMNS;
        let pane = if is_split { body.width / 2 } else { body.width };
        let [pane, line, all] = body.beside([pane, 1, REST]);
        let [heading, banner, body] = all.stack([1, 1, REST]);
        Self { pane, line, preview: Preview { all, heading, banner, body } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_fill_a_body_and_none_is_narrower_than_the_smallest_screen() {
        for columns in 0..300 {
            let body = Rect::new(0, 2, columns, 36);
            let parts = Parts::new(body, true);
            assert_eq!(Parts::new(body, false).pane, body);
            assert_eq!(parts.pane.union(parts.line).union(parts.preview.all), body);
            if columns < MIN_SPLIT_COLUMNS {
                assert_eq!(parts.pane, body);
            } else {
                assert!(parts.pane.width >= SMALLEST.0 && parts.preview.body.width + 1 >= SMALLEST.0);
                assert_eq!(parts.preview.body.bottom(), body.bottom());
            }
        }
    }
}

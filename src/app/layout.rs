//! The areas of the screen, for drawing and for the mouse.

use crate::widgets::Split;
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

/// The bands of a screen of this many columns and rows.
pub(super) fn areas((columns, rows): (u16, u16)) -> Areas {
    let bands = [1, 1, rows.saturating_sub(4), 1, 1];
    let [header, banner, body, toast, footer] = Rect::new(0, 0, columns, rows).stack(bands);
    Areas { header, banner, body, toast, footer }
}

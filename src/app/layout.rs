//! The areas of the screen, for drawing and for the mouse.

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
    /// What can be done here.
    pub(super) footer: Rect,
}

/// The smallest screen that is drawn; below it there is only a word about that.
pub(super) const SMALLEST: (u16, u16) = (60, 15);

/// The bands of a screen of so many columns and rows.
pub(super) fn areas((columns, rows): (u16, u16)) -> Areas {
    let band = |y: u16, height: u16| {
        let y = y.min(rows);
        Rect { x: 0, y, width: columns, height: height.min(rows - y) }
    };
    Areas {
        header: band(0, 1),
        banner: band(1, 1),
        body: band(2, rows.saturating_sub(4)),
        toast: band(rows.saturating_sub(2), 1),
        footer: band(rows.saturating_sub(1), 1),
    }
}

//! The parts that can have the focus, and the tabs beside or below the tree.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::widgets::line::{put, width};
use crate::widgets::{Role, Theme};

/// Which part takes the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    /// The tree.
    Tree,
    /// What the chosen tab shows.
    Sheet,
}

/// What is shown beside or below the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tab {
    /// The fields of the selected member.
    #[default]
    Facts,
    /// What moved, and who gained and lost by it.
    Money,
}

/// The tabs with their names.
const TABS: [(Tab, &str); 2] = [(Tab::Facts, "Facts"), (Tab::Money, "Money trail")];
/// Columns between two names.
const GAP_COLUMNS: u16 = 3;

/// The position of each name in the bar.
fn spans() -> impl Iterator<Item = (Tab, &'static str, Range<u16>)> {
    let mut column = 1;
    TABS.into_iter().map(move |(tab, name)| {
        let start = column;
        column += width(name) + GAP_COLUMNS;
        (tab, name, start..start + width(name))
    })
}

/// The tab at a column of the bar.
pub(super) fn tab_at(column: u16) -> Option<Tab> {
    spans().find(|(_, _, span)| span.contains(&column)).map(|(tab, _, _)| tab)
}

/// Draws the names of the tabs.
pub(super) fn view_bar(chosen: Tab, theme: &Theme, area: Rect, buf: &mut Buffer) {
    for (tab, name, span) in spans() {
        let role = if tab == chosen { Role::Heading } else { Role::Dim };
        put(buf, area, span.start, 0, name, theme.style(role));
        if tab == chosen {
            let marker = theme.style(Role::Marker);
            put(buf, area, span.start.saturating_sub(1), 0, theme.glyphs.marker, marker);
        }
    }
}

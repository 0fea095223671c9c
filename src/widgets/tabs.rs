//! A bar of tabs, whose names and gaps shrink to fit the width.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::line::{put, width};
use super::{Role, Theme};
use crate::message::Click;

/// A tab in a bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tab<T> {
    /// Which one it is.
    pub id: T,
    pub name: String,
    /// Its name where there is less room.
    pub short: String,
    /// The name's role while another tab is chosen.
    pub role: Role,
}

/// From the most room to the least: whether names are short, and the columns between two of them.
const WAYS: [(bool, u16); 5] = [(false, 3), (false, 2), (true, 3), (true, 2), (true, 1)];

/// The tabs with their names and their columns, of so many. One column before each is the marker's.
fn spans<T>(tabs: &[Tab<T>], columns: u16) -> Vec<(&Tab<T>, &str, Range<u16>)> {
    let mut spans = Vec::new();
    for (short, gap) in WAYS {
        spans.clear();
        let mut start = 1;
        for tab in tabs {
            let name = if short { &*tab.short } else { &*tab.name };
            let end = start + width(name);
            spans.push((tab, name, start..end));
            start = end + gap;
        }
        if spans.last().is_none_or(|(_, _, span)| span.end <= columns) {
            break;
        }
    }
    spans
}

/// The tab that was clicked in this bar.
pub fn tab_at<T: Copy>(tabs: &[Tab<T>], click: Click, bar: Rect) -> Option<T> {
    let column = click.column.checked_sub(bar.x)?;
    spans(tabs, bar.width).into_iter().find(|(_, _, span)| span.contains(&column)).map(|(tab, ..)| tab.id)
}

/// Draws the bar.
pub fn view<T: PartialEq>(tabs: &[Tab<T>], chosen: &T, theme: &Theme, area: Rect, buf: &mut Buffer) {
    for (tab, name, span) in spans(tabs, area.width) {
        let role = if tab.id == *chosen { Role::Heading } else { tab.role };
        if tab.id == *chosen {
            put(buf, area, (span.start - 1, 0), theme.glyphs.marker, theme.style(Role::Marker));
        }
        put(buf, area, (span.start, 0), name, theme.style(role));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_way_to_the_width() {
        let tab = |id, name: &str, short: &str| Tab {
            id,
            name: name.to_owned(),
            short: short.to_owned(),
            role: Role::Plain,
        };
        let tabs = [tab('a', "Overview", "All"), tab('b', "Runtime code", "Runtime")];
        let shown = |columns| {
            let spans = spans(&tabs, columns);
            spans.into_iter().map(|(_, name, span)| (name.to_owned(), span.start)).collect::<Vec<_>>()
        };
        let expected = |one: &str, other: &str, start| vec![(one.to_owned(), 1), (other.to_owned(), start)];
        assert_eq!(shown(24), expected("Overview", "Runtime code", 12));
        assert_eq!(shown(23), expected("Overview", "Runtime code", 11));
        assert_eq!(shown(14), expected("All", "Runtime", 7));
        assert_eq!(shown(12), expected("All", "Runtime", 5));
        assert_eq!(shown(3), expected("All", "Runtime", 5));
        let at = |column| {
            let click = Click { column, row: 0, button: crate::message::MouseButton::Press };
            tab_at(&tabs, click, Rect::new(2, 0, 12, 1))
        };
        assert_eq!([1, 3, 5, 6, 7].map(at), [None, Some('a'), Some('a'), None, Some('b')]);
    }
}

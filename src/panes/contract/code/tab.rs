//! The parts of the workbench, and the bar that shows them.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::decode::code::CodeReading;
use crate::ledger::amount::grouped;
use crate::widgets::line::{put, width};
use crate::widgets::{Role, Theme};

/// A part of the workbench.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Tab {
    /// What the code is, at a glance.
    #[default]
    Overview,
    /// The dispatch table.
    Functions,
    /// What lies at the address.
    Runtime,
    /// What put it there.
    Creation,
}

impl Tab {
    /// All of them, from left to right.
    pub(super) const ALL: [Self; 4] = [Self::Overview, Self::Functions, Self::Runtime, Self::Creation];

    /// The tab so many steps to the right, around the end.
    pub(super) fn step(self, steps: usize) -> Self {
        let place = Self::ALL.iter().position(|tab| *tab == self).unwrap_or_default();
        Self::ALL.iter().copied().cycle().nth(place + steps).unwrap_or_default()
    }

    fn label(self, reading: &CodeReading, short: bool) -> String {
        let bytes = |code: &crate::decode::code::Code| grouped(&code.bytes().len());
        match self {
            Self::Overview => "Overview".to_owned(),
            Self::Functions => format!("Functions {}", reading.dispatch.functions.len()),
            Self::Runtime if short => format!("Runtime {}", bytes(&reading.runtime)),
            Self::Runtime => format!("Runtime code {}", bytes(&reading.runtime)),
            Self::Creation if short => format!("Creation {}", bytes(&reading.creation)),
            Self::Creation => format!("Creation code {}", bytes(&reading.creation)),
        }
    }

    fn is_empty(self, reading: &CodeReading) -> bool {
        match self {
            Self::Overview => false,
            Self::Functions => reading.dispatch.functions.is_empty(),
            Self::Runtime => reading.runtime.bytes().is_empty(),
            Self::Creation => reading.creation.bytes().is_empty(),
        }
    }
}

/// Where each tab stands in a bar of so many columns, with one column before it for the marker.
fn spans(reading: &CodeReading, columns: u16) -> Vec<(Tab, String, Range<u16>)> {
    let bar = |short: bool, gap: u16| {
        let mut column = 1;
        let spans = Tab::ALL.map(|tab| {
            let label = tab.label(reading, short);
            let start = column;
            column = start + width(&label) + gap;
            (tab, label, start..column - gap)
        });
        (column - gap <= columns).then(|| spans.to_vec())
    };
    let shortest = || bar(true, 1).unwrap_or_default();
    bar(false, 3).or_else(|| bar(true, 3)).or_else(|| bar(true, 2)).unwrap_or_else(shortest)
}

/// The tab at a column of the bar.
pub(super) fn tab_at(reading: &CodeReading, columns: u16, column: u16) -> Option<Tab> {
    let spans = spans(reading, columns);
    spans.into_iter().find(|(_, _, span)| span.contains(&column)).map(|(tab, _, _)| tab)
}

/// Draws the bar.
pub(super) fn view(chosen: Tab, reading: &CodeReading, theme: &Theme, area: Rect, buf: &mut Buffer) {
    for (tab, label, span) in spans(reading, area.width) {
        let role = match tab {
            tab if tab == chosen => Role::Heading,
            tab if tab.is_empty(reading) => Role::Dim,
            _ => Role::Plain,
        };
        if tab == chosen {
            let marker = theme.style(Role::Marker);
            put(buf, area, span.start.saturating_sub(1), 0, theme.glyphs.marker, marker);
        }
        put(buf, area, span.start, 0, &label, theme.style(role));
    }
}

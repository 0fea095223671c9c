//! The tabs of a result, and their bar.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ledger::ContractResult;
use crate::widgets::line::{put, width};
use crate::widgets::{Role, Split, Theme};

/// A part of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Tab {
    /// What happened, in one sentence and the main facts.
    #[default]
    Summary,
    /// Call data and what came back.
    Input,
    /// The events.
    Logs,
    /// The storage slots.
    State,
    /// Gas, prices and costs.
    Gas,
    /// The wrapped Ethereum transaction.
    Envelope,
    /// The calls within the execution.
    Trace,
    /// The record as received.
    Raw,
}

impl Tab {
    /// All of them, from left to right.
    pub(super) const ALL: [Self; 8] = [
        Self::Summary,
        Self::Input,
        Self::Logs,
        Self::State,
        Self::Gas,
        Self::Envelope,
        Self::Trace,
        Self::Raw,
    ];

    /// Its place from the left.
    pub(super) fn place(self) -> usize {
        Self::ALL.iter().position(|tab| *tab == self).unwrap_or_default()
    }

    /// The tab so many steps to the right, around the end.
    pub(super) fn step(self, steps: usize) -> Self {
        Self::ALL.iter().copied().cycle().nth(self.place() + steps).unwrap_or_default()
    }

    fn name(self, short: bool) -> &'static str {
        match self {
            Self::Summary => "Summary",
            Self::Input if short => "In/out",
            Self::Input => "Input/output",
            Self::Logs => "Logs",
            Self::State if short => "State",
            Self::State => "State changes",
            Self::Gas if short => "Gas",
            Self::Gas => "Gas and fees",
            Self::Envelope => "Envelope",
            Self::Trace => "Trace",
            Self::Raw => "Raw",
        }
    }

    /// How many things the tab lists; `None` if it is no list or the server did not send it.
    fn count(self, (result, calls): Counted<'_>) -> Option<usize> {
        match self {
            Self::Trace => calls,
            Self::Logs => result.logs.known().map(Vec::len),
            Self::State => result.state_changes.known().map(Vec::len),
            _ => None,
        }
    }

    /// Whether the tab has nothing to say about this result.
    fn is_empty(self, (result, calls): Counted<'_>) -> bool {
        match self {
            Self::Trace => calls == Some(0),
            Self::Logs | Self::State => self.count((result, calls)).unwrap_or_default() == 0,
            Self::Envelope => !result.is_wrapped(),
            _ => false,
        }
    }

    fn label(self, result: Counted<'_>, short: bool) -> String {
        let name = self.name(short);
        self.count(result).map_or_else(|| name.to_owned(), |count| format!("{name} {count}"))
    }
}

/// A result, and how many calls it made as far as that was asked.
pub(super) type Counted<'a> = (&'a ContractResult, Option<usize>);

/// The position of each tab in a bar of so many columns, with one column before it for the marker.
fn spans(result: Counted<'_>, columns: u16) -> Vec<(Tab, String, Range<u16>)> {
    let bar = |short: bool, gap: u16| {
        let mut column = 1;
        let spans = Tab::ALL.map(|tab| {
            let label = tab.label(result, short);
            let start = column;
            column = start + width(&label) + gap;
            (tab, label, start..column - gap)
        });
        (column - gap <= columns).then(|| spans.to_vec())
    };
    let shortest = || bar(true, 1).unwrap_or_default();
    bar(false, 3).or_else(|| bar(false, 2)).or_else(|| bar(true, 3)).unwrap_or_else(shortest)
}

/// The tab at a column of the bar.
pub(super) fn tab_at(result: Counted<'_>, columns: u16, column: u16) -> Option<Tab> {
    let spans = spans(result, columns);
    spans.into_iter().find(|(_, _, span)| span.contains(&column)).map(|(tab, _, _)| tab)
}

/// Draws the bar.
pub(super) fn view(chosen: Tab, result: Counted<'_>, theme: &Theme, area: Rect, buf: &mut Buffer) {
    for (tab, label, span) in spans(result, area.width) {
        let role = match tab {
            tab if tab == chosen => Role::Heading,
            tab if tab.is_empty(result) => Role::Dim,
            _ => Role::Plain,
        };
        if tab == chosen {
            let marker = theme.style(Role::Marker);
            put(buf, area, span.start.saturating_sub(1), 0, theme.glyphs.marker, marker);
        }
        put(buf, area, span.start, 0, &label, theme.style(role));
    }
}

/// Rows of the bar of tabs and the blank row below it.
const TABS_ROWS: u16 = 2;

/// What is left for the tab's content.
pub(super) fn below_bar(area: Rect) -> Rect {
    area.below(TABS_ROWS)
}

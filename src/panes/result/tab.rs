//! The tabs of a result, and their bar.

use ledger::ContractResult;
use ratatui::layout::Rect;

use super::ResultPane;
use crate::panes::Context;
use crate::widgets::{Role, Sheet, Split, tabs};

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

    /// The tab this many steps to the right, around the end.
    pub(super) fn step(self, steps: usize) -> Self {
        Self::ALL.iter().copied().cycle().nth(self.place() + steps).unwrap_or_default()
    }

    pub(super) fn name(self, short: bool) -> &'static str {
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

/// The tabs of this result.
pub(super) fn tabs(result: Counted<'_>) -> [tabs::Tab<Tab>; 8] {
    Tab::ALL.map(|tab| tabs::Tab {
        id: tab,
        name: tab.label(result, false),
        short: tab.label(result, true),
        role: if tab.is_empty(result) { Role::Dim } else { Role::Plain },
    })
}

/// Rows of the bar of tabs and the blank row below it.
const TABS_ROWS: u16 = 2;

/// What is left for the tab's content.
pub(super) fn below_bar(area: Rect) -> Rect {
    area.below(TABS_ROWS)
}

/// The tabs with more of what is beside these labels on the first one.
const DETAILS: [(&str, Tab); 7] = [
    ("returned", Tab::Input),
    ("event", Tab::Logs),
    ("effects", Tab::Logs),
    ("storage", Tab::State),
    ("slot", Tab::State),
    ("gas", Tab::Gas),
    ("fee", Tab::Gas),
];

impl ResultPane {
    /// Turns to another tab.
    pub(super) fn turn_to(&mut self, tab: Tab, ctx: &Context<'_>) {
        self.turn(tab);
        if self.stale.get(tab.place()) == Some(&true) {
            self.rebuild_sheet(tab, ctx);
        }
    }

    /// See [`Self::turn_to`].
    pub(super) fn turn(&mut self, tab: Tab) {
        self.tab = tab;
        if self.in_trace() {
            self.trace.begin(self.answers.execution());
        }
        if tab == Tab::Envelope {
            self.proof.begin(&mut self.answers);
        }
    }

    /// The tab with more of what is selected on the first one, unless that leads to a place.
    pub(super) fn details(&self) -> Option<Tab> {
        let sheet = self.sheets.get(self.tab.place()).filter(|_| self.tab == Tab::Summary)?;
        let (label, _) = sheet.selected().filter(|(_, value)| value.place.is_none())?;
        DETAILS.iter().find(|(known, _)| *known == label).map(|(_, tab)| *tab)
    }

    /// Turns to the tab with more of what is selected on the first one, and to the same thing there.
    pub(super) fn open_details(&mut self, ctx: &Context<'_>) {
        let Some(tab) = self.details() else { return };
        let at = self.sheets.get(self.tab.place()).map(Sheet::ordinal).unwrap_or_default();
        self.turn_to(tab, ctx);
        let body = below_bar(ctx.body);
        match (tab, self.sheets.get_mut(tab.place())) {
            (Tab::State, _) => self.state.select_changed(at, ctx, body),
            (Tab::Logs, Some(sheet)) => sheet.select_section(at, body.height),
            _ => {}
        }
    }
}

//! The tabs of a result: the tab bar, the sheet of each tab, and the last tab with the raw record.

use ledger::{ContractResult, RawJson};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::shown::Shown;
use super::{ResultPane, calls, envelope, gas, logs, summary};
use crate::message::{Action, Input};
use crate::panes::kit::Wants;
use crate::panes::kit::nouns::labels;
use crate::panes::kit::page::json_view::JsonView;
use crate::panes::{Context, Verbs};
use crate::widgets::line::{cut, put};
use crate::widgets::{Role, Sheet, Split, tabs};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Tab {
    /// What happened: a sentence and the main facts.
    #[default]
    Summary,
    /// Call data and returned data.
    Input,
    Logs,
    State,
    Gas,
    Envelope,
    Trace,
    Raw,
}

impl Tab {
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

    /// Its index, from the left.
    pub(super) fn place(self) -> usize {
        Self::ALL.iter().position(|tab| *tab == self).unwrap_or_default()
    }

    /// The tab `steps` to the right, wrapping around.
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

    /// The number of items on the tab; `None` if it is not a list or the server did not send it.
    fn count(self, (result, calls): Counted<'_>) -> Option<usize> {
        match self {
            Self::Trace => calls,
            Self::Logs => result.logs.known().map(Vec::len),
            Self::State => result.state_changes.known().map(Vec::len),
            _ => None,
        }
    }

    /// Whether the tab is empty for this result.
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

/// A result, and the number of its inner calls, which is `None` until requested.
pub(super) type Counted<'a> = (&'a ContractResult, Option<usize>);

pub(super) fn tabs(result: Counted<'_>) -> [tabs::Tab<Tab>; 8] {
    Tab::ALL.map(|tab| tabs::Tab {
        id: tab,
        name: tab.label(result, false),
        short: tab.label(result, true),
        role: if tab.is_empty(result) { Role::Dim } else { Role::Plain },
    })
}

/// The rows of the tab bar, and a blank row below it.
const TABS_ROWS: u16 = 2;

/// The area of the tab's content.
pub(super) fn below_bar(area: Rect) -> Rect {
    area.below(TABS_ROWS)
}

/// The labels on the first tab for which another tab has details.
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
    pub(super) fn turn_to(&mut self, tab: Tab, ctx: &Context<'_>) {
        self.turn(tab);
        if self.stale.get(tab.place()) == Some(&true) {
            self.rebuild_sheet(tab, ctx);
        }
    }

    /// Selects a tab, but does not rebuild a stale sheet.
    pub(super) fn turn(&mut self, tab: Tab) {
        self.tab = tab;
        if self.in_trace() {
            self.trace.begin(self.answers.execution());
        }
        if tab == Tab::Envelope {
            self.proof.begin(&mut self.answers);
        }
    }

    /// The tab with details of the item selected on the first tab, unless the item links to a place.
    pub(super) fn details(&self) -> Option<Tab> {
        let sheet = self.sheets.get(self.tab.place()).filter(|_| self.tab == Tab::Summary)?;
        let (label, _) = sheet.selected().filter(|(_, value)| value.place.is_none())?;
        DETAILS.iter().find(|(known, _)| *known == label).map(|(_, tab)| *tab)
    }

    /// Opens the tab with details of the selected item, at the same item.
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

    /// Rebuilds a tab's sheet. Hidden tabs wait until they are opened, because sheets can be long.
    pub(super) fn rebuild_sheet(&mut self, tab: Tab, ctx: &Context<'_>) {
        let new = self.show(ctx, |shown| labels::on_sheet(ctx, sheet(tab, shown)));
        if let (Some(new), Some(sheet)) = (new, self.sheets.get_mut(tab.place())) {
            *sheet = new.after(sheet, below_bar(ctx.body).height);
            self.stale.get_mut(tab.place()).into_iter().for_each(|stale| *stale = false);
        }
    }
}

/// The facts of a tab; empty for tabs that are not sheets.
fn sheet(tab: Tab, shown: &Shown<'_>) -> Sheet {
    match tab {
        Tab::Summary => summary::sheet(shown),
        Tab::Input => calls::sheet(shown),
        Tab::Logs => logs::sheet(shown),
        Tab::Gas => gas::sheet(shown),
        Tab::Envelope => envelope::sheet(shown),
        Tab::State | Tab::Trace | Tab::Raw => Sheet::default(),
    }
}

#[derive(Debug)]
pub(super) struct RawTab {
    json: JsonView,
    url: String,
}

impl Default for RawTab {
    fn default() -> Self {
        Self { json: JsonView::new("record as received"), url: String::new() }
    }
}

impl RawTab {
    /// Replaces the record and keeps the scroll position.
    pub(super) fn set(&mut self, raw: &RawJson, url: &str, ctx: &Context<'_>, area: Rect) {
        self.json.set(raw, ctx.pipe);
        self.json.rebuild_view(ctx, below_url(area));
        url.clone_into(&mut self.url);
    }

    /// Requests the lines once the tab is open.
    pub(super) fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.json.wants(ctx, wants);
    }

    pub(super) fn is_typing(&self) -> bool {
        self.json.is_typing()
    }

    pub(super) fn handle_input(&mut self, input: &Input, area: Rect) -> Option<()> {
        self.json.handle_input(input, below_url(area))
    }

    pub(super) fn verbs(&self, area: Rect, verbs: &mut Verbs<'_, Self>) {
        let area = below_url(area);
        verbs.part(|tab| Some(&mut tab.json), |verbs| self.json.verbs(area, verbs));
        if let Some(words) = self.json.closes().filter(|_| !self.is_typing()) {
            verbs.add(Action::Close, words).run(move |tab| _ = tab.json.close(area));
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = ctx.theme;
        let url = format!("GET {}", ledger::text::visible(&self.url));
        let url = cut(&url, area.width.saturating_sub(2), ctx.theme.glyphs.cut);
        put(buf, area, (1, 0), &url, theme.style(Role::Dim));
        let body = below_url(area);
        if self.json.is_empty() {
            put(buf, body, (1, 0), &self.json.status(ctx), theme.style(Role::Dim));
            return None;
        }
        self.json.view(ctx, body, buf)
    }
}

fn below_url(area: Rect) -> Rect {
    area.below(1)
}

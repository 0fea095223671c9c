//! From a line of the first tab to the tab with more of it.

use super::tab::{Tab, below_bar};
use super::{ResultPane, summary};
use crate::panes::Context;
use crate::widgets::Sheet;

impl ResultPane {
    /// The tab with more of what is selected on the first one, unless that leads to a place.
    pub(super) fn details(&self) -> Option<Tab> {
        let sheet = self.sheets.get(self.tab.place()).filter(|_| self.tab == Tab::Summary)?;
        sheet
            .selected()
            .filter(|(_, value)| value.place.is_none())
            .and_then(|(label, _)| summary::details(label))
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

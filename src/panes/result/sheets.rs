//! Builds the sheets of the tabs on demand.

use super::shown::Shown;
use super::tab::{Tab, below_bar};
use super::{ResultPane, calls, envelope, gas, logs, summary};
use crate::panes::Context;
use crate::panes::kit::nouns::labels;
use crate::widgets::Sheet;

impl ResultPane {
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

//! How far the list of events has come: the page indicator, and what stands where no event was found.

use super::LogsPane;
use crate::panes::Context;
use crate::widgets::Role;

impl LogsPane {
    /// Where in the list one is, and how far the walk over windows has come.
    pub(super) fn indicator(&self, ctx: &Context<'_>) -> String {
        match self.windows.words() {
            Some(words) if self.windows.is_stopped() => {
                let dot = ctx.look.glyphs.dot;
                format!("{} {dot} {words} {dot} stopped", self.list.indicator())
            }
            Some(words) => format!("{} {} {words}", self.list.indicator(), ctx.look.glyphs.dot),
            None => self.list.indicator(),
        }
    }

    /// Why there are no rows.
    pub(super) fn none(&self) -> Vec<(String, Role)> {
        let filtered = !self.query.pairs().is_empty();
        let head = match (self.windows.words(), filtered) {
            (Some(words), _) => format!("No event passes these filters so far: {words}."),
            (None, true) => "No event passes these filters.".to_owned(),
            (None, false) => "This contract has emitted no event, or there is no such contract.".to_owned(),
        };
        let mut lines = vec![(head, Role::Heading)];
        lines.extend(
            self.query.pairs().iter().map(|(name, value)| (format!("  {name} = {value}"), Role::Plain)),
        );
        if self.list.is_asking() {
            lines.push(("Looking further, a week at a time.".to_owned(), Role::Attention));
        } else if self.windows.is_stopped() {
            lines.push(("Stopped; looking further goes on from here.".to_owned(), Role::Attention));
        } else if self.list.feed().is_some_and(|feed| feed.more().is_some()) {
            lines.push(("Servers search a week at a time; looking further goes on.".to_owned(), Role::Plain));
        }
        lines.push(("Events of contracts that it calls stand in their own lists.".to_owned(), Role::Dim));
        lines
    }
}

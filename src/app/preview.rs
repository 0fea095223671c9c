//! Turns previews on and off, and has the one on screen follow the selection. On screens that have room for it:
//!
//! ```text
//!    list                            │ title of the detail
//!  ▌ selected row                    │──────────── its status
//!    row                             │ the detail
//! ```

use super::App;
use super::beside::Side;
use super::layout::{Beside, MIN_THREE_COLUMNS};
use super::overlay::Setting;
use crate::ledger::Timestamp;
use crate::message::Command;
use crate::panes::kit::list::step::Lead;

impl App {
    /// Turns previews on or off.
    pub(super) fn toggle_preview(&mut self, now: Timestamp) -> Vec<Command> {
        self.set(Setting::Preview(!self.shared.screen.previews), now)
    }

    /// Divides the screen if the pane on it is a list or was opened from one, and has the preview follow the row that
    /// is selected.
    pub(super) fn follow_selection(&mut self, now: Timestamp) -> Vec<Command> {
        self.shared.screen.passive_theme = self.shared.screen.theme.passive();
        let ctx = self.shared.context(now);
        let is_detail = self.history.steps().is_some();
        let is_wider = self.shared.screen.size.0 >= MIN_THREE_COLUMNS;
        let rows = self.history.top_mut().step_rows();
        let needs_room = rows.as_ref().is_some_and(|rows| rows.needs_room());
        let is_list = rows.is_some() && !needs_room;
        let is_wide = self.shared.screen.previews && self.shared.screen.has_room();
        let rows = rows.filter(|_| is_wide && !needs_room);
        let has_rows =
            rows.as_ref().is_some_and(|rows| rows.count() > 0 || rows.are_chosen() || rows.is_loading(&ctx));
        let place = rows.and_then(|rows| rows.place(rows.selected(), Lead::Row));
        self.shared.screen.may_divide = is_list || is_detail && is_wider;
        let has_behind = self.shared.screen.previews && is_wider && !needs_room && (has_rows || is_detail);
        let is_new = self.history.show_behind(has_behind);
        let beside = Beside { behind: self.history.behind().is_some(), preview: has_rows };
        if std::mem::replace(&mut self.shared.screen.beside, beside) != beside {
            self.rebuild_view(now);
        } else if is_new {
            self.rebuild_side(Side::Behind, now);
        }
        let ctx = self.shared.side_context(Side::Preview, self.shared.asked.pane, now);
        if self.history.follow_row(place, now) | self.history.open_preview(&ctx) {
            self.rebuild_side(Side::Preview, now);
        }
        self.settle_sides(now)
    }
}

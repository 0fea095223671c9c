//! The scheduled transactions: an endless list with every filter of the operation.
//!
//! ```text
//!   account.id 0.0.1002 ✕                                              chips, if any filter is active
//!    schedule    state       ends or ended (UTC)    inner transaction     creator  …   the rows in view
//!   ▌0.0.7007    ! expiring  in 2 min 55 s          transfer              0.0.1007 …
//!  ─ row 2 of 100 loaded in 1 page, more below ─────                  the page indicator
//!    transfer  creator 0.0.1007  payer 0.0.1002  signed 1  memo …      the selected row, whole
//! ```

mod columns;
mod form;
mod rows;

use ledger::query::SchedulesQuery;
use ledger::{EntityId, Schedule, Timestamp};

use self::rows::Schedules;
use super::lifecycle;
use crate::message::Action;
use crate::panes::kit::list::{ListPane, PagedList, PaneRows};
use crate::panes::{Context, Verbs};
use crate::widgets::feed::Identity;

pub type SchedulesPane = ListPane<SchedulesQuery, Schedules>;

impl Identity for Schedule {
    type Id = EntityId;

    /// The schedule's id, which is unique and never changes.
    fn identity(&self) -> Option<Self::Id> {
        self.schedule_id.value()
    }
}

impl PaneRows<SchedulesQuery> for Schedules {
    fn for_query(_query: &SchedulesQuery) -> Self {
        Self
    }

    fn verbs<'c>(
        &self,
        _list: &PagedList<SchedulesQuery>,
        _ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, SchedulesPane>,
    ) {
        verbs.global(Action::PendingSchedules, "pending");
    }

    /// Only the countdowns in view count.
    fn wake_at(&self, list: &PagedList<SchedulesQuery>, ctx: &Context<'_>) -> Option<Timestamp> {
        list.in_view(ctx).iter().filter_map(|row| lifecycle::moves_at(row, ctx.now)).min()
    }
}

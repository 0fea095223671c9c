//! What an id may be that is no contract's: most often an account's, for senders lead here, or a schedule's.

use ratatui::layout::Rect;

use crate::ledger::EntityId;
use crate::ledger::query::{EntityFilter, Op, SchedulesQuery};
use crate::message::Place;
use crate::widgets::{Sheet, Split, Value};

/// The rows above, for what the server said.
const ANSWER_ROWS: u16 = 8;

/// Where it can be looked up.
pub(super) fn sheet(id: EntityId) -> Sheet {
    let creator = Some(EntityFilter { op: Op::Eq, id });
    let created = SchedulesQuery { account: creator, ..SchedulesQuery::newest_first() };
    Sheet::default()
        .heading(format!("If {id} is no contract but"))
        .fact("a schedule", Value::plain(format!("schedule {id}")).link(Place::Schedule(id)))
        .fact("an account", Value::plain("the schedules that it created").link(Place::Schedules(created)))
        .fact("", Value::none("its calls: in the results of each contract, filtered by sender"))
}

/// Where it is drawn.
pub(super) fn area(body: Rect) -> Rect {
    body.below(ANSWER_ROWS)
}

/// What the choice of a row does, in words.
pub(super) fn verb(sheet: &Sheet) -> &'static str {
    match sheet.place() {
        Some(Place::Schedule(_)) => "look it up as a schedule",
        Some(_) => "its schedules",
        None => "follow",
    }
}

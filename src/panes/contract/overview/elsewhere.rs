//! What a name may be that is no contract's: most often an account's, or a schedule's.

use ratatui::layout::Rect;

use crate::ledger::{ContractRef, EntityId};
use crate::message::Place;
use crate::widgets::{Sheet, Split, Value};

/// The rows above, for what the server said.
const ANSWER_ROWS: u16 = 8;

/// Where it can be looked up.
pub(super) fn sheet(named: ContractRef, home: EntityId) -> Sheet {
    let sheet = Sheet::default()
        .heading(format!("If {named} is no contract but"))
        .fact("an account", Value::plain(format!("account {named}")).link(Place::Account(named.into())));
    match named.entity_id(home) {
        Some(id) => sheet
            .fact("a schedule", Value::plain(format!("schedule {id}")).link(Place::Schedule(id)))
            .fact("a token", Value::plain(format!("token {id}")).link(Place::Token(id))),
        None => sheet,
    }
}

/// Where it is drawn.
pub(super) fn area(body: Rect) -> Rect {
    body.below(ANSWER_ROWS)
}

/// What the choice of a row does, in words.
pub(super) fn verb(sheet: &Sheet) -> &'static str {
    match sheet.place() {
        Some(Place::Schedule(_)) => "look it up as a schedule",
        Some(Place::Account(_)) => "look it up as an account",
        Some(Place::Token(_)) => "look it up as a token",
        _ => "follow",
    }
}

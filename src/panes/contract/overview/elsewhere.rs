//! What a name is that is no contract's: an account's, a schedule's or a token's. The servers are asked for all three,
//! and the page of the one that there is opens instead.

use ratatui::layout::Rect;

use crate::ledger::ContractRef;
use crate::message::question::{AccountQuery, ScheduleQuery, TokenQuery};
use crate::message::{Effect, Notice, Place};
use crate::panes::Context;
use crate::panes::kit::{Fetched, Wants};
use crate::widgets::{Sheet, Split, Value};

/// The rows above, for what the server said.
const ANSWER_ROWS: u16 = 8;

/// Something that a name may be, and whether it is; `None` while that is unknown.
struct Candidate {
    /// Its kind, with its article.
    kind: &'static str,
    place: Place,
    is_it: Option<bool>,
}

/// What the name may be, with what is known of it.
fn candidates(named: ContractRef, ctx: &Context<'_>) -> Vec<Candidate> {
    let account = Candidate {
        kind: "an account",
        place: Place::Account(named.into()),
        is_it: answer(ctx.get(&AccountQuery(named.into()))),
    };
    let of_id = named.entity_id(ctx.network.home).map(|id| {
        let schedule = Candidate {
            kind: "a schedule",
            place: Place::Schedule(id),
            is_it: answer(ctx.get(&ScheduleQuery(id))),
        };
        let token =
            Candidate { kind: "a token", place: Place::Token(id), is_it: answer(ctx.get(&TokenQuery(id))) };
        [schedule, token]
    });
    [account].into_iter().chain(of_id.into_iter().flatten()).collect()
}

fn answer<T>(fetched: Fetched<'_, T>) -> Option<bool> {
    if fetched.is_missing() { Some(false) } else { fetched.value().map(|_| true) }
}

/// Adds the questions about it.
pub(super) fn wants(named: ContractRef, ctx: &Context<'_>, wants: &mut Wants) {
    wants.add_optional(&AccountQuery(named.into()));
    if let Some(id) = named.entity_id(ctx.network.home) {
        wants.add_optional(&ScheduleQuery(id));
        wants.add_optional(&TokenQuery(id));
    }
}

/// Opens the page of what it is, once that is known.
pub(super) fn open(named: ContractRef, ctx: &Context<'_>) -> Vec<Effect> {
    let Some(found) = candidates(named, ctx).into_iter().find(|it| it.is_it == Some(true)) else {
        return Vec::new();
    };
    let words = format!("{named} is {}, not a contract", found.kind);
    vec![Effect::Replace(found.place), Effect::Notify(Notice::info(words))]
}

/// Where it can be looked up, as far as it is not known to be nothing of the kind.
pub(super) fn sheet(named: ContractRef, ctx: &Context<'_>) -> Sheet {
    let possible: Vec<Candidate> =
        candidates(named, ctx).into_iter().filter(|it| it.is_it != Some(false)).collect();
    if possible.is_empty() {
        return Sheet::default().heading(format!("Nor is {named} an account, a schedule or a token here"));
    }
    let sheet = Sheet::default().heading(format!("If {named} is no contract but"));
    possible
        .into_iter()
        .fold(sheet, |sheet, it| sheet.fact(it.kind, Value::plain(it.place.label()).link(it.place)))
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

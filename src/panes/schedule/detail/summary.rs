//! The timeline of a schedule: creation, signatures, and how it ended or will end.

use ledger::query::TransactionQuery;
use ledger::schedule::{Deleted, Lifecycle, ScheduleSignature};
use ledger::timestamp::span;
use ledger::{Field, HexBytes, Schedule, Timestamp, TransactionFamily};

use super::related::Related;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::values;
use crate::widgets::line::cut_middle;
use crate::widgets::{Role, Sheet, Value};

/// A step of the timeline; steps without a time come last.
struct Step {
    at: Option<Timestamp>,
    label: &'static str,
    value: Value,
}

/// The width of a key's prefix after a time.
const PREFIX_COLUMNS: u16 = 18;

/// Adds the steps to a sheet.
pub(super) fn add(sheet: Sheet, schedule: &Schedule, related: Related<'_>, ctx: &Context<'_>) -> Sheet {
    let created = schedule.consensus_timestamp.value();
    let mut steps: Vec<Step> =
        signatures(schedule).map(|signature| signed(signature, created, ctx)).collect();
    steps.extend(outcome(schedule, created, ctx));
    // The sort is stable: steps of the same time keep the order of the record.
    steps.sort_by_key(|step| (step.at.is_none(), step.at));
    let first = values::field(ctx, &schedule.consensus_timestamp, |at| values::time(ctx, at));
    let sheet = sheet.heading("Timeline").fact("created", leading(first, related.created()));
    steps.into_iter().fold(sheet, |sheet, step| {
        let of = (step.label == "executed").then(|| related.executed()).flatten();
        sheet.fact(step.label, leading(step.value, of))
    })
}

/// A time, linked to its transaction if that is loaded.
fn leading(value: Value, family: Option<&TransactionFamily>) -> Value {
    match place_of(family) {
        Some(place) => value.note(place.to_string()).link(place),
        None => value,
    }
}

/// The place of a transaction.
pub(super) fn place_of(family: Option<&TransactionFamily>) -> Option<Place> {
    let transaction = family?.members.first()?;
    Some(Place::Transaction(TransactionQuery::family(transaction.transaction_id.value()?)))
}

/// The signatures, without malformed ones.
pub(super) fn signatures(schedule: &Schedule) -> impl Iterator<Item = &ScheduleSignature> {
    schedule.signatures.known().into_iter().flatten()
}

fn signed(signature: &ScheduleSignature, created: Option<Timestamp>, ctx: &Context<'_>) -> Step {
    let at = signature.consensus_timestamp.value();
    let value = values::field(ctx, &signature.consensus_timestamp, |at| time(at, created, ctx));
    let kind = values::field(ctx, &signature.kind, Value::text).line();
    let prefix = signature.public_key_prefix.known().filter(|prefix| !prefix.is_empty());
    let prefix = prefix.map(HexBytes::to_hex).unwrap_or_default();
    let prefix = cut_middle(&prefix, PREFIX_COLUMNS, ctx.theme.glyphs.cut).into_owned();
    Step { at, label: "signed", value: value.note(kind).note(prefix) }
}

fn outcome(schedule: &Schedule, created: Option<Timestamp>, ctx: &Context<'_>) -> Option<Step> {
    let step = |label, at| Step { at: Some(at), label, value: time(&at, created, ctx) };
    match schedule.lifecycle(ctx.now) {
        Lifecycle::Executed(at) => Some(step("executed", at)),
        Lifecycle::Expired(at) => Some(step("expired", at)),
        Lifecycle::Expiring(at) | Lifecycle::Pending(at) => Some(step("expires", at)),
        Lifecycle::Deleted => Some(deleted(schedule, created, ctx)),
        Lifecycle::Unknown => None,
    }
}

fn deleted(schedule: &Schedule, created: Option<Timestamp>, ctx: &Context<'_>) -> Step {
    let (at, value) = match schedule.deleted {
        Field::Known(Deleted::At(at)) => (Some(at), time(&at, created, ctx)),
        _ => (None, Value::none("the record does not say when")),
    };
    Step { at, label: "deleted", value }
}

/// A time, and its distance from the creation.
fn time(at: &Timestamp, created: Option<Timestamp>, ctx: &Context<'_>) -> Value {
    let value = values::time(ctx, at);
    match created {
        Some(created) if *at > created => value.and(Role::Dim, format!("+{:<7}", span(at.since(created)))),
        _ => value.and(Role::Dim, format!("{:<8}", "")),
    }
}

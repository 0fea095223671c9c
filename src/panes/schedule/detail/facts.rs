//! The fields of a schedule in groups: its state first, unknown fields last.

use decode::ResponseCode;
use ledger::amount::grouped;
use ledger::query::{Op, ResultsQuery, TimestampFilter};
use ledger::schedule::{Deleted, Lifecycle, ScheduleSignature};
use ledger::{Field, HexBytes, Key, Schedule, Success, Text};

use super::inner::CallData;
use super::related::Related;
use super::signatures::Signers;
use super::{inner, signatures};
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::{unknown_fields, values};
use crate::panes::schedule::lifecycle;
use crate::widgets::line::width;
use crate::widgets::{Role, Sheet, Value};

/// The sheet of a schedule.
pub(super) fn sheet(schedule: &Schedule, says: CallData<'_>, ctx: &Context<'_>) -> Sheet {
    let related = says.related;
    let account = |field| values::field(ctx, field, values::account);
    let sheet = Sheet::default()
        .heading("Lifecycle")
        .fact("state", state(schedule, ctx))
        .fact("because", Value::plain(lifecycle::rule(schedule, ctx.now)))
        .fact("runs", values::field(ctx, &schedule.wait_for_expiry, runs))
        .fact("executed", executed(schedule, ctx));
    let sheet = match outcome(schedule, related, ctx) {
        Some(outcome) => sheet.fact("outcome", outcome),
        None => sheet,
    };
    let sheet = sheet.fact("expiration", expiration(schedule, ctx)).fact(
        "deleted",
        values::field(ctx, &schedule.deleted, |deleted| match deleted {
            Deleted::Flag(on) => values::flag(on),
            Deleted::At(at) => values::time(ctx, at),
        }),
    );
    let sheet = signatures::add_timeline(sheet, schedule, related, ctx)
        .heading("Parties")
        .fact("schedule id", values::field(ctx, &schedule.schedule_id, values::id))
        .fact("creator", account(&schedule.creator_account_id))
        .fact("payer", account(&schedule.payer_account_id))
        .fact("admin key", admin_key(schedule, ctx))
        .fact("memo", values::field(ctx, &schedule.memo, values::memo));
    let signers = Signers::new(schedule, related);
    let sheet = signers.add(inner::add(sheet, schedule, says, ctx), schedule, related, ctx);
    let sheet = signatures(sheet, schedule, &signers, ctx);
    unknown_fields::add(sheet, &schedule.unknown)
}

fn state(schedule: &Schedule, ctx: &Context<'_>) -> Value {
    let (state, ran) = (schedule.lifecycle(ctx.now), ctx.seen.ran(schedule));
    let (sign, role) = lifecycle::sign(state, ran, &ctx.theme.glyphs);
    let time = |at| ctx.theme.time(at, ctx.now);
    let words = match state {
        Lifecycle::Executed(at) => match ran {
            Success::Yes => format!("executed at {}", time(at)),
            Success::No => format!("executed at {}, and failed", time(at)),
            Success::Unknown => format!("executed at {}; whether it succeeded is not known", time(at)),
        },
        Lifecycle::Deleted => "deleted".to_owned(),
        Lifecycle::Expired(end) => format!("expired at {}", time(end)),
        Lifecycle::Expiring(end) | Lifecycle::Pending(end) if ctx.now < end => {
            let how = match schedule.wait_for_expiry.value() {
                Some(true) => ": waits for expiry",
                Some(false) => ": runs when signed",
                None => "",
            };
            format!("expires in {}{how}", lifecycle::left(end, ctx.now))
        }
        Lifecycle::Expiring(_) | Lifecycle::Pending(_) => {
            "its time is up: the server may still run it".to_owned()
        }
        Lifecycle::Unknown => "unknown".to_owned(),
    };
    Value::styled(role, format!("{sign} {words}")).copied(words)
}

fn runs(waits: &bool) -> Value {
    let words = if *waits { "at its expiration" } else { "as soon as enough have signed" };
    Value::plain(words).note(format!("wait_for_expiry: {waits}")).copied(waits.to_string())
}

fn executed(schedule: &Schedule, ctx: &Context<'_>) -> Value {
    match &schedule.executed_timestamp {
        Field::Null => Value::none("not executed"),
        at => values::field(ctx, at, |at| values::time(ctx, at)),
    }
}

/// The outcome of the execution: the result of its transaction if that was found by time, otherwise a link to the
/// results of the called contract.
fn outcome(schedule: &Schedule, related: Related<'_>, ctx: &Context<'_>) -> Option<Value> {
    let at = schedule.executed_timestamp.value()?;
    if let Some(ran) = related.executed().and_then(|family| family.members.first()) {
        let name = ran.result.known().map(Text::escaped).unwrap_or_default();
        let glyphs = &ctx.theme.glyphs;
        let (sign, role) = match ran.succeeded() {
            Some(true) => (glyphs.success, Role::Success),
            Some(false) => (glyphs.failure, Role::Failure),
            None => (glyphs.unknown, Role::Attention),
        };
        let value = Value::styled(role, format!("{sign} {name}")).copied(name);
        let cause =
            ran.result.known().and_then(ResponseCode::by_name).filter(|_| ran.succeeded() != Some(true));
        let value = cause.map_or_else(|| value.clone(), |code| value.clone().note(code.cause));
        return Some(match signatures::place_of(related.executed()) {
            Some(place) => value.note(place.to_string()).link(place),
            None => value,
        });
    }
    let Some(contract) = inner::called(schedule) else {
        let words = "it may have failed: the record does not say, nor name its transaction";
        return Some(Value::none(words));
    };
    let timestamp = vec![TimestampFilter { op: Op::Eq, at }];
    let place = Place::Results(ResultsQuery { timestamp, ..ResultsQuery::all(contract) });
    let value = Value::plain(format!("see the results of {contract} at that time")).copied(place.to_string());
    Some(value.link(place).note("it may have failed"))
}

fn expiration(schedule: &Schedule, ctx: &Context<'_>) -> Value {
    match &schedule.expiration_time {
        Field::Null => Value::none("none given: 30 min after creation"),
        at => values::field(ctx, at, |at| values::time(ctx, at)),
    }
}

fn admin_key(schedule: &Schedule, ctx: &Context<'_>) -> Value {
    match &schedule.admin_key {
        Field::Null => Value::none("none: nobody can delete this schedule"),
        key => values::field(ctx, key, |key: &Key| values::key(ctx, key)),
    }
}

/// A table with two lines per signature: type, key prefix and time, then the signature's bytes.
fn signatures(sheet: Sheet, schedule: &Schedule, signers: &Signers, ctx: &Context<'_>) -> Sheet {
    let Field::Known(all) = &schedule.signatures else {
        let value = values::field(ctx, &schedule.signatures, |_| Value::default());
        return sheet.heading("Signatures").fact("signatures", value);
    };
    let sheet = sheet.heading(format!("Signatures ({})", grouped(&all.len())));
    if all.is_empty() {
        return sheet.note(Value::none("The record has no signatures."));
    }
    let prefixes: Vec<Value> = all.iter().map(|signature| prefix(signature, ctx)).collect();
    let widest = prefixes.iter().map(|prefix| width(&prefix.line())).max().unwrap_or(0);
    all.iter().zip(prefixes).fold(sheet, |sheet, (signature, prefix)| {
        let kind = values::field(ctx, &signature.r#type, Value::text).line();
        let time = values::field(ctx, &signature.consensus_timestamp, |at| values::time(ctx, at)).line();
        let gap = " ".repeat(usize::from(widest.saturating_sub(width(&prefix.line()))));
        let bytes = values::field(ctx, &signature.signature, |bytes| values::bytes(ctx, bytes));
        let whose = signature.public_key_prefix.known().map(|it| signers.whose(it.bytes()));
        let whose = whose.unwrap_or_default().join(", ");
        sheet.fact(kind, prefix.note(format!("{gap}{time}")).note(whose)).inner(1, "signature", bytes)
    })
}

fn prefix(signature: &ScheduleSignature, ctx: &Context<'_>) -> Value {
    values::field(ctx, &signature.public_key_prefix, |bytes: &HexBytes| {
        if bytes.is_empty() { Value::none("no key prefix") } else { Value::plain(bytes.to_hex()) }
    })
}

//! The facts of a job: its input, its record, its timeline.

use decode::Comparison;
use ledger::timestamp::span;
use ledger::{ContractRef, Text, Timestamp};
use verification::{Job, JobState, Origin};

use super::record;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::{job_text, values};
use crate::panes::verification::job_leads;
use crate::widgets::{Sheet, TimeStyle, Value};

/// The sheet of this job; `compared` is the code comparison of a failed one.
pub(super) fn sheet(job: &Job, compared: &[Comparison], ctx: &Context<'_>) -> Sheet {
    let mut sheet = Sheet::default();
    if let Some(refusal) = &job.refusal {
        sheet = sheet
            .heading("Refusal")
            .fact("code", refusal.code.as_ref().map_or_else(|| Value::none("none was sent"), Value::text))
            .fact("HTTP status", Value::plain(refusal.status.to_string()));
    }
    if let Some(words) = &job.words {
        sheet = sheet.fact(
            match job.refusal {
                Some(_) if job.claims_the_key() => "the verifier's claim",
                Some(_) => "the verifier's message",
                None => "last message",
            },
            if job.claims_the_key() {
                Value::text(words).note("it says so for any cause")
            } else {
                Value::text(words)
            },
        );
    }
    if let Some(own) = lock(job, ctx) {
        sheet = sheet.fact("locked by", own);
    }
    if let Some(known) = &job.record {
        sheet = record::outcome(sheet, known, compared, ctx);
    }
    sheet = sheet
        .heading("Submission")
        .fact(
            "mode",
            job.mode.map_or_else(|| Value::none("adopted by its id"), |mode| Value::plain(mode.label())),
        )
        .fact("chain id", job.chain.as_ref().map_or_else(unknown, |chain| Value::plain(chain.to_string())))
        .fact("address", contract(job, ctx))
        .fact(
            "creation hash",
            job.creation_hash.map_or_else(|| Value::none("not given"), |hash| Value::plain(hash.to_string())),
        );
    for (label, text) in origin(job) {
        sheet = sheet.fact(label, Value::text(text));
    }
    sheet = sheet
        .fact(
            "job id",
            job.id.as_ref().map_or_else(|| Value::none("none was given"), |id| Value::plain(id.to_string())),
        )
        .fact("verifier", Value::plain(job_text::server(&job.server)))
        .fact("network", Value::plain(&job.network))
        .fact(
            if ctx.unrecorded.contains(&job.key) { "not recorded" } else { "recorded" },
            values::time(ctx, &job.key.made),
        );
    if let Some(seen) = job.seen {
        sheet = sheet.fact("last seen", values::time(ctx, &seen));
    }
    sheet = sheet.heading("Timeline");
    let begun = job.timeline.first().map_or(job.key.made, |first| first.at);
    for moment in &job.timeline {
        let value =
            Value::styled(job_text::role(moment.state), moment.state.label()).copied(moment.at.to_string());
        let value = match &moment.detail {
            Some(detail) => value.note(detail.escaped()),
            None => value,
        };
        sheet = sheet.fact(label(moment.at, begun, ctx), value);
    }
    match &job.record {
        Some(known) => record::fields(sheet, known, ctx),
        None => sheet,
    }
}

/// The time of day, and the time since the job began.
fn label(at: Timestamp, begun: Timestamp, ctx: &Context<'_>) -> String {
    let clock = ctx.theme.clock(at, ctx.now);
    if at == begun {
        return clock;
    }
    // The first time shows the zone.
    let zoned = matches!(ctx.theme.times, TimeStyle::Utc | TimeStyle::Local);
    let bare = clock.split(' ').next().filter(|_| zoned).unwrap_or(&clock);
    format!("{bare} +{}", span(at.since(begun)))
}

/// The followed job that locks this one's contract; `None` if the job is not followed here.
fn lock(job: &Job, ctx: &Context<'_>) -> Option<Value> {
    let (chain, address) = (job.chain.as_ref()?, job.address.filter(|_| job.state == JobState::Locked)?);
    let own = ctx.jobs.running_for(&job.server, chain, address)?;
    let name = own.id.as_ref().map_or_else(|| "a submission on its way".to_owned(), |id| format!("job {id}"));
    let since = own.key.made.relative(ctx.now);
    let since = if own.is_adopted() { "followed here".to_owned() } else { format!("sent from here {since}") };
    let sent = format!("{since}, {}", own.state.label());
    Some(Value::plain(name).link(job_leads::place(own)).note(sent))
}

/// The labels and texts of the submitted sources: contract, compiler and file.
fn origin(job: &Job) -> impl Iterator<Item = (&'static str, &Text)> {
    let Origin { contract, compiler, file } = &job.origin;
    let texts = [("contract name", contract), ("compiler", compiler), ("file", file)];
    texts.into_iter().filter_map(|(label, text)| Some((label, text.as_ref()?)))
}

fn contract(job: &Job, ctx: &Context<'_>) -> Value {
    let Some(address) = &job.address else { return unknown() };
    let value = values::address(address);
    let here = job.network == ctx.network.name && job.chain == ctx.network.chain;
    if here { value.link(Place::contract(ContractRef::Address(*address))) } else { value }
}

fn unknown() -> Value {
    Value::none("not known before the first record")
}

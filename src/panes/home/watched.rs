//! Home's watch list: a line per contract or schedule, each followed by its findings.

use ledger::query::{Op, ResultsQuery, TimestampFilter};
use ledger::{Text, Timestamp};

use super::row::Row;
use crate::message::watched::{Finding, Found};
use crate::message::{Action, Effect, Persist, Place, WatchedEntity};
use crate::panes::Context;
use crate::panes::kit::nouns::watch::Watch;
use crate::panes::kit::nouns::{labels, lifecycle};
use crate::widgets::Role;

/// The width of the times on the right.
pub(super) const NOTE_COLUMNS: u16 = 12;

/// A line: an entry, or one of its findings.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    watch: &'a Watch,
    /// The index of the finding and the finding; `None` for the entry itself.
    finding: Option<(usize, &'a Finding)>,
}

/// Whether anything on the current network is watched.
pub(super) fn is_any(ctx: &Context<'_>) -> bool {
    watches(ctx).next().is_some()
}

pub(super) fn lines<'a>(ctx: &Context<'a>) -> Vec<Line<'a>> {
    let of = |watch: &'a Watch| {
        let found = watch.watched.seen.findings.iter().enumerate();
        [None].into_iter().chain(found.map(Some)).map(move |finding| Line { watch, finding })
    };
    watches(ctx).flat_map(of).collect()
}

fn watches<'a>(ctx: &Context<'a>) -> impl Iterator<Item = &'a Watch> + use<'a> {
    let name = &ctx.network.name;
    ctx.watched.iter().filter(move |watch| watch.watched.network == *name)
}

fn line<'a>(at: usize, ctx: &Context<'a>) -> Option<Line<'a>> {
    lines(ctx).get(at).copied()
}

pub(super) fn is_finding(at: usize, ctx: &Context<'_>) -> bool {
    line(at, ctx).is_some_and(|line| line.finding.is_some())
}

pub(super) fn row(at: usize, ctx: &Context<'_>) -> Option<Row> {
    let Line { watch, finding } = line(at, ctx)?;
    Some(if let Some((_, finding)) = finding {
        let (text, role) = found(&finding.what, ctx);
        Row { text: format!("  {text}"), role, note: ctx.theme.minute(finding.at, ctx.now) }
    } else {
        let name = labels::in_text(ctx, &watch.watched.of.place().label()).into_owned();
        let (state, role) = state(watch, ctx);
        let checked = watch.watched.seen.checked_at;
        Row {
            text: format!("{name}  {state}"),
            role,
            note: checked.map_or_else(String::new, |at| ctx.theme.minute(at, ctx.now)),
        }
    })
}

/// The state of an entry.
fn state(watch: &Watch, ctx: &Context<'_>) -> (String, Role) {
    if let Some(failure) = watch.failure(ctx) {
        return (format!("not checked: {}", failure.sentence()), Role::Attention);
    }
    if let Some(schedule) = watch.schedule(ctx) {
        let (state, ran) = (schedule.lifecycle(ctx.now), ctx.seen.ran(schedule));
        let (sign, role) = lifecycle::sign(state, ran, &ctx.theme.glyphs);
        let end = lifecycle::end(state).map(|end| format!(", {} left", lifecycle::left(end, ctx.now)));
        return (format!("{sign} {}{}", lifecycle::label(state, ran), end.unwrap_or_default()), role);
    }
    let words = match (watch.watched.seen.checked_at, watch.watched.seen.findings.len()) {
        (None, _) => "not checked yet",
        (Some(_), 0) => "nothing new",
        (Some(_), _) => "",
    };
    (words.to_owned(), Role::Plain)
}

/// The text of a finding.
fn found(what: &Found, ctx: &Context<'_>) -> (String, Role) {
    match what {
        Found::Changed { field, before, after } => {
            let (before, after) = (held(field, before, ctx), held(field, after, ctx));
            (format!("{field}: {before} {} {after}", ctx.theme.glyphs.arrow), Role::Attention)
        }
        Found::Failed(failures) => {
            let last = ctx.theme.minute(failures.until, ctx.now);
            (format!("{}, the last {last}", failures.words()), Role::Failure)
        }
    }
}

/// The value of a field, with times in the current style.
fn held(field: &str, value: &Text, ctx: &Context<'_>) -> String {
    let text = value.escaped();
    match Timestamp::parse(&text).filter(|_| matches!(field, "expires" | "created")) {
        Some(at) => ctx.theme.time(at, ctx.now),
        None if text.is_empty() => "nothing".to_owned(),
        None => labels::in_text(ctx, &text).into_owned(),
    }
}

/// The link of a line: the watched entity, or its failed results.
pub(super) fn place(at: usize, ctx: &Context<'_>) -> Option<Place> {
    let Line { watch, finding } = line(at, ctx)?;
    let of = &watch.watched.of;
    match (of, finding.map(|(_, finding)| &finding.what)) {
        (WatchedEntity::Contract(contract), Some(Found::Failed(failures))) => {
            let from = TimestampFilter { op: Op::Gte, at: failures.since };
            Some(Place::Results(ResultsQuery { timestamp: vec![from], ..ResultsQuery::all(*contract) }))
        }
        _ => Some(of.place()),
    }
}

/// Opens the link of a line and marks its findings as seen.
pub(super) fn open(at: usize, ctx: &Context<'_>) -> Vec<Effect> {
    let mut effects = dismiss(at, ctx);
    effects.extend(Effect::go(place(at, ctx)));
    if line(at, ctx)
        .is_some_and(|line| matches!(line.finding, Some((_, Finding { what: Found::Failed(_), .. }))))
    {
        effects.push(Effect::Act(Action::FailedOnly));
    }
    effects
}

/// Dismisses a finding, or removes an entry from the watch list.
pub(super) fn forget(at: usize, ctx: &Context<'_>) -> Vec<Effect> {
    match line(at, ctx) {
        Some(Line { watch, finding: None }) => vec![Effect::Watch(watch.watched.of.clone())],
        _ => dismiss(at, ctx),
    }
}

fn dismiss(at: usize, ctx: &Context<'_>) -> Vec<Effect> {
    let Some(Line { watch, finding: Some((number, _)) }) = line(at, ctx) else { return Vec::new() };
    let mut watched = watch.watched.clone();
    watched.seen.findings.remove(number);
    vec![Effect::Persist(Persist::Watched(Box::new(watched)))]
}

/// When the next countdown changes; `None` without one.
pub(super) fn wake_at(ctx: &Context<'_>) -> Option<Timestamp> {
    let open = watches(ctx).filter_map(|watch| lifecycle::moves_at(watch.schedule(ctx)?, ctx.now));
    open.min()
}

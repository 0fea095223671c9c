//! What a hunt says of itself: what it looks for, how far it is, and why it found nothing.

use super::pages::Over;
use super::pursuit::{Phase, Pursuit};
use crate::decode::hunt::EventShape;
use crate::ledger::amount::grouped;
use crate::ledger::text::visible;
use crate::message::{Emitter, HuntPlace};
use crate::panes::{Context, Status, values};
use crate::widgets::Role;

/// How a hunt is changed.
pub(super) const CHANGE: &str = "Change what to find, or where.";

/// The event with its values, and where it is looked for.
pub(super) fn what(hunt: &HuntPlace, shape: Option<&EventShape>) -> [String; 2] {
    if hunt.event.is_empty() {
        return [String::new(), String::new()];
    }
    let event = shape.and_then(|shape| shape.signature.clone()).unwrap_or_else(|| hunt.event.clone());
    let mut line = visible(&event);
    for (name, value) in &hunt.values {
        let name = if name.parse::<usize>().is_ok() { format!("argument {name}") } else { visible(name) };
        line = format!("{line}  {name} {}", visible(value));
    }
    let emitter = match hunt.emitter {
        Emitter::Own => "emitted by the contract itself".to_owned(),
        Emitter::Any => "emitted by any contract".to_owned(),
        Emitter::Other(other) => format!("emitted by {other}"),
    };
    let internal = if hunt.internal { "child transactions included" } else { "without child transactions" };
    let times: Vec<String> = hunt.timestamp.iter().map(|filter| format!(", time {filter}")).collect();
    [line, format!("{emitter}, {internal}{}", times.concat())]
}

/// How far it is, in numbers.
pub(super) fn progress(pursuit: &Pursuit, ctx: &Context<'_>) -> (String, Role) {
    let Some(chase) = pursuit.chase() else {
        let (words, role) = match pursuit.phase() {
            Phase::Failed => ("the addresses of what was named could not be looked up", Role::Failure),
            Phase::Stopped => ("stopped before the addresses of what was named were known", Role::Plain),
            Phase::Running | Phase::Ended => ("looking up the addresses of what was named", Role::Dim),
        };
        return (words.to_owned(), role);
    };
    let dot = format!(" {} ", ctx.look.glyphs.dot);
    let mut parts = vec![
        format!("scanned {}", grouped(&chase.scanned)),
        format!("fetched {}", grouped(&chase.fetched)),
        format!("hits {}", grouped(&chase.hits().len())),
    ];
    if chase.blind > 0 {
        parts.push(format!("without bloom {}", grouped(&chase.blind)));
    }
    if chase.lost() > 0 {
        parts.push(format!("not read {}", grouped(&chase.lost())));
    }
    let end = match (pursuit.phase(), pursuit.over()) {
        (Phase::Ended, Some(Over::Refused(words))) => Some(words.to_owned()),
        (Phase::Ended, _) => Some("end of results".to_owned()),
        (Phase::Stopped, _) if pursuit.has_enough() => Some("enough to look at: it waits".to_owned()),
        (Phase::Stopped, _) if pursuit.is_repeating() => {
            Some("stopped: the server's pages repeat their rows".to_owned())
        }
        (Phase::Stopped, _) => Some("stopped".to_owned()),
        (Phase::Failed, _) => Some("failed".to_owned()),
        (Phase::Running, _) => None,
    };
    let at = chase.at.map(|at| match end {
        Some(_) => format!("back to {}", values::brief_time(ctx, at)),
        None => format!("at {}", values::brief_time(ctx, at)),
    });
    let role = if pursuit.phase() == Phase::Failed { Role::Failure } else { Role::Plain };
    parts.extend(end);
    parts.extend(at);
    (parts.join(&dot), role)
}

/// The header's right side, and the banner of a failure.
pub(super) fn status(pursuit: &Pursuit, ctx: &Context<'_>) -> Status {
    let mut status = Status::default();
    let loading = ctx.requests.under_way(ctx.pane).filter(|_| pursuit.phase() == Phase::Running);
    status.words = match pursuit.phase() {
        Phase::Running => {
            let words = loading.map(|progress| progress.status(false, ctx).words).unwrap_or_default();
            let sign = words.split(' ').next().filter(|sign| ctx.look.glyphs.spinner.contains(sign));
            sign.map_or("hunting".to_owned(), |sign| format!("{sign} hunting"))
        }
        Phase::Stopped => "stopped".to_owned(),
        Phase::Failed => "failed".to_owned(),
        Phase::Ended => "done".to_owned(),
    };
    status.role = match pursuit.phase() {
        Phase::Running | Phase::Stopped => Role::Attention,
        Phase::Failed => Role::Failure,
        Phase::Ended => Role::Dim,
    };
    if let Some(words) = loading.and_then(|progress| progress.waits(ctx.now)) {
        "waiting".clone_into(&mut status.words);
        status.banner = Some((words, Role::Attention));
    }
    if let Some(failure) = pursuit.failure() {
        status.banner = Some((format!("{} The hunt waits.", failure.sentence()), Role::Failure));
    }
    status
}

/// In place of hits.
pub(super) fn nothing(pursuit: &Pursuit, hunt: &HuntPlace) -> Vec<(String, Role)> {
    let Some(chase) = pursuit.chase() else { return Vec::new() };
    if pursuit.phase() != Phase::Ended {
        return vec![("Nothing found yet.".to_owned(), Role::Plain)];
    }
    let mut lines = Vec::new();
    match chase.scanned {
        0 => lines.push(("There are no results to look through.".to_owned(), Role::Heading)),
        scanned => {
            let noun = if scanned == 1 { "result" } else { "results" };
            lines.push((format!("None of {} {noun} has such an event.", grouped(&scanned)), Role::Heading));
        }
    }
    if hunt.emitter == Emitter::Own {
        lines.push((
            "Events of other contracts that took part were skipped: set the emitter to any.".to_owned(),
            Role::Plain,
        ));
    }
    if !hunt.internal {
        lines.push(("Calls by other contracts were left out: child transactions.".to_owned(), Role::Plain));
    }
    lines.push((CHANGE.to_owned(), Role::Plain));
    lines
}

/// Before an event was chosen.
pub(super) fn unbegun() -> Vec<(String, Role)> {
    vec![
        ("No event is chosen yet.".to_owned(), Role::Heading),
        (
            "A hunt looks through the blooms of all results, and reads only those that can hold the event."
                .to_owned(),
            Role::Plain,
        ),
    ]
}

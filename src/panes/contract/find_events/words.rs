//! The texts of a search: what it searches, its progress, and why it found nothing.

use decode::event_search::EventShape;
use ledger::amount::{counted, grouped};
use ledger::text::visible;

use super::scan::Over;
use super::search::{EventSearch, Phase};
use crate::message::{Emitter, EventSearchPlace};
use crate::panes::kit::nouns::values;
use crate::panes::{Context, Status};
use crate::widgets::Role;

/// Why there is no search yet.
pub(super) const LOOKING_UP: &str = "Looking up the contract's events.";
pub(super) const CHANGE: &str = "Change what to find, or where.";

/// The event with its values, and the searched range.
pub(super) fn what(query: &EventSearchPlace, shape: Option<&EventShape>) -> [String; 2] {
    if query.event.is_empty() {
        return [String::new(), String::new()];
    }
    let event = shape.and_then(|shape| shape.signature.clone()).unwrap_or_else(|| query.event.clone());
    let mut line = visible(&event);
    for (name, value) in &query.values {
        let name = if name.parse::<usize>().is_ok() { format!("argument {name}") } else { visible(name) };
        line = format!("{line}  {name} {}", visible(value));
    }
    let emitter = match query.emitter {
        Emitter::Own => "emitted by the contract itself".to_owned(),
        Emitter::Any => "emitted by any contract".to_owned(),
        Emitter::Other(other) => format!("emitted by {other}"),
    };
    let internal = if query.internal { "child transactions included" } else { "without child transactions" };
    let times: Vec<String> = query.timestamp.iter().map(|filter| format!(", time {filter}")).collect();
    [line, format!("{emitter}, {internal}{}", times.concat())]
}

/// The progress in numbers.
pub(super) fn progress(search: &EventSearch, ctx: &Context<'_>) -> (String, Role) {
    let Some(scanner) = search.scanner() else {
        let (words, role) = match search.phase() {
            Phase::Failed => ("the addresses could not be looked up", Role::Failure),
            Phase::Stopped => ("stopped before the addresses were looked up", Role::Plain),
            Phase::Running | Phase::Ended => ("looking up addresses", Role::Dim),
        };
        return (words.to_owned(), role);
    };
    let dot = format!(" {} ", ctx.theme.glyphs.dot);
    let mut parts = vec![
        format!("scanned {}", grouped(&scanner.scanned)),
        format!("fetched {}", grouped(&scanner.fetched)),
        format!("hits {}", grouped(&scanner.hits().len())),
    ];
    if scanner.blind > 0 {
        parts.push(format!("without bloom {}", grouped(&scanner.blind)));
    }
    if scanner.lost() > 0 {
        parts.push(format!("not fetched {}", grouped(&scanner.lost())));
    }
    let end = match (search.phase(), search.over()) {
        (Phase::Ended, Some(Over::Refused(words))) => Some(words.to_owned()),
        (Phase::Ended, _) => Some("end of results".to_owned()),
        (Phase::Stopped, _) if search.has_enough() => Some("paused: enough hits for now".to_owned()),
        (Phase::Stopped, _) if search.is_repeating() => {
            Some("stopped: the server's pages repeat their rows".to_owned())
        }
        (Phase::Stopped, _) => Some("stopped".to_owned()),
        (Phase::Failed, _) => Some("failed".to_owned()),
        (Phase::Running, _) => None,
    };
    let at = scanner.at.map(|at| match end {
        Some(_) => format!("back to {}", values::brief_time(ctx, at)),
        None => format!("at {}", values::brief_time(ctx, at)),
    });
    let role = if search.phase() == Phase::Failed { Role::Failure } else { Role::Plain };
    parts.extend(end);
    parts.extend(at);
    (parts.join(&dot), role)
}

/// Why hits may be missing; `None` if none are.
pub(super) fn incomplete(search: &EventSearch, ctx: &Context<'_>) -> Option<String> {
    let is_whole = search.phase() == Phase::Ended
        && !matches!(search.over(), Some(Over::Refused(_)))
        && search.scanner().is_some_and(|scanner| scanner.lost() == 0);
    (!is_whole).then(|| format!("not all was searched: {}", progress(search, ctx).0))
}

/// The header's right side, and the banner of a failure.
pub(super) fn status(search: &EventSearch, ctx: &Context<'_>) -> Status {
    let mut status = Status::default();
    let loading = ctx.requests.under_way(ctx.pane).filter(|_| search.phase() == Phase::Running);
    status.words = match search.phase() {
        Phase::Running => {
            let words = loading.map(|progress| progress.status(false, ctx).words).unwrap_or_default();
            let sign = words.split(' ').next().filter(|sign| ctx.theme.glyphs.spinner.contains(sign));
            sign.map_or("searching".to_owned(), |sign| format!("{sign} searching"))
        }
        Phase::Stopped => "stopped".to_owned(),
        Phase::Failed => "failed".to_owned(),
        Phase::Ended => "done".to_owned(),
    };
    status.role = match search.phase() {
        Phase::Running | Phase::Stopped => Role::Attention,
        Phase::Failed => Role::Failure,
        Phase::Ended => Role::Dim,
    };
    if let Some(words) = loading.and_then(|progress| progress.waits(ctx.now)) {
        "waiting".clone_into(&mut status.words);
        status.banner = Some((words, Role::Attention));
    }
    if let Some(failure) = search.failure() {
        status.banner = Some((format!("{} The search is paused.", failure.sentence()), Role::Failure));
    }
    status
}

/// Shown instead of hits.
pub(super) fn nothing(search: &EventSearch, query: &EventSearchPlace) -> Vec<(String, Role)> {
    let Some(scanner) = search.scanner() else { return Vec::new() };
    if search.phase() != Phase::Ended {
        return vec![("Nothing found yet.".to_owned(), Role::Plain)];
    }
    let mut lines = Vec::new();
    match scanner.scanned {
        0 => lines.push(("There are no results to search.".to_owned(), Role::Heading)),
        count => {
            let results = counted(count, "result");
            lines.push((format!("None of {results} has such an event."), Role::Heading));
        }
    }
    if query.emitter == Emitter::Own {
        lines.push((
            "Events of other contracts that took part were skipped: set the emitter to any.".to_owned(),
            Role::Plain,
        ));
    }
    if !query.internal {
        lines.push(("Calls by other contracts were left out: child transactions.".to_owned(), Role::Plain));
    }
    lines.push((CHANGE.to_owned(), Role::Plain));
    lines
}

/// Shown before an event was chosen.
pub(super) fn unbegun() -> Vec<(String, Role)> {
    vec![
        ("No event is chosen yet.".to_owned(), Role::Heading),
        (
            "The search checks the bloom of every result and fetches only those that can hold the event."
                .to_owned(),
            Role::Plain,
        ),
    ]
}

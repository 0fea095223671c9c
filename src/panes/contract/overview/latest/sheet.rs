//! The latest calls on the contract's sheet: failures, a timeline and the newest calls. The section has a fixed
//! height: nothing below it moves while it loads.

use std::sync::Arc;

use decode::activity::Activity;
use ledger::amount::{counted, grouped};
use ledger::query::ResultsQuery;
use ledger::{ContractResult, Success};

use super::{LatestCalls, MAX_SHOWN, Window, page, timeline};
use crate::message::Place;
use crate::panes::Context;
use crate::panes::contract::calls::{self, Around, Known};
use crate::panes::contract::overview::facts;
use crate::panes::kit::list::Listed as _;
use crate::panes::kit::nouns::values;
use crate::widgets::feed::Identity as _;
use crate::widgets::line::{cut, cut_middle, width};
use crate::widgets::table::Cell;
use crate::widgets::{Role, Sheet, Value};

/// Label of the outcomes line.
pub(in crate::panes::contract::overview) const OUTCOMES: &str = "outcomes";

/// Height of the section: heading, outcomes, timeline with axis, and calls.
const LINES: usize = 4 + MAX_SHOWN;
/// Columns of the method and the sender, and those that the outcome needs for them to fit.
const WAYS: [(u16, u16, u16); 3] = [(28, 16, 30), (20, 12, 18), (14, 11, 8)];
const MIN_COLUMNS: (u16, u16, u16) = (12, 11, 0);
/// Columns of the mark before a method, and of the gaps.
const GAPS: u16 = 6;

impl LatestCalls {
    /// The section, in this many columns. `results` is its query; `None` until its parameters are known.
    pub(in crate::panes::contract::overview) fn sheet(
        &self,
        results: Option<&ResultsQuery>,
        ctx: &Context<'_>,
        columns: u16,
    ) -> Sheet {
        let sheet = Sheet::default().heading("Latest calls");
        let mut sheet = match (&self.page, results) {
            (Some(window), Some(results)) if window.rows.is_empty() => none(sheet, results),
            (Some(window), Some(results)) => self.found(sheet, window, results, ctx, columns),
            (_, results) => missing(sheet, results, ctx),
        };
        while sheet.len() < LINES {
            sheet = sheet.note(Value::default());
        }
        sheet
    }

    fn found(
        &self,
        sheet: Sheet,
        window: &Window,
        results: &ResultsQuery,
        ctx: &Context<'_>,
        columns: u16,
    ) -> Sheet {
        let timeline = timeline::lines(&window.activity, ctx, columns.saturating_sub(2));
        let [bars, axis] = timeline.unwrap_or_default();
        let outcomes = Value { place: Some(Place::Results(results.clone())), ..outcomes(window, ctx) };
        let sheet = sheet.fact(OUTCOMES, outcomes).note(bars).note(axis);
        let times: Vec<String> = times(&window.rows, ctx);
        let label = times.iter().map(|time| width(time)).max().unwrap_or(0);
        let room = columns.saturating_sub(label.max(width(OUTCOMES)) + 3);
        let around =
            Around { seen: ctx.seen, children: window.children, home: ctx.network.home, contract: None };
        window.rows.iter().zip(times).fold(sheet, |sheet, (row, time)| {
            let reading = row.identity().and_then(|name| self.readings.get(&name));
            let known = Known::new(row, reading, None, around);
            let place = results.opened(row);
            let copied = place.as_ref().map(ToString::to_string).unwrap_or_default();
            let pieces = call(&known, ctx, room);
            sheet.fact(time, Value { pieces, copied: copied.into(), place })
        })
    }
}

/// The number of failed calls, and the time of the oldest call.
fn outcomes(window: &Window, ctx: &Context<'_>) -> Value {
    let Activity { calls, failures, unknown, .. } = &window.activity;
    let (success, failed) = match (failures, unknown) {
        (0, 0) => (Success::Yes, "none".to_owned()),
        (0, _) => (Success::Unknown, "none".to_owned()),
        (failures, _) => (Success::No, grouped(failures)),
    };
    let of = if window.is_whole { "all " } else { "" };
    let unknown = if *unknown > 0 { format!(", {} unknown", grouped(unknown)) } else { String::new() };
    let since = window.activity.ends().map(|(first, _)| format!(", since {}", facts::short_time(first, ctx)));
    let rest = format!(" of {of}{} failed{unknown}{}", counted(*calls, "call"), since.unwrap_or_default());
    let (glyph, role) = ctx.theme.glyphs.success_of(success);
    let copied = format!("{failed}{rest}");
    let pieces = vec![(format!("{glyph} {failed}"), role), (rest, Role::Plain)];
    Value { pieces, copied: copied.into(), place: None }
}

/// The times of the calls: without dates if all are of the last day.
fn times(rows: &[Arc<ContractResult>], ctx: &Context<'_>) -> Vec<String> {
    let is_old = |row: &Arc<ContractResult>| row.timestamp.value().is_some_and(|at| facts::is_old(at, ctx));
    let has_old = rows.iter().any(is_old);
    let time = |at| if has_old { values::brief_time(ctx, at) } else { ctx.theme.time_of_day(at, ctx.now) };
    rows.iter().map(|row| row.timestamp.value().map_or_else(|| "no time".to_owned(), time)).collect()
}

/// A call in columns: success, method, sender and outcome.
fn call(known: &Known<'_>, ctx: &Context<'_>, room: u16) -> Vec<Cell> {
    let fits = |columns: &(u16, u16, u16)| columns.0 + columns.1 + columns.2 + GAPS <= room;
    let (method_columns, sender_columns, _) = WAYS.into_iter().find(fits).unwrap_or(MIN_COLUMNS);
    let (glyph, role) = ctx.theme.glyphs.success_of(known.success);
    let (method, method_role) = calls::method(known);
    let sign = ctx.theme.glyphs.cut;
    let sender = known.row.from.known().map(|from| calls::party(from, known.home)).unwrap_or_default();
    vec![
        (format!("{glyph} "), role),
        (padded(&cut(&method, method_columns, sign), method_columns), method_role),
        (padded(&cut_middle(&sender, sender_columns, sign), sender_columns), Role::Plain),
        calls::outcome(known),
    ]
}

/// A column's text, padded and with the gap after it.
fn padded(text: &str, columns: u16) -> String {
    let gap = usize::from(columns.saturating_sub(width(text)) + 2);
    format!("{text}{:gap$}", "")
}

/// Why there are no calls.
fn none(sheet: Sheet, results: &ResultsQuery) -> Sheet {
    if !results.timestamp.is_empty() {
        return sheet.note(Value::plain("It was not called from outside before this time."));
    }
    if results.internal {
        return sheet.note(Value::plain("No calls of it are recorded."));
    }
    let children = ResultsQuery { internal: true, ..results.clone() };
    let calls = Value::plain("in the results with child transactions").link(Place::Results(children));
    sheet.note(Value::plain("It was never called from outside.")).fact("called by others", calls)
}

/// Placeholder for calls that are loading or could not be loaded.
fn missing(sheet: Sheet, results: Option<&ResultsQuery>, ctx: &Context<'_>) -> Sheet {
    if let Some(failure) = results.and_then(|results| ctx.get(&page(results)).failure()) {
        let words = format!("Could not load them. {}", failure.sentence());
        return sheet.note(Value::styled(Role::Attention, words)).note(Value::none(failure.next_step()));
    }
    let skeleton = |columns: usize| ctx.theme.glyphs.skeleton.repeat(columns);
    let row = format!("{}  {}", skeleton(19), skeleton(32));
    let sheet = sheet.note(Value::none(skeleton(24))).note(Value::default()).note(Value::default());
    (0..MAX_SHOWN).fold(sheet, |sheet, _| sheet.note(Value::none(&row)))
}

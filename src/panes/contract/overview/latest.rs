//! The latest calls on the contract's sheet: failures, a timeline and the newest calls. All results of the
//! first page are counted when it is loaded. The section has a fixed height: nothing below it moves while it
//! loads.

use std::sync::Arc;

use api::PageOf;
use decode::activity::{Activity, Span};
use decode::reading::{CallQuestion, Questions};
use ledger::amount::{counted, grouped};
use ledger::query::ResultsQuery;
use ledger::timestamp::span;
use ledger::{ContractResult, Next, Success};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::contract::calls;
use crate::panes::contract::calls::{Around, Known, RowReading};
use crate::panes::contract::overview::facts;
use crate::panes::kit::list::{Listed as _, RowAnalyses};
use crate::panes::kit::nouns::{execution, values};
use crate::panes::kit::{Taken, Wants};
use crate::widgets::feed::Identity;
use crate::widgets::line::{cut, cut_middle, width};
use crate::widgets::table::Cell;
use crate::widgets::{Role, Sheet, Value};

/// Maximum number of shown calls.
const MAX_SHOWN: usize = 5;

type Name = <ContractResult as Identity>::Id;

/// The latest calls; without rows until the page was loaded.
#[derive(Debug, Default)]
pub(super) struct LatestCalls {
    page: Option<Window>,
    taken: Taken,
    /// Number of outcomes known from single records when the page was counted.
    seen: usize,
    readings: RowAnalyses<Name, RowReading, Questions<CallQuestion>>,
}

#[derive(Debug)]
struct Window {
    /// The newest rows.
    rows: Vec<Arc<ContractResult>>,
    activity: Activity,
    /// Whether the page holds all calls.
    is_whole: bool,
    /// Whether the rows include child transactions.
    children: bool,
}

/// The first page, the same that the results list requests.
fn page(results: &ResultsQuery) -> PageOf<ResultsQuery> {
    PageOf::first(results.in_whole_pages())
}

impl LatestCalls {
    /// Whether any call on the page failed.
    pub(super) fn has_failures(&self) -> bool {
        self.page.as_ref().is_some_and(|window| window.activity.failures > 0)
    }

    /// Adds the page and the decoding of its newest rows.
    pub(super) fn wants(&self, results: &ResultsQuery, wants: &mut Wants) {
        wants.add_optional(&page(results));
        self.readings.wants(wants);
    }

    /// Counts a newly loaded page, and decodes its newest rows.
    pub(super) fn update(&mut self, results: &ResultsQuery, ctx: &Context<'_>) {
        let fetched = ctx.get(&page(results));
        let is_new = self.taken.if_new(fetched).is_some();
        if let Some(page) = fetched.value().filter(|_| is_new || self.seen != ctx.seen.count()) {
            let success = |row: &Arc<ContractResult>| ctx.seen.success(row, results.internal);
            self.seen = ctx.seen.count();
            self.page = Some(Window {
                rows: page.rows.iter().take(MAX_SHOWN).cloned().collect(),
                activity: Activity::count(page.rows.iter().map(|row| (row.timestamp.value(), success(row)))),
                is_whole: page.next == Next::End,
                children: results.internal,
            });
            self.readings.restart();
        }
        self.readings.receive(ctx, |calls| calls.iter().map(RowReading::new).collect());
        if let Some(Window { rows, .. }) = &self.page {
            let row = |at: usize| rows.get(at).map(AsRef::as_ref);
            let asked = |rows: &[&ContractResult]| rows.iter().map(|row| execution::call(row)).collect();
            self.readings.update((row, rows.len(), &(0..rows.len())), ctx, ContractResult::identity, asked);
        }
    }
}

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
            (Some(window), Some(results)) => self.found(sheet, (window, results), ctx, columns),
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
        (window, results): (&Window, &ResultsQuery),
        ctx: &Context<'_>,
        columns: u16,
    ) -> Sheet {
        let timeline = timeline_lines(&window.activity, ctx, columns.saturating_sub(2));
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

/// Maximum number of bars: with more, a page of calls would give bars of equal height.
const MAX_BARS: u16 = 40;

/// The bars and their axis, in this many columns. Spans with a failure have the failure colour. `None` if all
/// calls have the same time or no time.
fn timeline_lines(activity: &Activity, ctx: &Context<'_>, columns: u16) -> Option<[Value; 2]> {
    let ((first, last), earlier) = activity.busy().filter(|((first, last), _)| first != last)?;
    let bar_columns = columns.div_ceil(MAX_BARS).max(1);
    let bars_shown = columns / bar_columns;
    let columns = bars_shown * bar_columns;
    let spans = activity.timeline((first, last), usize::from(bars_shown));
    let each = last.since(first) / u128::from(bars_shown.max(1));
    let (left, right) = (values::brief_time(ctx, first), values::brief_time(ctx, last));
    let earlier = if earlier > 0 { format!(", {} before", counted(earlier, "call")) } else { String::new() };
    let middle = format!("each bar {}", span(each));
    let room = usize::from(columns).checked_sub(usize::from(width(&left) + width(&right)) + 2)?;
    let spare = |middle: &String| room.checked_sub(usize::from(width(middle)));
    // A narrow screen drops the middle label.
    let middles = [format!("{middle}{earlier}"), middle, String::new()];
    let (middle, spare) =
        middles.into_iter().find_map(|middle| spare(&middle).map(|spare| (middle, spare)))?;
    let (before, after) = (spare / 2 + 1, spare - spare / 2 + 1);
    let axis = format!("{left}{:before$}{middle}{:after$}{right}", "", "");
    Some([bars(&spans, usize::from(bar_columns), ctx), Value::none(axis)])
}

fn bars(spans: &[Span], columns: usize, ctx: &Context<'_>) -> Value {
    let most = spans.iter().map(|span| span.calls).max().unwrap_or(0);
    let mut pieces: Vec<(String, Role)> = Vec::new();
    for span in spans {
        let role = if span.failures > 0 { Role::Failure } else { Role::Link };
        let bar = ctx.theme.glyphs.bar(span.calls, most).repeat(columns);
        match pieces.last_mut() {
            Some((text, of)) if *of == role => text.push_str(&bar),
            _ => pieces.push((bar, role)),
        }
    }
    Value { pieces, ..Value::default() }
}

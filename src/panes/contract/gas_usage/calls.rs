//! The calls of the window: their sums, updated with each page instead of recomputed, and the list of one
//! method's calls.

use std::collections::HashMap;

use api::Failure;
use decode::activity::span_at;
use decode::gas_usage::{Call, Economy, Method};
use ledger::{Success, Timestamp, amount};

use super::GasUsagePane;
use super::methods::{gas, gauge};
use crate::message::{Effect, Place};
use crate::panes::Context;
use crate::panes::kit::list::step::{LAST_ROW, Lead};
use crate::panes::kit::list::{
    Column, ColumnOf, Columns, Counted, HasList, MemoryRows as _, Source as _, StepRows, Value,
};
use crate::panes::kit::nouns::values;
use crate::widgets::Role;

/// The calls, in the order of the results.
#[derive(Debug, Default)]
pub(super) struct Calls {
    all: Vec<Call>,
    economy: Economy,
    /// Indices of each method's calls.
    of_method: HashMap<Method, Vec<usize>>,
    /// Index of the call at each time.
    at: HashMap<Timestamp, usize>,
    ends: Option<(Timestamp, Timestamp)>,
    chart: Chart,
}

/// Call counts in equal spans of the window.
#[derive(Debug, Default)]
struct Chart {
    counts: Vec<u64>,
    calls: usize,
}

impl Calls {
    /// Adds the calls of a page.
    pub(super) fn add(&mut self, page: impl IntoIterator<Item = Call>) {
        let before = self.all.len();
        self.all.extend(page);
        let page = self.all.get(before..).unwrap_or_default();
        for (place, call) in (before..).zip(page) {
            self.of_method.entry(call.method).or_default().push(place);
            let Some(at) = call.at else { continue };
            self.at.entry(at).or_insert(place);
            self.ends = Some(self.ends.map_or((at, at), |(first, last)| (first.min(at), last.max(at))));
        }
        self.economy.add(page);
    }

    /// Changes the outcome of the call at this index.
    pub(super) fn retell(&mut self, place: usize, success: Success) {
        if let Some(call) = self.all.get_mut(place) {
            self.economy.retell(call, success);
            call.success = success;
        }
    }

    pub(super) fn all(&self) -> &[Call] {
        &self.all
    }

    pub(super) fn economy(&self) -> &Economy {
        &self.economy
    }

    /// Indices of a method's calls.
    pub(super) fn places(&self, method: Method) -> &[usize] {
        self.of_method.get(&method).map(Vec::as_slice).unwrap_or_default()
    }

    /// Index of the call at this time.
    pub(super) fn place(&self, at: Timestamp) -> Option<usize> {
        self.at.get(&at).copied()
    }

    pub(super) fn ends(&self) -> Option<(Timestamp, Timestamp)> {
        self.ends
    }

    /// Fills the chart for this many columns unless it is filled; never called per frame.
    pub(super) fn fit(&mut self, columns: usize) {
        if self.chart.calls != self.all.len() || self.chart.counts.len() != columns {
            self.chart = Chart { counts: self.count(columns), calls: self.all.len() };
        }
    }

    /// Call counts in equal spans of the window.
    pub(super) fn chart(&self) -> &[u64] {
        &self.chart.counts
    }

    fn count(&self, columns: usize) -> Vec<u64> {
        let mut counts = vec![0; columns];
        let Some(ends) = self.ends else { return counts };
        for at in self.all.iter().filter_map(|call| call.at) {
            if let Some(count) = span_at(at, ends, columns).and_then(|place| counts.get_mut(place)) {
                *count += 1;
            }
        }
        counts
    }
}

pub(super) struct MethodCalls;

impl Columns for MethodCalls {
    type Row<'a> = &'a Call;

    const LIST: &'static str = "gas usage of calls";

    const COUNTED: &'static [Counted] = &[
        Counted::values("gas limit").nothing("not reported"),
        Counted::times("consensus time"),
        Counted::success("success"),
        Counted::percentiles("gas limit"),
        Counted::percentiles("gas charged"),
        Counted::percentiles("gas used"),
    ];

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::text("success", 1)
            .titled("")
            .shows(|call, ctx| values::success(call.success, ctx), |call| Value::success(call.success)),
        Column::time("consensus time").shows(
            |call, ctx| (call.at.map_or("no time".to_owned(), |at| ctx.theme.time(at, ctx.now)), Role::Plain),
            |call| Value::time(call.at),
        ),
        Column::number("gas limit", 11)
            .titled("limit")
            .shows(|call, _| gas(call.limit), |call| Value::number(call.limit)),
        Column::number("gas charged", 11)
            .titled("charged")
            .shows(|call, _| gas(call.used), |call| Value::number(call.used)),
        Column::number("gas used", 11)
            .titled("used")
            .shows(|call, _| gas(call.consumed), |call| Value::number(call.consumed)),
        Column::text("percent of limit", 16).titled("used of limit").rank(1).shows(
            |call, ctx| {
                let percent = percent(call);
                let bar = percent.map(|percent| format!("{} {percent:>3} %", gauge(percent, ctx)));
                (bar.unwrap_or_default(), Role::Dim)
            },
            |call| Value::number(percent(call)),
        ),
        Column::text("near the limit", 10).titled("").rank(2).shows(
            |call, ctx| {
                let near = call.is_near().then(|| format!("{} near", ctx.theme.glyphs.attention));
                (near.unwrap_or_default(), Role::Attention)
            },
            |call| Value::text(call.is_near().then_some("near")),
        ),
    ];
}

fn percent(call: &Call) -> Option<u128> {
    let (limit, consumed) = call.limit.zip(call.consumed)?;
    amount::percent(consumed, limit)
}

/// The calls of the opened method.
pub(super) struct OpenedCalls<'a>(pub(super) &'a mut GasUsagePane);

impl StepRows for OpenedCalls<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn selected(&self) -> usize {
        self.0.of_calls.cursor()
    }

    fn needs_room(&self, _ctx: &Context<'_>) -> bool {
        self.0.of_calls.is_counting()
    }

    fn are_chosen(&self) -> bool {
        self.0.of_calls.is_active()
    }

    fn select(&mut self, row: usize, ctx: &Context<'_>) {
        let height = self.0.areas_within(ctx).rows();
        let (list, rows) = HasList::<MethodCalls>::parts(self.0, ctx);
        list.select(&rows, row, height);
    }

    fn place(&self, row: usize, lead: Lead, _ctx: &Context<'_>) -> Option<Place> {
        let rows = self.0.call_rows();
        rows.opened(self.0.of_calls.place(&rows, row).filter(|_| lead == Lead::Row)?)
    }

    fn value(&self, row: usize, column: &str, _ctx: &Context<'_>) -> Option<Value> {
        let rows = self.0.call_rows();
        MethodCalls::value(&rows.row(self.0.of_calls.place(&rows, row)?)?, column)
    }

    fn end(&self) -> Option<&'static str> {
        self.0.list.feed().is_none_or(|feed| feed.more().is_none()).then_some(LAST_ROW)
    }

    fn load_more(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if self.0.is_asking(ctx) { Vec::new() } else { self.0.load_more(ctx) }
    }

    fn is_loading(&self, ctx: &Context<'_>) -> bool {
        self.0.is_asking(ctx)
    }

    fn failure(&self, ctx: &Context<'_>) -> Option<String> {
        self.0.list.failure(ctx).map(Failure::sentence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(times: &[u64], columns: usize) -> Calls {
        let mut calls = Calls::default();
        calls.add(times.iter().map(|at| Call {
            method: Method::NoData,
            at: Some(Timestamp::from_secs(*at)),
            success: Success::Yes,
            limit: None,
            used: None,
            consumed: None,
        }));
        calls.fit(columns);
        calls
    }

    #[test]
    fn every_call_falls_into_one_span() {
        let times = [100, 101, 150, 199, 200];
        assert_eq!(calls(&times, 4).chart(), [2, 1, 0, 2]);
        assert_eq!(calls(&times, 1).chart(), [5]);
        assert_eq!(calls(&times, 0).chart(), [0; 0]);
        assert_eq!(calls(&times[..1], 3).chart(), [1, 0, 0]);
        assert_eq!(calls(&[], 2).chart(), [0, 0]);
    }

    #[test]
    fn a_page_widens_the_window() {
        let mut calls = calls(&[150, 101], 2);
        let older: Vec<Call> =
            calls.all().iter().map(|call| Call { at: Some(Timestamp::from_secs(50)), ..*call }).collect();
        calls.add(older);
        calls.fit(2);
        assert_eq!(calls.ends(), Some((Timestamp::from_secs(50), Timestamp::from_secs(150))));
        assert_eq!((calls.chart(), calls.places(Method::NoData)), (&[2, 2][..], &[0, 1, 2, 3][..]));
        calls.retell(1, Success::No);
        assert_eq!((calls.economy().whole.calls, calls.economy().whole.failures), (4, 1));
    }
}

//! The calls of the window and their sums, updated with each page instead of recomputed.

use std::collections::HashMap;

use decode::activity::span_at;
use decode::gas_usage::{Call, Economy, Method};
use ledger::{Success, Timestamp};

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

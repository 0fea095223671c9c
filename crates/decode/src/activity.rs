//! When the calls of a window came and how they ended: how many failed, and a timeline of them.

use ledger::{Success, Timestamp};

/// The calls of a window, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Number of calls.
    pub calls: usize,
    /// How many of them failed.
    pub failures: usize,
    /// Number of calls without a reported outcome.
    pub unknown: usize,
    /// The consensus time of each call that has one, and whether the call failed.
    times: Vec<(Timestamp, bool)>,
}

/// The calls in one of the equal spans of a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Successful and failed ones.
    pub calls: u64,
    /// How many of them failed.
    pub failures: u64,
}

/// One call in this many counts as few.
const FEW: usize = 10;
/// The few early calls are left out if they make the window this many times longer.
const LONG: u128 = 4;

impl Activity {
    /// Counts calls, each with its consensus time and its outcome, in any order.
    pub fn count(calls: impl IntoIterator<Item = (Option<Timestamp>, Success)>) -> Self {
        let mut activity = Self::default();
        for (at, success) in calls {
            activity.calls += 1;
            activity.failures += usize::from(success == Success::No);
            activity.unknown += usize::from(success == Success::Unknown);
            activity.times.extend(at.map(|at| (at, success == Success::No)));
        }
        activity
    }

    /// The times of the first and of the last call; `None` if no call has one.
    pub fn ends(&self) -> Option<(Timestamp, Timestamp)> {
        let times = || self.times.iter().map(|(at, _)| *at);
        times().min().zip(times().max())
    }

    /// The range for a readable timeline, and the number of calls before it. Leaves out a few early calls, such as the
    /// creation, that would squeeze all others into one span. `None` if no call has a time.
    pub fn busy(&self) -> Option<((Timestamp, Timestamp), usize)> {
        let mut times: Vec<Timestamp> = self.times.iter().map(|(at, _)| *at).collect();
        times.sort_unstable();
        let (first, last) = (*times.first()?, *times.last()?);
        let few = times.len() / FEW;
        let begin = times.get(few).filter(|begin| last.since(**begin) * LONG < last.since(first));
        Some(begin.map_or(((first, last), 0), |begin| ((*begin, last), few)))
    }

    /// Splits the calls between two times into `spans` equal spans.
    pub fn timeline(&self, ends: (Timestamp, Timestamp), spans: usize) -> Vec<Span> {
        let mut timeline = vec![Span::default(); spans];
        for (at, failed) in &self.times {
            if let Some(span) = span_at(*at, ends, spans).and_then(|at| timeline.get_mut(at)) {
                span.calls += 1;
                span.failures += u64::from(*failed);
            }
        }
        timeline
    }
}

/// Which of so many equal spans between two times a time is in; `None` if it is in none.
pub fn span_at(at: Timestamp, (first, last): (Timestamp, Timestamp), spans: usize) -> Option<usize> {
    if at < first || at > last {
        return None;
    }
    let whole = last.since(first).saturating_add(1);
    let place = at.since(first).saturating_mul(u128::try_from(spans).ok()?) / whole;
    usize::try_from(place).ok().filter(|place| *place < spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: u64) -> Timestamp {
        Timestamp::from_secs(second)
    }

    #[test]
    fn failures_and_unknown_outcomes_are_counted_apart() {
        let outcomes = [Success::Yes, Success::No, Success::Unknown, Success::No, Success::Yes];
        let activity = Activity::count(outcomes.map(|outcome| (None, outcome)));
        assert_eq!((activity.calls, activity.failures, activity.unknown), (5, 2, 1));
        assert_eq!(activity.ends(), None);
        assert_eq!(activity.busy(), None);
        assert_eq!(Activity::count([]), Activity::default());
    }

    #[test]
    fn every_call_with_a_time_is_in_one_span() {
        let calls = [(200, Success::No), (199, Success::Yes), (150, Success::No), (101, Success::Yes)];
        let mut calls: Vec<_> =
            calls.into_iter().map(|(second, outcome)| (Some(at(second)), outcome)).collect();
        calls.extend([(Some(at(100)), Success::Unknown), (None, Success::No)]);
        let activity = Activity::count(calls);
        assert_eq!(activity.ends(), Some((at(100), at(200))));
        let spans = |spans| -> Vec<(u64, u64)> {
            activity
                .timeline((at(100), at(200)), spans)
                .iter()
                .map(|span| (span.calls, span.failures))
                .collect()
        };
        assert_eq!(spans(4), [(2, 0), (1, 1), (0, 0), (2, 1)]);
        assert_eq!(spans(1), [(5, 2)]);
        assert_eq!(spans(0), []);
    }

    #[test]
    fn what_was_long_before_the_rest_is_left_out_of_the_timeline() {
        let busy = |seconds: &[u64]| {
            Activity::count(seconds.iter().map(|second| (Some(at(*second)), Success::Yes))).busy()
        };
        let steady: Vec<u64> = (100..120).collect();
        assert_eq!(busy(&steady), Some(((at(100), at(119)), 0)));
        let created = [&[1][..], &steady].concat();
        assert_eq!(busy(&created), Some(((at(101), at(119)), 2)));
        assert_eq!(busy(&[1, 1000]), Some(((at(1), at(1000)), 0)));
    }

    #[test]
    fn calls_of_one_moment_are_in_the_first_span() {
        assert_eq!(span_at(at(7), (at(7), at(7)), 3), Some(0));
        assert_eq!(span_at(at(8), (at(7), at(7)), 3), None);
        assert_eq!(span_at(at(6), (at(7), at(9)), 3), None);
        assert_eq!(span_at(at(7), (at(7), at(9)), 0), None);
    }
}

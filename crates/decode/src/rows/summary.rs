//! A summary of the loaded rows: outcomes, percentiles of numbers, and rows over time.

use ledger::Timestamp;

use super::tally::{CHART_STEPS, each_passing, fitting};
use super::values::{FAILURE, SUCCESS, ValueRef};
use super::{Filter, Loaded};
use crate::gas_usage::percentile::{Ranks, Spread};
use crate::stop::Stop;

/// The summary to compute, for rows that pass a filter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Summarize {
    /// The rows to summarise.
    pub loaded: Loaded,
    /// An empty filter passes every row.
    pub filter: Filter,
    /// The index of the column with the outcome; `None` for lists without one.
    pub success: Option<usize>,
    /// The index of the column with the time; `None` for lists without one.
    pub time: Option<usize>,
    /// The columns of numbers.
    pub numbers: Vec<usize>,
    /// Maximum number of time spans.
    pub spans: u64,
}

/// Counts and percentiles of the rows.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Summary {
    /// Number of rows that pass the filter.
    pub rows: usize,
    /// Rows whose outcome is a success; 0 for lists without outcomes.
    pub succeeded: usize,
    /// Rows whose outcome is a failure. The remaining rows have an unknown outcome.
    pub failed: usize,
    /// The percentiles of each column of numbers; `None` if no row has a number.
    pub numbers: Vec<Option<Spread>>,
    /// The rows over time; `None` if no row has a time.
    pub times: Option<Timeline>,
}

/// Number of rows in each of equal time spans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    /// The start of the first span.
    pub start: Timestamp,
    /// The length of a span, seconds.
    pub step: u64,
    /// Number of rows in each span, oldest first.
    pub counts: Vec<u64>,
    /// How many of them failed.
    pub failed: Vec<u64>,
}

impl Summarize {
    /// Counts. `None` if stopped.
    pub fn run(&self, stop: &Stop) -> Option<Summary> {
        let mut ranks: Vec<Ranks> = self.numbers.iter().map(|_| Ranks::default()).collect();
        let mut times: Vec<(u64, bool)> = Vec::new();
        let (mut succeeded, mut failed) = (0, 0);
        let rows = each_passing(&self.loaded, &self.filter, stop, |values, row| {
            let outcome = self.success.map_or(ValueRef::Nothing, |column| values.get(row, column));
            let has_failed = outcome == ValueRef::Text(FAILURE);
            failed += usize::from(has_failed);
            succeeded += usize::from(outcome == ValueRef::Text(SUCCESS));
            for (column, ranks) in self.numbers.iter().zip(&mut ranks) {
                if let ValueRef::Number(number) = values.get(row, *column)
                    && let Ok(number) = u64::try_from(number)
                {
                    ranks.insert(number);
                }
            }
            if let Some(ValueRef::Time(at)) = self.time.map(|column| values.get(row, column)) {
                times.push((at.seconds, has_failed));
            }
        })?;
        let numbers = ranks.iter().map(Ranks::spread).collect();
        Some(Summary { rows, succeeded, failed, numbers, times: Timeline::new(&times, self.spans) })
    }
}

impl Timeline {
    /// Counts seconds, each with whether that row failed, in at most so many spans.
    fn new(times: &[(u64, bool)], spans: u64) -> Option<Self> {
        let seconds = || times.iter().map(|(second, _)| *second);
        let (first, last) = (seconds().min()?, seconds().max()?);
        let step = fitting((first, last), &CHART_STEPS, spans);
        let len = usize::try_from(last / step - first / step + 1).ok()?;
        let (mut counts, mut failed) = (vec![0; len], vec![0; len]);
        for (second, has_failed) in times {
            let span = usize::try_from(second / step - first / step).ok()?;
            if let (Some(count), Some(failed)) = (counts.get_mut(span), failed.get_mut(span)) {
                *count += 1;
                *failed += u64::from(*has_failed);
            }
        }
        Some(Self { start: Timestamp::from_secs(first - first % step), step, counts, failed })
    }

    /// The end of the last span.
    pub fn end(&self) -> Timestamp {
        let spans = u64::try_from(self.counts.len()).unwrap_or(u64::MAX);
        Timestamp::from_secs(self.start.seconds.saturating_add(self.step.saturating_mul(spans)))
    }
}

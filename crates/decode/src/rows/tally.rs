//! Counts loaded rows by the value of a column, by name, or by time span.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use ledger::Timestamp;

use super::arrange::{Loaded, ROWS_PER_STOP_CHECK};
use super::bucket::{Bucket, name};
use super::time_steps::{BUCKET_STEPS, fitting};
use super::value::{FAILURE, ValueRef};
use super::{Filter, RowValues, Value};
use crate::stop::Stop;

/// Maximum number of time spans.
const MAX_TIME_BUCKETS: u64 = 48;

/// The property by which rows are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The whole value.
    Value,
    /// The name of an event or error at the start of the value, without arguments.
    Name,
    /// The time span that contains the value.
    Time,
}

/// The count of rows per bucket, for rows that pass a filter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tally {
    pub loaded: Loaded,
    pub filter: Filter,
    /// The index of the column in the list.
    pub column: usize,
    pub by: By,
    /// The index of the column with the outcome; `None` for lists without one.
    pub success: Option<usize>,
}

/// The buckets: the fullest first, spans of time with the latest first. What is not known is among them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tallied {
    pub buckets: Arc<[Bucket]>,
    /// Number of rows that pass the filter.
    pub rows: usize,
    /// How many rows are in the fullest bucket.
    pub most: usize,
    /// The length of spans of time, seconds.
    pub step: Option<u64>,
}

impl Tally {
    /// The frequency of each value of a column in the loaded rows.
    pub fn of_values(loaded: Loaded, column: usize) -> Self {
        Self { loaded, filter: Filter::default(), column, by: By::Value, success: None }
    }

    /// Counts. `None` if stopped.
    pub fn run(&self, stop: &Stop) -> Option<Tallied> {
        let span = match self.by {
            By::Time => Some(self.step(stop)?),
            By::Value | By::Name => None,
        };
        let mut counts: HashMap<Value, (usize, usize)> = HashMap::new();
        let rows = each_passing(&self.loaded, &self.filter, stop, |values, row| {
            let bucket = match (values.get(row, self.column), self.by, span) {
                (ValueRef::Time(at), By::Time, Some(span)) => {
                    Value::Time(Timestamp::from_secs(at.seconds - at.seconds % span))
                }
                (ValueRef::Text(text), By::Name, _) => Value::Text(name(text).to_owned()),
                (value, ..) => value.to_value(),
            };
            let failed = self.success.is_some_and(|at| values.get(row, at) == ValueRef::Text(FAILURE));
            let count = counts.entry(bucket).or_default();
            *count = (count.0 + 1, count.1 + usize::from(failed));
        })?;
        let bucket = |(value, (rows, failed))| Bucket { value, rows, failed };
        let mut buckets: Vec<Bucket> = counts.into_iter().map(bucket).collect();
        match self.by {
            By::Time => buckets.sort_by_key(|bucket| Reverse(bucket.time())),
            By::Value | By::Name => {
                buckets.sort_by_cached_key(|bucket| (Reverse(bucket.rows), bucket.value.to_string()));
            }
        }
        let most = buckets.iter().map(|bucket| bucket.rows).max().unwrap_or_default();
        Some(Tallied { buckets: buckets.into(), rows, most, step: span })
    }

    /// The length of the spans that the times of the rows are counted in, seconds. `None` if stopped.
    fn step(&self, stop: &Stop) -> Option<u64> {
        let mut ends: Option<(u64, u64)> = None;
        each_passing(&self.loaded, &self.filter, stop, |values, row| {
            if let ValueRef::Time(at) = values.get(row, self.column) {
                let (first, last) = ends.unwrap_or((at.seconds, at.seconds));
                ends = Some((first.min(at.seconds), last.max(at.seconds)));
            }
        })?;
        Some(fitting(ends.unwrap_or_default(), &BUCKET_STEPS, MAX_TIME_BUCKETS))
    }
}

/// Hands on every row that passes, by the values of its page and its place there. How many there are; `None` if stopped.
pub(super) fn each_passing(
    loaded: &Loaded,
    filter: &Filter,
    stop: &Stop,
    mut each: impl FnMut(&RowValues, usize),
) -> Option<usize> {
    let mut test = filter.tester();
    let mut passed = 0;
    for (at, (values, row)) in loaded.rows().enumerate() {
        if at % ROWS_PER_STOP_CHECK == 0 && stop.is_set() {
            return None;
        }
        if test.passes(values, row) {
            each(values, row);
            passed += 1;
        }
    }
    Some(passed)
}

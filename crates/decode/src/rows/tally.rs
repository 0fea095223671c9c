//! Counts loaded rows by the value of a column, by name, or by time span.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use ledger::Timestamp;
use ledger::timestamp::{DAY_SECONDS, DAY_SECONDS as DAY};

use super::filter::short_name;
use super::values::{FAILURE, ValueRef};
use super::{Filter, Loaded, ROWS_PER_STOP_CHECK, RowValues, Value};
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
    /// The rows to count.
    pub loaded: Loaded,
    /// An empty filter passes every row.
    pub filter: Filter,
    /// The index of the column in the list.
    pub column: usize,
    /// What makes two rows fall into the same bucket.
    pub by: By,
    /// The index of the column with the outcome; `None` for lists without one.
    pub success: Option<usize>,
}

/// The buckets: the fullest first, spans of time with the latest first. What is not known is among them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tallied {
    /// One for each different value, name or time span.
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

/// Rows that share a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// The shared value. A name with arguments ends with `(`; a time span is given by its start.
    pub value: Value,
    /// Number of rows.
    pub rows: usize,
    /// Number of rows known to have failed.
    pub failed: usize,
}

impl Bucket {
    /// The start of the time span; `None` for other buckets.
    pub fn time(&self) -> Option<Timestamp> {
        if let Value::Time(at) = self.value { Some(at) } else { None }
    }

    /// The terms of a filter that leaves its rows. They were counted `by` what they have in this column, spans of time
    /// in so many seconds.
    pub fn terms(&self, column: usize, by: By, step: Option<u64>, columns: &[&str]) -> Option<String> {
        let field = short_name(columns.get(column)?, columns);
        Some(match (&self.value, by, step) {
            (Value::Nothing, ..) => format!("{field}!=*"),
            (Value::Time(at), By::Time, Some(step)) => {
                let end = Timestamp::from_secs(at.seconds.saturating_add(step));
                format!("{field}>={} {field}<{}", written(*at), written(end))
            }
            (Value::Time(at), ..) => format!("{field}={}", quoted(&at.utc())),
            (Value::Text(text), By::Name, _) if text.ends_with('(') => {
                format!("{field}={}", quoted(&format!("{text}*")))
            }
            (value, ..) => format!("{field}={}", quoted(&value.to_string())),
        })
    }
}

/// The name that a text begins with and the bracket behind it; all of a text that does not begin so.
pub(super) fn name(text: &str) -> &str {
    let end = text.find(|letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$')));
    let with_bracket = |end: usize| text.get(..=end).filter(|name| end > 0 && name.ends_with('('));
    end.and_then(with_bracket).unwrap_or(text)
}

/// A time of whole seconds as filters take it, as short as it can be.
fn written(at: Timestamp) -> String {
    let utc = at.utc();
    let end = match at.seconds {
        day if day.is_multiple_of(DAY_SECONDS) => 10,
        minute if minute.is_multiple_of(60) => 16,
        _ => 19,
    };
    utc.get(..end).unwrap_or(&utc).replace(' ', "T")
}

/// A value as the operand of a field. There is no way to write a quote: any text may be in its place.
fn quoted(text: &str) -> String {
    let text = text.replace('"', "*");
    if text.contains(char::is_whitespace) { format!("\"{text}\"") } else { text }
}

const HOUR: u64 = 60 * 60;

const BUCKET_STEPS: [u64; 5] = [1, 60, HOUR, DAY, 30 * DAY];
/// The steps of a chart, which has more room than a list of buckets.
pub(super) const CHART_STEPS: [u64; 20] = [
    1,
    2,
    5,
    10,
    20,
    30,
    60,
    2 * 60,
    5 * 60,
    10 * 60,
    20 * 60,
    30 * 60,
    HOUR,
    2 * HOUR,
    4 * HOUR,
    8 * HOUR,
    12 * HOUR,
    DAY,
    7 * DAY,
    30 * DAY,
];

/// The shortest step that divides the range into at most `most` spans. If all steps are too short, the last one is
/// doubled until it fits.
pub(super) fn fitting((first, last): (u64, u64), steps: &[u64], most: u64) -> u64 {
    let fits = |step: &u64| last / step - first / step < most.max(1);
    if let Some(step) = steps.iter().copied().find(fits) {
        return step;
    }
    let mut step = steps.last().copied().unwrap_or(DAY).max(1);
    // Beyond the range of times there is one span for all.
    while !fits(&step) && step < u64::MAX / 2 {
        step *= 2;
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_step_that_fits_is_taken() {
        assert_eq!(fitting((100, 140), &BUCKET_STEPS, 48), 1);
        assert_eq!(fitting((100, 148), &BUCKET_STEPS, 48), 60);
        assert_eq!(fitting((0, 4 * HOUR), &BUCKET_STEPS, 48), HOUR);
        assert_eq!(fitting((0, 4 * HOUR), &CHART_STEPS, 76), 5 * 60);
        assert_eq!(fitting((0, 4_000 * DAY), &BUCKET_STEPS, 48), 120 * DAY);
        for most in [0, 1, 2] {
            let step = fitting((0, u64::MAX), &BUCKET_STEPS, most);
            assert!(step >= 30 * DAY, "{step}");
        }
    }
}

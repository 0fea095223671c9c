//! How often each value of a column comes among the loaded rows.

use std::collections::HashMap;

use super::arrange::Loaded;
use super::{Filter, Value};
use crate::decode::stop::Stop;

/// The question how often each value of a column comes among the rows that pass a filter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tally {
    pub loaded: Loaded,
    pub filter: Filter,
    /// The column's place among all of the list.
    pub column: usize,
}

/// The values, the most frequent first, each with how often it comes. What is not known is among them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tallied {
    pub values: Vec<(Value, usize)>,
    /// How many rows passed.
    pub rows: usize,
}

impl Tally {
    /// Counts. `None` if stopped.
    pub fn run(&self, stop: &Stop) -> Option<Tallied> {
        let mut test = self.filter.tester();
        let mut counts: HashMap<Value, usize> = HashMap::new();
        let mut rows = 0;
        for (values, row) in self.loaded.rows() {
            if stop.is_set() {
                return None;
            }
            if test.passes(values, row) {
                *counts.entry(values.get(row, self.column).to_value()).or_default() += 1;
                rows += 1;
            }
        }
        let mut values: Vec<(Value, usize)> = counts.into_iter().collect();
        values.sort_by_cached_key(|(value, count)| (std::cmp::Reverse(*count), value.to_string()));
        Some(Tallied { values, rows })
    }
}

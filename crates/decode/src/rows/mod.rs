//! The values of list rows by column, and the filtering and sorting of rows. Runs off the event loop's thread: lists
//! grow to a hundred thousand rows.

mod complete;
mod export;
mod filter;
mod sought;
mod summary;
mod tally;
mod term;
mod values;

use std::cmp::Ordering;
use std::sync::Arc;

use self::values::Key;
use crate::stop::Stop;

pub use self::export::{
    Field, Format, LABELS, Records, label_of, labels_of, markdown_head, markdown_row, quoted,
};
pub use complete::Typing;
pub use filter::{Filter, entities};
pub use summary::{Summarize, Summary, Timeline};
pub use tally::{Bucket, By, Tallied, Tally};
pub use term::Fault;
pub use values::{RowValues, Source, Valuation, Value, ValueRef};

/// A column by its field name, as filters name it: `gas_used`.
pub fn field_name(column: &str) -> String {
    column.replace([' ', '-'], "_").to_lowercase()
}

/// Rows examined between two cancellation checks.
const ROWS_PER_STOP_CHECK: usize = 1 << 10;

/// The loaded rows, page by page. Equal only if they share memory.
#[derive(Clone, Debug, Default)]
pub struct Loaded(pub Arc<[LoadedPage]>);

/// The values of a page's rows, and the indices of the rows that are in the list.
pub(crate) type LoadedPage = (Arc<RowValues>, Arc<[u32]>);

impl Loaded {
    /// The rows in the order of the list: each page's values and the row's index in the page.
    fn rows(&self) -> impl Iterator<Item = (&RowValues, usize)> {
        self.0.iter().flat_map(|(values, rows)| {
            rows.iter().map(move |row| (&**values, usize::try_from(*row).unwrap_or(usize::MAX)))
        })
    }

    /// Number of rows in the list.
    pub fn len(&self) -> usize {
        self.0.iter().map(|(_, rows)| rows.len()).sum()
    }

    /// Whether no page has a row that is in the list.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

ledger::by_pointer!(Loaded);

/// The order of rows by a column; rows without a value come last in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sort {
    /// The column's place among all of the list.
    pub column: usize,
    /// The column's title, such as `gas used`.
    pub name: &'static str,
    /// Largest first.
    pub descending: bool,
}

impl Sort {
    /// The reversed order.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { descending: !self.descending, ..self }
    }

    /// The order of two rows by their sort keys.
    pub fn compare(self, one: Option<&Key>, other: Option<&Key>) -> Ordering {
        match (one, other) {
            (Some(one), Some(other)) if self.descending => other.cmp(one),
            (Some(one), Some(other)) => one.cmp(other),
            (one, other) => other.is_some().cmp(&one.is_some()),
        }
    }
}

/// The question which rows are shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrange {
    /// The rows to filter and sort.
    pub loaded: Loaded,
    /// An empty filter passes every row.
    pub filter: Filter,
    /// `None` keeps the order of the server.
    pub sort: Option<Sort>,
    /// The column that says of which rows all details are known: these are counted.
    pub details: Option<usize>,
}

/// The rows that are shown, by their places among the loaded, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Arranged {
    /// Indices into the loaded rows, counted over all pages.
    pub rows: Arc<[u32]>,
    /// How many rows were examined.
    pub examined: usize,
    /// Of how many of them all details are known.
    pub with_details: usize,
}

impl Arrange {
    /// Examines every row. `None` if stopped.
    pub fn run(&self, stop: &Stop) -> Option<Arranged> {
        let mut test = self.filter.tester();
        let mut passed: Vec<(u32, Option<Key>)> = Vec::new();
        let mut with_details = 0;
        for (at, (place, (values, row))) in (0_usize..).zip((0_u32..).zip(self.loaded.rows())) {
            if at % ROWS_PER_STOP_CHECK == 0 && stop.is_set() {
                return None;
            }
            let details = self.details.is_some_and(|column| values.get(row, column) != ValueRef::Nothing);
            with_details += usize::from(details);
            if test.passes(values, row) {
                let key = self.sort.and_then(|sort| values.get(row, sort.column).key());
                passed.push((place, key));
            }
        }
        if let Some(sort) = self.sort {
            passed.sort_by(|(_, one), (_, other)| sort.compare(one.as_ref(), other.as_ref()));
        }
        Some(Arranged {
            rows: passed.into_iter().map(|(place, _)| place).collect(),
            examined: self.loaded.len(),
            with_details,
        })
    }
}

#[cfg(test)]
mod tests;

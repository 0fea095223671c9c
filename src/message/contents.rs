//! A pane's contents as data, for other programs; may extend beyond the loaded rows.

use std::fmt::Debug;
use std::sync::Arc;

use decode::rows::RowValues;
use ledger::{RawJson, Timestamp, Unit};

use super::{Answer, Ask, Copied, Failure};

/// The contents of a pane.
#[derive(Clone, Debug)]
pub enum Contents {
    /// The rows of a server's list, which is walked to its end.
    List(Arc<dyn Walk>),
    /// Rows that are all in memory.
    Rows(Table),
    /// Values with their names, section by section.
    Facts(Vec<Section>),
    /// Nothing: why, and what to name instead.
    Nothing(String),
}

/// A column's unit name, and the screen's unit if the amounts are in base units.
pub type ColumnUnit = Option<(&'static str, Option<Unit>)>;

/// Rows with their value in every column.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Table {
    /// The columns, each by the name that filters use.
    pub fields: Vec<String>,
    /// The columns that the screen shows, in its order, by their places among all.
    pub shown: Vec<usize>,
    /// The unit of each column; of those behind the last one, none.
    pub units: Vec<ColumnUnit>,
    pub values: RowValues,
    /// Why these are not all.
    pub incomplete: Option<String>,
}

/// A heading and its facts.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Section {
    /// The heading; empty for facts without one.
    pub title: String,
    pub facts: Vec<Fact>,
}

/// A named value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is, such as `balance`.
    pub name: String,
    /// The whole value, in its exact form.
    pub exact: String,
    /// The whole value as the screen shows it, with its unit.
    pub words: String,
}

impl Fact {
    /// A value whose exact and displayed forms are the same.
    pub fn new(name: impl Into<String>, exact: impl Into<String>) -> Self {
        let exact = exact.into();
        Self { name: name.into(), words: exact.clone(), exact }
    }
}

impl From<Copied> for Fact {
    fn from(copied: Copied) -> Self {
        Self::new(copied.what, copied.text.whole())
    }
}

/// Loaded rows, to be read off the loop's thread.
pub trait LoadedRows: Debug + Send + Sync {
    /// The rows in parts, with their JSON if `received`. Spilled rows are read from disk, which may block and fail.
    fn parts(&self, received: bool) -> Box<dyn Iterator<Item = Result<LoadedPart, Failure>> + Send>;
}

/// A part of loaded rows.
#[derive(Debug)]
pub struct LoadedPart {
    /// The value of every row in every column.
    pub values: RowValues,
    /// The rows as received.
    pub rows: Vec<RawJson>,
}

/// A list that can be read page by page without storing the pages.
pub trait Walk: Debug + Send + Sync {
    /// The columns, each by the name that filters use.
    fn fields(&self) -> &[String];

    /// The columns that the screen shows, in its order, by their places among all.
    fn shown(&self) -> &[usize];

    /// The unit of each column.
    fn units(&self) -> &[ColumnUnit];

    /// Begins at the list's first row.
    fn begin(&self, now: Timestamp) -> Box<dyn Steps>;

    /// Whether the newest row comes first; `None` if rows are not ordered by time, or if the list's conditions on the
    /// time are no range.
    fn is_newest_first(&self) -> Option<bool>;

    /// The last row of the list alone. `None` where rows are not ordered by their time.
    fn last(&self) -> Option<Arc<dyn Walk>>;

    /// The rows from a time on and before another one. `None` where rows are not ordered by their time.
    fn within(&self, from: Timestamp, to: Timestamp) -> Option<Arc<dyn Walk>>;
}

/// An iteration over a list's pages.
pub trait Steps: Send {
    /// The request for the first page.
    fn first(&mut self) -> Ask;

    /// The request for the rows in a time range, without those already received. `None` if rows are not ordered by
    /// time.
    fn within(&mut self, from: Timestamp, to: Timestamp) -> Option<Ask>;

    /// The request for rows newer than all received ones, oldest first. It overlaps the received rows a little, to
    /// catch late ones. `None` if the list cannot get new rows.
    fn newer(&mut self, now: Timestamp) -> Option<Ask>;

    /// Takes the answer to the request for a page. `None` if it is no page.
    fn take(&mut self, outcome: &Result<Answer, Failure>) -> Option<Step>;
}

/// A page.
#[derive(Debug)]
pub struct Step {
    /// The values of the rows that are new in this page.
    pub values: RowValues,
    /// These rows as received.
    pub rows: Vec<RawJson>,
    /// The time by which each of these rows is ordered, if it is.
    pub at: Vec<Option<Timestamp>>,
    /// The times of the first and of the last row of the page, if they have one.
    pub times: Option<(Timestamp, Timestamp)>,
    pub next: NextStep,
}

/// What follows a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    End,
    More(Ask),
    /// A link that must not be followed, and why, in words.
    Refused(&'static str),
}

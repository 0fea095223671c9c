//! What a pane has to say, as data: for other programs, and beyond what is loaded.

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
    /// Rows that are all here.
    Rows(Table),
    /// Values with their names, section by section.
    Facts(Vec<Section>),
    /// Nothing: why, and what to name instead.
    Nothing(String),
}

/// What a column's unit is called, and the unit in which the screen shows its amounts, if these are in base units.
pub type ColumnUnit = Option<(&'static str, Option<Unit>)>;

/// Rows with what they are worth in every column.
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

/// Facts under a heading.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Section {
    /// The heading; empty for facts without one.
    pub title: String,
    pub facts: Vec<Fact>,
}

/// What is said of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is, such as `balance`.
    pub name: String,
    /// The whole value, in its exact form.
    pub exact: String,
    /// The whole value in the screen's words, with its unit.
    pub words: String,
}

impl Fact {
    /// A value whose exact form is what the screen says.
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

/// Rows that are there already, to be read off the loop.
pub trait LoadedRows: Debug + Send + Sync {
    /// The rows, a part at a time. They are as received, too, if that is wanted. Rows may be on disk: it may wait for that,
    /// and fail.
    fn parts(&self, received: bool) -> Box<dyn Iterator<Item = Result<LoadedPart, Failure>> + Send>;
}

/// A part of loaded rows.
#[derive(Debug)]
pub struct LoadedPart {
    /// What the rows are worth in every column.
    pub values: RowValues,
    /// The rows as received.
    pub rows: Vec<RawJson>,
}

/// A list that can be read page by page, without keeping what was read.
pub trait Walk: Debug + Send + Sync {
    /// The columns, each by the name that filters use.
    fn fields(&self) -> &[String];

    /// The columns that the screen shows, in its order, by their places among all.
    fn shown(&self) -> &[usize];

    /// The unit of each column.
    fn units(&self) -> &[ColumnUnit];

    /// Begins at the list's first row.
    fn begin(&self, now: Timestamp) -> Box<dyn Steps>;

    /// Whether the newest row comes first, where rows are ordered by their time; `None` where they are not, or the list
    /// has conditions on the time that are no range.
    fn is_newest_first(&self) -> Option<bool>;

    /// The last row of the list alone. `None` where rows are not ordered by their time.
    fn last(&self) -> Option<Arc<dyn Walk>>;

    /// The rows from a time on and before another one. `None` where rows are not ordered by their time.
    fn within(&self, from: Timestamp, to: Timestamp) -> Option<Arc<dyn Walk>>;
}

/// The way through a list.
pub trait Steps: Send {
    /// The request for the first page.
    fn first(&mut self) -> Ask;

    /// The request for the rows from a time on and before another one, without those that came. `None` where rows are not
    /// ordered by their time.
    fn within(&mut self, from: Timestamp, to: Timestamp) -> Option<Ask>;

    /// The request for what is newer than all that came, oldest first, with a little of what was there already: rows that
    /// came late are among it. `None` if nothing new can come into the list.
    fn newer(&mut self, now: Timestamp) -> Option<Ask>;

    /// Takes the answer to the request for a page. `None` if it is no page.
    fn take(&mut self, outcome: &Result<Answer, Failure>) -> Option<Step>;
}

/// A page.
#[derive(Debug)]
pub struct Step {
    /// What the rows are worth, but for those that came before.
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

//! A pane's contents for other programs: as data, which may extend beyond the loaded rows, and as values to copy. Bytes
//! stay bytes until they are copied: hex of many megabytes would be slow.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use api::Failure;
use decode::rows::RowValues;
use ledger::{HexBytes, RawJson, Timestamp, Unit};

use super::{Answer, Ask};

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

/// The text of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyText {
    Text(String),
    /// Copied as `0x` and hex digits.
    Hex(HexBytes),
    /// Copied as received.
    Json(RawJson),
}

/// Text for the clipboard, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// What it is, such as `contract id`.
    pub what: String,
    /// The whole value.
    pub text: CopyText,
}

impl Copied {
    /// The most bytes of text that go through a terminal's clipboard sequence: longer ones are dropped.
    pub const MAX_BYTES: usize = 74_994;

    pub fn new(what: impl Into<String>, text: impl Into<CopyText>) -> Self {
        Self { what: what.into(), text: text.into() }
    }

    /// As much of a text as a terminal takes, and one byte more, which shows that it is cut.
    pub fn enough(text: &str) -> &str {
        first(text, Self::MAX_BYTES + 1)
    }
}

impl CopyText {
    /// Whether there is nothing to copy.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }

    /// Length of the text, bytes.
    pub fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Hex(bytes) => 2 + 2 * bytes.len(),
            Self::Json(json) => json.raw().len(),
        }
    }

    /// The whole text.
    pub fn whole(&self) -> Cow<'_, str> {
        self.beginning(usize::MAX)
    }

    /// The text for the clipboard. Bytes and JSON may be megabytes: only what a terminal takes is written.
    pub fn for_clipboard(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            long => long.beginning(Copied::MAX_BYTES).into_owned(),
        }
    }

    /// The text without its middle: at most this many bytes of each end.
    pub fn both_ends(&self, most: usize) -> Cow<'_, str> {
        if self.len() <= 2 * most {
            return self.whole();
        }
        let end = match self {
            Self::Text(text) => last(text, most).to_owned(),
            Self::Json(json) => last(json.raw(), most).to_owned(),
            Self::Hex(bytes) => {
                let from = bytes.len().saturating_sub(most / 2);
                alloy_primitives::hex::encode(bytes.bytes().get(from..).unwrap_or_default())
            }
        };
        format!("{}{end}", self.beginning(most)).into()
    }

    /// The first bytes of the text, at most `most`.
    pub fn beginning(&self, most: usize) -> Cow<'_, str> {
        match self {
            Self::Text(text) => first(text, most).into(),
            Self::Json(json) => first(json.raw(), most).into(),
            Self::Hex(bytes) => {
                let first = bytes.bytes().get(..most.saturating_sub(2).div_euclid(2));
                first.map_or_else(|| bytes.to_hex(), alloy_primitives::hex::encode_prefixed).into()
            }
        }
    }
}

fn first(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

fn last(text: &str, most: usize) -> &str {
    text.get(text.ceil_char_boundary(text.len().saturating_sub(most))..).unwrap_or_default()
}

impl Default for CopyText {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl From<String> for CopyText {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for CopyText {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&RawJson> for CopyText {
    fn from(json: &RawJson) -> Self {
        Self::Json(json.clone())
    }
}

impl From<&HexBytes> for CopyText {
    fn from(bytes: &HexBytes) -> Self {
        Self::Hex(bytes.clone())
    }
}

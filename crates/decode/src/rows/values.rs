//! The exact values of rows, stored by column and independent of the screen.

use std::fmt;
use std::fmt::Debug;
use std::sync::Arc;

use ledger::{EntityId, Success, Timestamp};

use crate::known::Snapshot;
use crate::stop::Stop;

/// The value of each row of a page in each column.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RowValues {
    len: usize,
    columns: Box<[Cells]>,
}

/// The values of one column.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cells {
    /// No row has a value.
    Nothing,
    Numbers(Box<[Option<i64>]>),
    Times(Box<[Option<Timestamp>]>),
    /// The texts one behind another, and where each ends. What is empty is not known.
    Texts {
        text: Box<str>,
        ends: Box<[u32]>,
    },
    /// Numbers beyond 64 bits, or values of several kinds.
    Mixed(Box<[Value]>),
}

impl RowValues {
    /// Stores the values of rows, each with one value per column.
    pub fn new(columns: usize, rows: Vec<Vec<Value>>) -> Self {
        let len = rows.len();
        let mut each: Vec<Vec<Value>> = (0..columns).map(|_| Vec::with_capacity(len)).collect();
        for row in rows {
            let mut values = row.into_iter();
            for column in &mut each {
                column.push(values.next().unwrap_or(Value::Nothing));
            }
        }
        Self { len, columns: each.into_iter().map(Cells::new).collect() }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the page was sent without rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Approximate memory use, bytes.
    pub fn bytes(&self) -> usize {
        self.columns.iter().map(Cells::bytes).sum()
    }

    /// The value of a row in a column.
    pub fn get(&self, row: usize, column: usize) -> ValueRef<'_> {
        self.columns.get(column).map_or(ValueRef::Nothing, |cells| cells.get(row))
    }

    /// The values of a row in all columns.
    pub fn row(&self, row: usize) -> impl Iterator<Item = ValueRef<'_>> {
        self.columns.iter().map(move |cells| cells.get(row))
    }
}

impl Cells {
    fn new(values: Vec<Value>) -> Self {
        let all = |is: fn(&Value) -> bool| values.iter().all(|value| *value == Value::Nothing || is(value));
        if all(|_| false) {
            return Self::Nothing;
        }
        if all(|value| matches!(value, Value::Number(number) if i64::try_from(*number).is_ok())) {
            let number = |value: &Value| match value {
                Value::Number(number) => i64::try_from(*number).ok(),
                _ => None,
            };
            return Self::Numbers(values.iter().map(number).collect());
        }
        if all(|value| matches!(value, Value::Time(_))) {
            let time = |value: &Value| if let Value::Time(at) = value { Some(*at) } else { None };
            return Self::Times(values.iter().map(time).collect());
        }
        let length: usize =
            values.iter().map(|value| if let Value::Text(text) = value { text.len() } else { 0 }).sum();
        if all(|value| matches!(value, Value::Text(_))) && u32::try_from(length).is_ok() {
            let mut text = String::with_capacity(length);
            let mut end = |value: &Value| {
                if let Value::Text(one) = value {
                    text.push_str(one);
                }
                u32::try_from(text.len()).unwrap_or(u32::MAX)
            };
            let ends = values.iter().map(&mut end).collect();
            return Self::Texts { text: text.into(), ends };
        }
        Self::Mixed(values.into())
    }

    fn bytes(&self) -> usize {
        let text = |value: &Value| if let Value::Text(text) = value { text.len() } else { 0 };
        match self {
            Self::Nothing => 0,
            Self::Numbers(all) => size_of_val(&**all),
            Self::Times(all) => size_of_val(&**all),
            Self::Texts { text, ends } => text.len() + size_of_val(&**ends),
            Self::Mixed(all) => size_of_val(&**all) + all.iter().map(text).sum::<usize>(),
        }
    }

    fn get(&self, row: usize) -> ValueRef<'_> {
        match self {
            Self::Nothing => ValueRef::Nothing,
            Self::Numbers(all) => match all.get(row) {
                Some(Some(number)) => ValueRef::Number(i128::from(*number)),
                _ => ValueRef::Nothing,
            },
            Self::Times(all) => all.get(row).copied().flatten().map_or(ValueRef::Nothing, ValueRef::Time),
            Self::Texts { text, ends } => {
                let end = |row: usize| ends.get(row).and_then(|end| usize::try_from(*end).ok());
                let start = row.checked_sub(1).map_or(Some(0), end);
                match start.zip(end(row)).and_then(|(start, end)| text.get(start..end)) {
                    Some("") | None => ValueRef::Nothing,
                    Some(text) => ValueRef::Text(text),
                }
            }
            Self::Mixed(all) => all.get(row).map_or(ValueRef::Nothing, Value::as_ref),
        }
    }
}

/// The value of a cell: exact, complete, and independent of the displayed units.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Unknown.
    Nothing,
    /// A number: base units, gas, a count.
    Number(i128),
    /// A consensus time, or another time of the record.
    Time(Timestamp),
    /// Anything else.
    Text(String),
}

impl Value {
    /// A text; [`Self::Nothing`] for `None`.
    pub fn text(known: Option<impl ToString>) -> Self {
        known.map_or(Self::Nothing, |known| Self::Text(known.to_string()))
    }

    /// A number; [`Self::Nothing`] for `None` and out of range.
    pub fn number(known: Option<impl TryInto<i128>>) -> Self {
        known.and_then(|known| known.try_into().ok()).map_or(Self::Nothing, Self::Number)
    }

    /// `success` or `failure`; [`Self::Nothing`] for an unknown outcome.
    pub fn success(success: Success) -> Self {
        match success {
            Success::Yes => Self::Text(SUCCESS.to_owned()),
            Success::No => Self::Text(FAILURE.to_owned()),
            Success::Unknown => Self::Nothing,
        }
    }

    /// Borrows the text, which is the only value that is not copied.
    pub fn as_ref(&self) -> ValueRef<'_> {
        match self {
            Self::Nothing => ValueRef::Nothing,
            Self::Number(number) => ValueRef::Number(*number),
            Self::Time(at) => ValueRef::Time(*at),
            Self::Text(text) => ValueRef::Text(text),
        }
    }

    /// A time; [`Self::Nothing`] for `None`.
    pub fn time(known: Option<Timestamp>) -> Self {
        known.map_or(Self::Nothing, Self::Time)
    }
}

/// The values of a column with outcomes.
pub(super) const SUCCESS: &str = "success";
pub(super) const FAILURE: &str = "failure";

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Number(number) => write!(f, "{number}"),
            Self::Time(at) => write!(f, "{at}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// A borrowed [`Value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueRef<'a> {
    /// Unknown.
    Nothing,
    /// A number: base units, gas, a count.
    Number(i128),
    /// A consensus time, or another time of the record.
    Time(Timestamp),
    /// Anything else.
    Text(&'a str),
}

impl ValueRef<'_> {
    /// Copies the text.
    pub fn to_value(self) -> Value {
        match self {
            Self::Nothing => Value::Nothing,
            Self::Number(number) => Value::Number(number),
            Self::Time(at) => Value::Time(at),
            Self::Text(text) => Value::Text(text.to_owned()),
        }
    }

    /// The sort key: entities by their numbers, texts ignoring case. `None` for an unknown value.
    pub fn key(self) -> Option<Key> {
        match self {
            Self::Nothing => None,
            Self::Number(number) => Some(Key::Number(number)),
            Self::Time(at) => Some(Key::Time(at)),
            Self::Text(text) => match EntityId::parse(text) {
                Some(id) => Some(Key::Entity(id)),
                None => Some(Key::Text(text.to_lowercase())),
            },
        }
    }
}

/// See [`ValueRef::key`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    Number(i128),
    Time(Timestamp),
    Entity(EntityId),
    Text(String),
}

/// Pages of rows that can compute the value of every row in every column.
pub trait Source: Debug + Send + Sync {
    /// The values, page by page, computed with the current knowledge. `None` if stopped.
    fn values(&self, known: &Snapshot, stop: &Stop) -> Option<Vec<Arc<RowValues>>>;
}

/// The computation of the values of some pages. Equal only if they share the pages in memory.
#[derive(Clone, Debug)]
pub struct Valuation(pub Arc<dyn Source>);

ledger::by_pointer!(Valuation);

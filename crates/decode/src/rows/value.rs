//! The exact value of a cell, independent of the screen.

use std::fmt;

use ledger::{EntityId, Success, Timestamp};

/// The value of a cell: exact, complete, and independent of the displayed units.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Unknown.
    Nothing,
    /// A number: base units, gas, a count.
    Number(i128),
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
    Nothing,
    Number(i128),
    Time(Timestamp),
    Text(&'a str),
}

impl ValueRef<'_> {
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

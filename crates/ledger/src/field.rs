//! One field of a server's record: absent, null, a value, or something that could not be read.

use serde::{Deserialize, Serialize};

use super::Text;

/// One field of a record as received.
///
/// Real servers leave fields out, send null, and send numbers as strings. A field that cannot be read does
/// not spoil its record: it becomes [`Field::Odd`] and is shown raw.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Field<T> {
    /// The server did not send the field.
    #[default]
    Absent,
    /// The server sent null.
    Null,
    /// The server sent a value of the documented shape.
    Known(T),
    /// Something of another shape than expected, as it was sent.
    Odd(Text),
}

impl<T> Field<T> {
    /// The value, if there is one.
    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Known(value) => Some(value),
            _ => None,
        }
    }

    /// Whether the server left the field out.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// The same field with another reading of its value.
    pub fn map<U>(&self, f: impl FnOnce(&T) -> U) -> Field<U> {
        match self {
            Self::Absent => Field::Absent,
            Self::Null => Field::Null,
            Self::Known(value) => Field::Known(f(value)),
            Self::Odd(text) => Field::Odd(text.clone()),
        }
    }
}

impl<T: Copy> Field<T> {
    /// The value by copy, if there is one.
    pub fn value(&self) -> Option<T> {
        self.known().copied()
    }
}

impl<T> From<T> for Field<T> {
    fn from(value: T) -> Self {
        Self::Known(value)
    }
}

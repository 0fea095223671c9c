//! The rows to step among: all, or those that share a column's value with the shown row.

use crate::panes::kit::list::Value;

/// A group of rows to step among.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    All,
    /// Rows with the same value in the column of this name.
    Same(&'static str),
    /// Rows known to have failed.
    Failed,
}

/// The required value in one column.
#[derive(Debug)]
pub struct Wanted(Option<(&'static str, Value)>);

/// Columns whose shared values can be stepped along, if the list has them.
const SHARED: [&str; 4] = ["sender", "method", "creator", "emitter"];
/// The column of the outcome, and its value for a failure.
const SUCCESS: &str = "success";
const FAILURE: &str = "failure";

impl Among {
    /// The available choices for a row, by the values of its columns.
    pub fn choices(value: impl Fn(&str) -> Option<Value>) -> Vec<Self> {
        let is_known = |column: &&str| value(column).is_some_and(|value| value != Value::Nothing);
        let same = SHARED.into_iter().filter(is_known).map(Self::Same);
        let failed = value(SUCCESS).map(|_| Self::Failed);
        [Self::All].into_iter().chain(same).chain(failed).collect()
    }

    /// The values required of other rows, by those of the shown row.
    pub fn wanted(self, value: impl Fn(&str) -> Option<Value>) -> Wanted {
        Wanted(match self {
            Self::All => None,
            Self::Same(column) => Some((column, value(column).unwrap_or(Value::Nothing))),
            Self::Failed => Some((SUCCESS, Value::Text(FAILURE.to_owned()))),
        })
    }

    /// The group in words; `None` for all rows.
    pub fn label(self) -> Option<String> {
        match self {
            Self::All => None,
            Self::Same(column) => Some(format!("same {column}")),
            Self::Failed => Some("only failed".to_owned()),
        }
    }

    /// A row of the group, in words.
    pub fn row(self) -> String {
        match self {
            Self::All => "row that leads anywhere".to_owned(),
            Self::Same(column) => format!("row with the same {column}"),
            Self::Failed => "row known as failed".to_owned(),
        }
    }
}

impl Wanted {
    /// Whether a row has the required value; `value` returns those of its columns.
    pub fn is_met(&self, value: impl Fn(&str) -> Option<Value>) -> bool {
        self.0.as_ref().is_none_or(|(column, wanted)| value(column).as_ref() == Some(wanted))
    }
}

//! Among which rows one steps: all of them, or those whose columns are worth the same as those of the row shown.

use crate::panes::kit::list::Value;

/// The rows that are stepped among.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    All,
    /// Those whose column of this name is worth the same.
    Same(&'static str),
    /// Those that are known to have failed.
    Failed,
}

/// What a row must be worth in one of its columns.
#[derive(Debug)]
pub struct Wanted(Option<(&'static str, Value)>);

/// The columns in which rows can be alike, as far as a list has them.
const SHARED: [&str; 4] = ["sender", "method", "creator", "emitter"];
/// The column that says whether a row failed, and what it is worth then.
const SUCCESS: &str = "success";
const FAILURE: &str = "failure";

impl Among {
    /// What there is to choose from for a row, by what each of its columns is worth, if the list has that column.
    pub fn choices(value: impl Fn(&str) -> Option<Value>) -> Vec<Self> {
        let is_known = |column: &&str| value(column).is_some_and(|value| value != Value::Nothing);
        let same = SHARED.into_iter().filter(is_known).map(Self::Same);
        let failed = value(SUCCESS).map(|_| Self::Failed);
        [Self::All].into_iter().chain(same).chain(failed).collect()
    }

    /// What the rows to step to are worth, by what the row shown is.
    pub fn wanted(self, value: impl Fn(&str) -> Option<Value>) -> Wanted {
        Wanted(match self {
            Self::All => None,
            Self::Same(column) => Some((column, value(column).unwrap_or(Value::Nothing))),
            Self::Failed => Some((SUCCESS, Value::Text(FAILURE.to_owned()))),
        })
    }

    /// The rows in words; nothing if they are all.
    pub fn label(self) -> Option<String> {
        match self {
            Self::All => None,
            Self::Same(column) => Some(format!("same {column}")),
            Self::Failed => Some("only failed".to_owned()),
        }
    }

    /// One of the rows in words.
    pub fn row(self) -> String {
        match self {
            Self::All => "row that leads anywhere".to_owned(),
            Self::Same(column) => format!("row with the same {column}"),
            Self::Failed => "row known as failed".to_owned(),
        }
    }
}

impl Wanted {
    /// Whether a row is worth this, by what each of its columns is.
    pub fn is_met(&self, value: impl Fn(&str) -> Option<Value>) -> bool {
        self.0.as_ref().is_none_or(|(column, wanted)| value(column).as_ref() == Some(wanted))
    }
}

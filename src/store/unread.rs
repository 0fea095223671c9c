//! Unreadable rows: each is skipped and counted, without affecting the others.

use std::collections::BTreeMap;

use ledger::amount::{counted, grouped};
use rusqlite::Error;

/// The number of unreadable rows, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unread(BTreeMap<&'static str, usize>);

impl Unread {
    /// The readable rows. `None` is a row that no longer parses.
    ///
    /// # Errors
    /// When the file itself cannot be read.
    pub(super) fn leave_out<T>(
        &mut self,
        one: &'static str,
        rows: impl Iterator<Item = rusqlite::Result<Option<T>>>,
    ) -> rusqlite::Result<Vec<T>> {
        let mut read = Vec::new();
        for row in rows {
            match row {
                Ok(Some(row)) => read.push(row),
                Ok(None) => self.add(one, 1),
                Err(error) if is_of_row(&error) => self.add(one, 1),
                Err(error) => return Err(error),
            }
        }
        Ok(read)
    }

    /// Adds to the count of a kind.
    pub(super) fn add(&mut self, one: &'static str, count: usize) {
        *self.0.entry(one).or_default() += count;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether rows of this kind are unreadable.
    pub(super) fn has(&self, one: &str) -> bool {
        self.0.contains_key(one)
    }

    /// How many of what: `1 job and 3 labels`.
    pub fn label(&self) -> String {
        listed(self.0.iter().map(|(one, count)| plural(*count, one)))
    }
}

/// So many things, some of which do not only take an s: `2 batches`, `2 watch list entries`.
pub(super) fn plural(count: usize, one: &str) -> String {
    match (one.strip_suffix('y'), one.ends_with("ch")) {
        (Some(stem), _) if count != 1 => format!("{} {stem}ies", grouped(&count)),
        (_, true) if count != 1 => format!("{} {one}es", grouped(&count)),
        _ => counted(count, one),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(parts: impl IntoIterator<Item = String>) -> String {
    let mut parts: Vec<String> = parts.into_iter().collect();
    match (parts.pop(), parts.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} and {last}", parts.join(", ")),
    }
}

/// Whether only one row cannot be read: a value in it is of another kind, too large, or no text.
pub(super) fn is_of_row(error: &Error) -> bool {
    matches!(
        error,
        Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..)
    )
}

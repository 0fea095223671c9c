//! Remarks of a working store, and the unreadable rows that it counts: each is skipped without affecting the others.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use ledger::amount::{counted, grouped};
use rusqlite::Error;

/// A remark about the store for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The file was damaged; a new one is in its place.
    SetAside {
        /// The path of the damaged file.
        aside: PathBuf,
        /// SQLite's message.
        words: String,
        /// The rows recovered from it.
        taken: Taken,
    },
    /// Unreadable rows were skipped.
    Unread {
        file: PathBuf,
        /// Counts by kind.
        rows: Unread,
    },
    /// Others can write to the directory.
    OpenToOthers { directory: PathBuf },
}

/// The rows recovered from a damaged file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// The row count of each non-empty table.
    pub rows: Vec<(String, usize)>,
    /// Whether rows are known to be lost.
    pub lost: bool,
}

/// Tables counted separately, with the name of one row.
const NAMED: [(&str, &str); 6] = [
    ("jobs", "job"),
    ("batches", "batch"),
    ("labels", "label"),
    ("bookmarks", "bookmark"),
    ("watched", "watch list entry"),
    ("interfaces", "ABI"),
];

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |table: &str| self.rows.iter().find(|(name, _)| name == table).map_or(0, |row| row.1);
        let named = NAMED.iter().map(|(table, one)| (count(table), *one));
        let others = self.rows.iter().filter(|(name, _)| NAMED.iter().all(|(table, _)| table != name));
        let others = (others.map(|(_, count)| count).sum(), "other row");
        let counts: Vec<String> = named
            .chain([others])
            .filter(|(count, _)| *count > 0)
            .map(|(count, one)| plural(count, one))
            .collect();
        match (counts.is_empty(), self.lost) {
            (true, _) => write!(f, "nothing of it could be read, and a new one is begun"),
            (false, true) => write!(f, "what could be read of it is in a new one: {}", listed(counts)),
            (false, false) => write!(f, "all of it is in a new one: {}", listed(counts)),
        }
    }
}

impl Remark {
    pub(super) fn log(&self) {
        tracing::warn!(name: "remark", target: "hieroscope::store", words = %self);
    }

    /// Whether jobs may be missing.
    pub fn hides_jobs(&self) -> bool {
        match self {
            Self::SetAside { taken, .. } => taken.lost || taken.rows.is_empty(),
            Self::Unread { rows, .. } => rows.has("job"),
            Self::OpenToOthers { .. } => false,
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The file name comes first, as a narrow screen cuts the rest.
            Self::SetAside { aside, words, taken } => write!(
                f,
                "The damaged store is set aside as {} in {} ({words}); {taken}.",
                aside.file_name().unwrap_or_default().display(),
                aside.parent().unwrap_or(Path::new(".")).display()
            ),
            Self::Unread { file, rows } => write!(
                f,
                "Not everything is shown: {} in {} cannot be read, and stays there.",
                rows.label(),
                file.display()
            ),
            Self::OpenToOthers { directory } => write!(
                f,
                "Others can write to {}, where jobs and history are saved: take the right away with \
                 chmod go-w, or name another directory with --data-dir.",
                directory.display()
            ),
        }
    }
}

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
fn is_of_row(error: &Error) -> bool {
    matches!(
        error,
        Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..)
    )
}

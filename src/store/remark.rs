//! Remarks of a working store.

use std::fmt;
use std::path::{Path, PathBuf};

use super::unread::{Unread, listed, plural};

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

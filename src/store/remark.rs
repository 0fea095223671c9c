//! What there is to say of a store that works.

use std::fmt;
use std::path::{Path, PathBuf};

use super::unread::{Unread, listed, plural};

/// Something of the store that the user is to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The file was damaged; a new one is in its place.
    SetAside {
        /// Where it is now.
        aside: PathBuf,
        /// SQLite's message.
        words: String,
        /// What was read of it.
        taken: Taken,
    },
    /// Rows that cannot be read are left out.
    Unread {
        file: PathBuf,
        /// How many of what.
        rows: Unread,
    },
    /// Others can write to the directory.
    OpenToOthers { directory: PathBuf },
}

/// What was read of a damaged file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// The rows of each table that had some.
    pub rows: Vec<(String, usize)>,
    /// Whether there was more that could not be read, as far as is known.
    pub lost: bool,
}

/// The tables that are named one by one, and what one of their rows is called.
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
    /// Whether jobs may be lacking among those that can be read.
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
            // Its name comes first: a narrow screen shows no more.
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

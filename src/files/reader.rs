//! Reads files up to a limit of bytes, and remembers their state to detect changes.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use verification::{Seen, Stamp};

use crate::message::FileFault;

/// The most bytes that one question reads, over all files. A build-info holds the compiler's output, too, which
/// is many times what is sent of it.
pub(super) const MAX_BYTES: u64 = 256 << 20;

/// Reads the files of one question.
#[derive(Debug)]
pub(super) struct Reader {
    seen: Vec<Seen>,
    left: u64,
    most: u64,
    home: Option<PathBuf>,
    roots: Vec<PathBuf>,
}

impl Default for Reader {
    fn default() -> Self {
        Self::of_at_most(MAX_BYTES)
    }
}

impl Reader {
    /// A reader of this many bytes.
    pub(super) fn of_at_most(most: u64) -> Self {
        Self { seen: Vec::new(), left: most, most, home: None, roots: Vec::new() }
    }

    /// Sets the user's home directory.
    pub(super) fn of_user(self, home: Option<&Path>) -> Self {
        Self { home: home.and_then(|home| fs::canonicalize(home).ok()), ..self }
    }

    /// Adds directories of sources to the project's own.
    ///
    /// # Errors
    /// The first path that is not a directory.
    pub(super) fn with_roots(self, roots: &[PathBuf]) -> Result<Self, PathBuf> {
        let real =
            |root: &PathBuf| fs::canonicalize(root).ok().filter(|real| real.is_dir()).ok_or(root.clone());
        Ok(Self { roots: roots.iter().map(real).collect::<Result<_, _>>()?, ..self })
    }

    /// The directories of sources that the user names, without links in them.
    pub(super) fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// The user's home directory, without links in it.
    pub(super) fn home(&self) -> Option<&Path> {
        self.home.as_deref()
    }

    /// The whole text of a regular file, without a byte order mark.
    ///
    /// # Errors
    /// Says what is wrong with the file.
    pub(super) fn text(&mut self, path: &Path) -> Result<String, FileFault> {
        // A pipe would be waited for, and a device has no end: neither is opened.
        let found = fs::metadata(path).map_err(|error| fault(&error))?;
        if found.is_dir() {
            return Err(FileFault::Directory);
        }
        if !found.is_file() {
            return Err(FileFault::Irregular);
        }
        if found.len() > self.left {
            return Err(FileFault::TooLarge { most: self.most });
        }
        let file = File::open(path).map_err(|error| fault(&error))?;
        // A file may have grown since it was measured.
        let text = self.stream(file)?;
        self.seen.push(seen(path, &found));
        Ok(text)
    }

    /// The whole text of a stream, within the same limit.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub(super) fn stream(&mut self, stream: impl Read) -> Result<String, FileFault> {
        let mut bytes = Vec::new();
        stream.take(self.left + 1).read_to_end(&mut bytes).map_err(|error| fault(&error))?;
        let read = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        self.left = self.left.checked_sub(read).ok_or(FileFault::TooLarge { most: self.most })?;
        as_text(bytes)
    }

    /// The stamp of the files read.
    pub(super) fn stamp(self) -> Stamp {
        Stamp(self.seen.into())
    }
}

/// The text of a file, without a byte order mark.
fn as_text(bytes: Vec<u8>) -> Result<String, FileFault> {
    let text = String::from_utf8(bytes).map_err(|_| FileFault::NotText)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Whether all files of the stamp are unchanged.
pub(super) fn is_as_it_was(stamp: &Stamp) -> bool {
    stamp
        .0
        .iter()
        .all(|known| fs::metadata(&known.path).is_ok_and(|found| seen(&known.path, &found) == *known))
}

fn seen(path: &Path, found: &Metadata) -> Seen {
    let changed = found.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    Seen { path: path.to_owned(), bytes: found.len(), changed: changed.map(|since| since.as_nanos()) }
}

/// What an error of the system means for the user.
pub(super) fn fault(error: &io::Error) -> FileFault {
    match error.kind() {
        ErrorKind::NotFound
        | ErrorKind::NotADirectory
        | ErrorKind::InvalidFilename
        | ErrorKind::InvalidInput => FileFault::Missing,
        ErrorKind::IsADirectory => FileFault::Directory,
        kind => FileFault::Unreadable(kind.to_string()),
    }
}

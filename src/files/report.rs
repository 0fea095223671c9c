//! Writes a text to a new file.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf, absolute};

/// Why a text was not written.
#[derive(Debug, thiserror::Error)]
pub enum ExportFault {
    /// The file cannot be made or written.
    #[error("{} could not be written ({words}): choose another path", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The system's message.
        words: String,
    },
    /// There is such a file.
    #[error("{} exists already and is not overwritten: choose another name", path.display())]
    Taken {
        /// The file.
        path: PathBuf,
    },
}

/// Writes the text to a new file and returns its whole path. A file that exists is never touched.
///
/// # Errors
/// When there is such a file, or it cannot be made or written.
pub fn write_new(path: &Path, text: &str) -> Result<PathBuf, ExportFault> {
    let path = absolute(path).unwrap_or_else(|_| path.to_owned());
    match write(&path, text) {
        Ok(()) => Ok(path),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(ExportFault::Taken { path }),
        Err(error) => Err(ExportFault::Unwritable { path, words: error.to_string() }),
    }
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn nothing_is_written_over() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("report.md");
        assert_eq!(write_new(&path, "one").unwrap(), path);
        let words = write_new(&path, "two").unwrap_err().to_string();
        assert!(words.contains("exists already"), "{words}");
        assert_eq!(fs::read_to_string(path).unwrap(), "one");
    }

    #[test]
    fn what_cannot_be_written_is_said_with_a_next_step() {
        let directory = tempfile::tempdir().unwrap();
        let gone = directory.path().join("gone").join("report.md");
        let words = write_new(&gone, "").unwrap_err().to_string();
        assert!(words.contains("could not be written") && words.contains("choose another path"), "{words}");
    }
}

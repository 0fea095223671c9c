//! Writes a text to a file of its own, beside whatever is there already.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf, absolute};

use crate::message::Export;

/// How many names are tried: the plain one, and then with a number.
const NAMES: u32 = 1000;

/// Why a text was not written.
#[derive(Debug, thiserror::Error)]
pub enum ExportFault {
    /// The file cannot be made or written.
    #[error("{} could not be written ({words}): start the program in a directory where you may write", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        words: String,
    },
    /// Every name is taken.
    #[error("{} and all names like it are taken: move or remove some of them", path.display())]
    Taken {
        /// The first name.
        path: PathBuf,
    },
}

/// Writes the text to a new Markdown file in this directory and returns its whole path. A file that exists is
/// never touched: a number is appended to the name instead.
///
/// # Errors
/// When the file cannot be made or written, or no name is free.
pub fn write_new(directory: &Path, export: &Export) -> Result<PathBuf, ExportFault> {
    let named = |ending: &str| directory.join(format!("{}{ending}.md", export.name));
    for number in 1..=NAMES {
        let path = if number == 1 { named("") } else { named(&format!("-{number}")) };
        match write(&path, &export.text) {
            Ok(()) => return Ok(absolute(&path).unwrap_or(path)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(ExportFault::Unwritable { path, words: error.to_string() }),
        }
    }
    Err(ExportFault::Taken { path: named("") })
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
        let export =
            |text: &str| Export { name: "hieroscope-report-2f4aeb11".to_owned(), text: text.to_owned() };
        let first = write_new(directory.path(), &export("one")).unwrap();
        let second = write_new(directory.path(), &export("two")).unwrap();
        assert_eq!(first, directory.path().join("hieroscope-report-2f4aeb11.md"));
        assert_eq!(second, directory.path().join("hieroscope-report-2f4aeb11-2.md"));
        assert_eq!(fs::read_to_string(first).unwrap(), "one");
        assert_eq!(fs::read_to_string(second).unwrap(), "two");
    }

    #[test]
    fn a_directory_that_takes_no_file_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let missing = directory.path().join("missing");
        let export = Export { name: "report".to_owned(), text: String::new() };
        let fault = write_new(&missing, &export).unwrap_err().to_string();
        assert!(fault.contains("missing") && fault.contains("where you may write"), "{fault}");
    }
}

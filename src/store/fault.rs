//! Why something could not be saved, and what to do.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// A failure of the store. The program continues without it, in memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreFault {
    /// No directory is known.
    #[error("Jobs and history are not saved: no home directory is known. Name a directory with --data-dir.")]
    NoDirectory,
    /// The directory or the file in it cannot be made.
    #[error("Jobs and history are not saved: {} cannot be written ({words}). Make it writable, or name another directory with --data-dir.", .path.display())]
    Unwritable {
        /// The directory or file.
        path: PathBuf,
        /// The system's message.
        words: String,
    },
    /// Something other than a file has its name. It was left as it is.
    #[error("Jobs and history are not saved: {} is not a regular file. Move it away, or name another directory with --data-dir.", .path.display())]
    NotAFile { path: PathBuf },
    /// The file is no database, or a broken one. It was left as it is.
    #[error("Jobs and history are not saved: {} is damaged or not a database ({words}). Move it away, or name another directory with --data-dir.", .file.display())]
    Damaged {
        file: PathBuf,
        /// SQLite's message.
        words: String,
    },
    /// The file was written by a newer version of the program. It was left as it is.
    #[error("Jobs and history are not saved: {} is of a newer version of hieroscope (schema {found}, known up to {known}). Update hieroscope, or name another directory with --data-dir.", .file.display())]
    Newer {
        file: PathBuf,
        /// The version of its schema.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// Another program holds the file for too long.
    #[error("A change was not saved: another program holds {}. Close it and try again.", .file.display())]
    Busy { file: PathBuf },
    /// The file was moved or removed while it was open: what is written to it can be found by nobody.
    #[error("A change was not saved: {} was moved or removed meanwhile. Put it back, or start hieroscope again.", .file.display())]
    Gone { file: PathBuf },
    /// The disk is full.
    #[error("A change was not saved: there is no room left for {}. Make room and try again.", .file.display())]
    Full { file: PathBuf },
    /// Anything else.
    #[error("A change was not saved in {}: {words}.", .file.display())]
    Failed {
        file: PathBuf,
        /// SQLite's message.
        words: String,
    },
}

impl StoreFault {
    /// What a failure of SQLite means for this file.
    pub(super) fn of_sqlite(file: &Path, error: &rusqlite::Error) -> Self {
        let (file, words) = (file.to_owned(), error.to_string());
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::Damaged { file, words },
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                Self::Unwritable { path: file, words }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy { file },
            Some(ErrorCode::DiskFull) => Self::Full { file },
            _ => Self::Failed { file, words },
        }
    }
}

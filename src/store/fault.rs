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
    /// The path is not a regular file. It was left unchanged.
    #[error("Jobs and history are not saved: {} is not a regular file. Move it away, or name another directory with --data-dir.", .path.display())]
    NotAFile { path: PathBuf },
    /// The path or its directory is a symbolic link, which was not followed.
    #[error("Jobs and history are not saved: {} is a symbolic link, which is not followed. Put what it leads to in its place, or name that directory with --data-dir.", .path.display())]
    Link { path: PathBuf },
    /// The file is read-only.
    #[error("Jobs and history are not saved: {} can be read and not be written ({words}). Make it and its directory writable, or name another directory with --data-dir.", .path.display())]
    ReadOnly {
        path: PathBuf,
        /// The system's message.
        words: String,
    },
    /// The file is not a database or is damaged, and could not be set aside. It was left unchanged.
    #[error("Jobs and history are not saved: {} is damaged or not a database ({words}). Move it away, or name another directory with --data-dir.", .file.display())]
    Damaged {
        file: PathBuf,
        /// SQLite's message.
        words: String,
    },
    /// The file was written by a newer version of the program. It is opened read-only.
    #[error("Jobs and history are not saved: {} is of a newer version of hieroscope (schema {found}, known up to {known}), so it is opened read-only. Update hieroscope, or name another directory with --data-dir.", .file.display())]
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
    /// The file was moved or removed while open: writes to it would be lost.
    #[error("A change was not saved: {} was moved or removed meanwhile. Put it back, or start hieroscope again.", .file.display())]
    Gone { file: PathBuf },
    /// The disk is full.
    #[error("A change was not saved: there is no room left for {}. Make room and try again.", .file.display())]
    Full { file: PathBuf },
    /// The store's thread has ended.
    #[error("Jobs and history are not saved: the store has stopped. Start hieroscope again.")]
    Stopped,
    /// The record of a job is missing.
    #[error("The record of the job is not shown: it is no longer in {}. Refresh the job, if its verifier still has it.", .file.display())]
    NoRecord { file: PathBuf },
    /// Anything else.
    #[error("A change was not saved in {}: {words}.", .file.display())]
    Failed {
        file: PathBuf,
        /// SQLite's message.
        words: String,
    },
}

impl StoreFault {
    /// The fault of a file other than the store's, as a clause.
    pub fn clause(&self) -> String {
        match self {
            Self::NoDirectory => "no home directory is known; name a directory with --data-dir".to_owned(),
            Self::Unwritable { path, words } | Self::ReadOnly { path, words } => {
                format!("{} cannot be written ({words})", path.display())
            }
            Self::NotAFile { path } => format!("{} is not a regular file", path.display()),
            Self::Link { path } => format!("{} is a symbolic link, which is not followed", path.display()),
            Self::Damaged { file, words } => format!("{} is damaged ({words})", file.display()),
            Self::Busy { file } => format!("another program holds {}", file.display()),
            Self::Full { file } => format!("there is no room left for {}", file.display()),
            Self::Failed { file, words } => format!("{}: {words}", file.display()),
            other => other.to_string(),
        }
    }

    pub(super) fn log(&self) {
        tracing::error!(name: "fault", target: "hieroscope::store", why = %self);
    }

    /// What a failure of SQLite means for this file.
    pub(super) fn of_sqlite(file: &Path, error: &rusqlite::Error) -> Self {
        let (file, words) = (file.to_owned(), error.to_string());
        if is_of_shape(error) {
            return Self::Damaged { file, words };
        }
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

/// Whether the tables differ from the file's schema version: the file is treated as damaged.
pub(super) fn is_of_shape(error: &rusqlite::Error) -> bool {
    let is_told = |words: &str| {
        ["no such table", "no such column", "has no column", "duplicate column", "already exists"]
            .into_iter()
            .any(|told| words.contains(told))
    };
    match error {
        // The row that always exists is missing: the revision number.
        rusqlite::Error::QueryReturnedNoRows | rusqlite::Error::InvalidColumnName(_) => true,
        rusqlite::Error::SqliteFailure(_, Some(words)) => is_told(words),
        rusqlite::Error::SqlInputError { msg, .. } => is_told(msg),
        _ => false,
    }
}

//! Replaces a damaged file by a new one with its readable rows, and keeps the damaged one next to it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use ledger::Timestamp;
use rusqlite::Connection;

use super::file::{Identity, beside, private};
use super::remark::{Remark, Taken};
use super::salvage::{count, salvage};
use super::{FILE, FLAGS, StoreFault};

/// The name of the new file until it is in its place.
const NEW: &str = "hieroscope.sqlite.new";

/// Suffixes of SQLite's companion files.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// Sets a damaged file aside and replaces it. Does nothing if another instance has done so.
///
/// `identity` is that of the damaged file; `words` describe the damage.
///
/// # Errors
/// When it cannot be set aside; the file is then left unchanged.
pub(super) fn set_aside(file: &Path, identity: Identity, words: &str) -> Result<Option<Remark>, StoreFault> {
    let directory = file.parent().unwrap_or(Path::new("."));
    let lock = Lock::take(directory).map_err(|error| left(file, words, &error))?;
    let Some(_lock) = lock else { return Err(StoreFault::Busy { file: file.to_owned() }) };
    if identity != Identity::from_path(file) {
        return Ok(None);
    }
    let new = directory.join(NEW);
    let (taken, made) = fill(file, &new).map_err(|fault| match fault {
        Unfilled::Io(error) => left(file, words, &error),
        Unfilled::Sqlite(error) => StoreFault::of_sqlite(&new, &error),
    })?;
    let aside = aside(directory, made);
    let renamed = rename(file, &new, &aside);
    renamed.map_err(|error| left(file, words, &error))?;
    Ok(Some(Remark::SetAside { aside, words: words.to_owned(), taken }))
}

/// Moves the new file into place if a kill interrupted [`set_aside`] after the damaged file was moved away. Does
/// nothing while another instance holds the lock.
pub(super) fn finish(directory: &Path) -> Option<Remark> {
    let (file, new) = (directory.join(FILE), directory.join(NEW));
    // A journal of the new file means it is incomplete: the damaged file has not been moved.
    let is_whole = || ["-journal", "-wal"].iter().all(|suffix| is_missing(&beside(&new, suffix)));
    let is_left =
        || is_missing(&file) && fs::symlink_metadata(&new).is_ok_and(|it| it.is_file()) && is_whole();
    if fs::symlink_metadata(directory).is_ok_and(|it| it.is_symlink()) || !is_left() {
        return None;
    }
    let _lock = Lock::take(directory).ok().flatten().filter(|_| is_left())?;
    let aside = newest_aside(directory)?;
    for suffix in BESIDE {
        let log = beside(&file, suffix);
        // SQLite would apply a remaining log to the new file.
        if !is_missing(&log) {
            fs::rename(log, beside(&aside, suffix)).ok()?;
        }
    }
    let connection = Connection::open_with_flags(&new, FLAGS).ok()?;
    let rows = count(&connection).ok()?;
    connection.close().ok()?;
    fs::rename(new, file).ok()?;
    let words = "this was interrupted before".to_owned();
    Some(Remark::SetAside { aside, words, taken: Taken { rows, lost: true } })
}

fn is_missing(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// The damaged file that was set aside last.
fn newest_aside(directory: &Path) -> Option<PathBuf> {
    let paths = fs::read_dir(directory).ok()?.flatten().map(|entry| entry.path());
    let is_aside = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with("hieroscope.damaged-") && name.ends_with(".sqlite"))
    };
    paths.filter(is_aside).max_by_key(|path| changed(path))
}

/// When a file was moved or changed last.
#[cfg(unix)]
fn changed(path: &Path) -> Option<(i64, i64)> {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(path).ok().map(|found| (found.ctime(), found.ctime_nsec()))
}

#[cfg(not(unix))]
fn changed(path: &Path) -> Option<std::time::SystemTime> {
    fs::metadata(path).and_then(|found| found.modified()).ok()
}

/// The fault of a file that stays damaged.
fn left(file: &Path, words: &str, error: &io::Error) -> StoreFault {
    let words = format!("{words}; it cannot be set aside: {error}");
    StoreFault::Damaged { file: file.to_owned(), words }
}

/// Keeps other instances from mending at the same time.
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// `None` while another instance holds the lock.
    fn take(directory: &Path) -> io::Result<Option<Self>> {
        let path = directory.join("hieroscope.mending.lock");
        let file = private().open(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { path, _file: file })),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The next instance recreates it, and finds the damaged file gone.
        let _ = fs::remove_file(&self.path);
    }
}

enum Unfilled {
    Io(io::Error),
    Sqlite(rusqlite::Error),
}

/// Creates the new file; also returns the time.
fn fill(damaged: &Path, new: &Path) -> Result<(Taken, Timestamp), Unfilled> {
    // Remove the files of an instance killed during this.
    for path in [new.to_owned(), beside(new, "-journal"), beside(new, "-wal"), beside(new, "-shm")] {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(Unfilled::Io(error)),
            _ => {}
        }
    }
    let made = private().create_new(true).open(new).and_then(|file| file.metadata()?.modified());
    let since = made.map_err(Unfilled::Io)?.duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut connection = Connection::open_with_flags(new, FLAGS).map_err(Unfilled::Sqlite)?;
    let taken = salvage(damaged, &mut connection).map_err(Unfilled::Sqlite)?;
    connection.close().map_err(|(_, error)| Unfilled::Sqlite(error))?;
    Ok((taken, Timestamp::from_secs(since.as_secs())))
}

/// An unused file name with the date.
fn aside(directory: &Path, made: Timestamp) -> PathBuf {
    let date: String = made.utc().chars().take(10).collect();
    let names = (1..).map(|number| match number {
        1 => format!("hieroscope.damaged-{date}.sqlite"),
        number => format!("hieroscope.damaged-{date}-{number}.sqlite"),
    });
    let mut paths = names.map(|name| directory.join(name));
    paths.find(|path| fs::symlink_metadata(path).is_err()).unwrap_or_default()
}

/// The damaged file is moved first: SQLite ignores a log without its file.
fn rename(file: &Path, new: &Path, aside: &Path) -> io::Result<()> {
    fs::rename(file, aside)?;
    for suffix in BESIDE {
        match fs::rename(beside(file, suffix), beside(aside, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    fs::rename(new, file)
}

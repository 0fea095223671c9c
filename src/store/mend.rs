//! Puts a new file in the place of a damaged one, with what can be read of that, which stays beside it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use ledger::Timestamp;
use rusqlite::Connection;

use super::file::{Identity, beside};
use super::remark::{Remark, Taken};
use super::salvage::{count, salvage};
use super::{FILE, FLAGS, StoreFault};

/// The name of the new file until it is in its place.
const NEW: &str = "hieroscope.sqlite.new";

/// What SQLite keeps beside a file.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// Sets a damaged file aside. Nothing is done if another instance has done it already.
///
/// `identity` is that of the file that was found to be damaged, `words` say how.
///
/// # Errors
/// When it cannot be set aside; then it is left as it is.
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

/// Puts the new file in its place if a kill came between that and the setting aside of the damaged one, so that there is
/// no file. Whoever has the lock is about to do it.
pub(super) fn finish(directory: &Path) -> Option<Remark> {
    let (file, new) = (directory.join(FILE), directory.join(NEW));
    // What was not closed has a journal beside it: then the damaged file has not been moved.
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
        // A log that stays would be taken for the new file's.
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

/// That the file is damaged still.
fn left(file: &Path, words: &str, error: &io::Error) -> StoreFault {
    let words = format!("{words}; it cannot be set aside: {error}");
    StoreFault::Damaged { file: file.to_owned(), words }
}

/// Holds other instances off while it is there.
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// None while another instance is at it.
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
        // Whoever comes next makes it anew, and finds that the damaged file is gone.
        let _ = fs::remove_file(&self.path);
    }
}

/// How files are made that only their owner can read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create(true).truncate(false);
    options
}

enum Unfilled {
    Io(io::Error),
    Sqlite(rusqlite::Error),
}

/// Makes the new file; also returns when.
fn fill(damaged: &Path, new: &Path) -> Result<(Taken, Timestamp), Unfilled> {
    // What an instance has left that was killed meanwhile.
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

/// A name with the date that nothing has yet.
fn aside(directory: &Path, made: Timestamp) -> PathBuf {
    let date: String = made.utc().chars().take(10).collect();
    let names = (1..).map(|number| match number {
        1 => format!("hieroscope.damaged-{date}.sqlite"),
        number => format!("hieroscope.damaged-{date}-{number}.sqlite"),
    });
    let mut paths = names.map(|name| directory.join(name));
    paths.find(|path| fs::symlink_metadata(path).is_err()).unwrap_or_default()
}

/// The damaged file goes first: a log without its file is nothing that SQLite would take for the new one's.
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

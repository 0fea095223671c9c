//! Creates the directory and the file, readable by their owner only.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Read as _, Seek as _};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::{FILE, StoreFault};

/// The location of the store.
pub(super) struct Place {
    pub(super) file: PathBuf,
    /// Why it is read-only; `None` if writable.
    pub(super) barred: Option<StoreFault>,
    /// Whether other users can write to the directory.
    pub(super) open_to_others: bool,
}

/// Creates the directory and file if missing.
///
/// The file gets its mode before SQLite opens it. The write-ahead log inherits that mode: neither is ever readable by
/// others.
pub(super) fn prepare(data_dir: &Path) -> Result<Place, StoreFault> {
    prepare_as(data_dir, FILE)
}

/// [`prepare`] for a file of this name.
pub(super) fn prepare_as(data_dir: &Path, name: &str) -> Result<Place, StoreFault> {
    let data_dir = prepare_directory(data_dir)?;
    let file = data_dir.join(name);
    check_no_link(&file)?;
    // Only regular files are opened: opening a device may have side effects.
    if fs::metadata(&file).is_ok_and(|found| !found.is_file()) {
        return Err(StoreFault::NotAFile { path: file });
    }
    let open_to_others = is_open_to_others(&data_dir);
    match make_file(&file) {
        Ok(true) => Ok(Place { file, barred: None, open_to_others }),
        Ok(false) => Err(StoreFault::NotAFile { path: file }),
        Err(error) if fs::File::open(&file).is_ok() => {
            let barred = StoreFault::ReadOnly { path: file.clone(), words: error.to_string() };
            Ok(Place { file, barred: Some(barred), open_to_others })
        }
        Err(error) => Err(unwritable(&file, &error)),
    }
}

/// Creates the directory if missing. Returns its path without a trailing separator, which would follow a link.
pub(super) fn prepare_directory(data_dir: &Path) -> Result<PathBuf, StoreFault> {
    if data_dir.as_os_str().is_empty() {
        return Err(StoreFault::NoDirectory);
    }
    let data_dir: PathBuf = data_dir.components().collect();
    check_no_link(&data_dir)?;
    make_directory(&data_dir).map_err(|error| unwritable(&data_dir, &error))?;
    Ok(data_dir)
}

fn check_no_link(path: &Path) -> Result<(), StoreFault> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    if is_link { Err(StoreFault::Link { path: path.to_owned() }) } else { Ok(()) }
}

pub(super) fn unwritable(path: &Path, error: &io::Error) -> StoreFault {
    StoreFault::Unwritable { path: path.to_owned(), words: error.to_string() }
}

/// The schema version in the file's header; 0 if unset. Writes nothing.
pub(super) fn version(file: &Path) -> i64 {
    /// The offset of SQLite's `user_version`, bytes.
    const AT: u64 = 60;
    /// The header of every SQLite database.
    const HEAD: &[u8; 16] = b"SQLite format 3\0";
    let read = || {
        let mut file = fs::File::open(file)?;
        let (mut head, mut bytes) = ([0; 16], [0; 4]);
        file.read_exact(&mut head)?;
        file.seek(io::SeekFrom::Start(AT))?;
        file.read_exact(&mut bytes)?;
        io::Result::Ok(if head == *HEAD { i64::from(i32::from_be_bytes(bytes)) } else { 0 })
    };
    read().unwrap_or_default()
}

/// Opens a file read-only, if possible without writing to its directory either.
pub(super) fn open_to_read(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let has_log = ["-wal", "-shm"].iter().any(|suffix| fs::metadata(beside(file, suffix)).is_ok());
    if has_log {
        return Connection::open_with_flags(file, flags);
    }
    // Without a write-ahead log no other process uses the file, and SQLite needs no log to read it.
    let path = percent_encoding::percent_encode(
        file.as_os_str().as_encoded_bytes(),
        percent_encoding::NON_ALPHANUMERIC,
    );
    let uri = format!("file:{}?immutable=1", path.to_string().replace("%2F", "/"));
    Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)
}

/// The path of a database's companion file, such as its log.
pub(super) fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The identity of the file at a path, if the system has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity(Option<(u64, u64)>);

impl Identity {
    /// The identity of the file at `path` now.
    #[cfg(unix)]
    pub(super) fn from_path(path: &Path) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self(fs::metadata(path).ok().map(|found| (found.dev(), found.ino())))
    }

    /// The identity of the file at `path` now.
    #[cfg(not(unix))]
    pub(super) fn from_path(path: &Path) -> Self {
        Self(path.exists().then_some((0, 0)))
    }
}

fn make_directory(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// Options to write files that only their owner can read, creating missing ones.
pub(super) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create(true).truncate(false);
    options
}

/// Creates the file if missing. `false` if the path is not a regular file.
fn make_file(path: &Path) -> io::Result<bool> {
    let file = private().read(true).open(path)?;
    // The path may have been replaced by a link: its target is left unchanged.
    if !file.metadata()?.is_file() || fs::symlink_metadata(path)?.is_symlink() {
        return Ok(false);
    }
    close_to_others(&file)?;
    Ok(true)
}

/// Whether other users can write to the directory, and thus replace the file.
#[cfg(unix)]
fn is_open_to_others(directory: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(directory).is_ok_and(|found| {
        // A group with the owner's number has no other members.
        let by_group = if found.gid() == found.uid() { 0 } else { 0o020 };
        found.mode() & (0o002 | by_group) != 0
    })
}

/// Not checked on this system.
#[cfg(not(unix))]
fn is_open_to_others(_: &Path) -> bool {
    false
}

/// Removes the permissions of other users, which a copied file may have.
#[cfg(unix)]
fn close_to_others(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = file.metadata()?.permissions();
    if permissions.mode() & 0o077 != 0 {
        permissions.set_mode(0o600);
        file.set_permissions(permissions)?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn close_to_others(_: &fs::File) -> io::Result<()> {
    Ok(())
}

//! The directory and the file, created so that only their owner can read them.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Read as _, Seek as _};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::{FILE, StoreFault};

/// Where the store is.
pub(super) struct Place {
    pub(super) file: PathBuf,
    /// Why it may only be read, if so.
    pub(super) barred: Option<StoreFault>,
    /// Whether others than the owner can write to the directory.
    pub(super) open_to_others: bool,
}

/// Makes what is missing of directory and file.
///
/// The file exists with its mode before SQLite sees it, so that neither it nor the log beside it, which takes
/// over the mode, is ever readable by others.
pub(super) fn prepare(data_dir: &Path) -> Result<Place, StoreFault> {
    prepare_as(data_dir, FILE)
}

/// The same for a file of this name.
pub(super) fn prepare_as(data_dir: &Path, name: &str) -> Result<Place, StoreFault> {
    let data_dir = prepare_directory(data_dir)?;
    let file = data_dir.join(name);
    check_no_link(&file)?;
    // Anything but a regular file is not opened: a device may react to that.
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

/// Makes the directory if it is missing. Its path, without a separator at the end, which would lead through a link.
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

/// The version that the file itself names; 0 if it names none. Nothing is written to find out.
pub(super) fn version(file: &Path) -> i64 {
    /// Where SQLite's `user_version` is in a file, bytes from its beginning.
    const AT: u64 = 60;
    /// How every database begins.
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

/// Opens a file to which nothing is written, its directory included as far as that is possible.
pub(super) fn open_to_read(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let has_log = ["-wal", "-shm"].iter().any(|suffix| fs::metadata(beside(file, suffix)).is_ok());
    if has_log {
        return Connection::open_with_flags(file, flags);
    }
    // Without a log nobody else has it open, and SQLite needs none beside it to read.
    let path = percent_encoding::percent_encode(
        file.as_os_str().as_encoded_bytes(),
        percent_encoding::NON_ALPHANUMERIC,
    );
    let uri = format!("file:{}?immutable=1", path.to_string().replace("%2F", "/"));
    Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)
}

/// The file beside a database's.
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

/// Makes the file if it is missing. `false` if it is none, whatever was there before.
fn make_file(path: &Path) -> io::Result<bool> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
    // A link that has taken its place meanwhile leads elsewhere, where nothing is changed.
    if !file.metadata()?.is_file() || fs::symlink_metadata(path)?.is_symlink() {
        return Ok(false);
    }
    close_to_others(&file)?;
    Ok(true)
}

/// Whether others than the owner can write to the directory, so that they can put something in the file's place.
#[cfg(unix)]
fn is_open_to_others(directory: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(directory).is_ok_and(|found| {
        // A group with the owner's number is the owner's alone.
        let by_group = if found.gid() == found.uid() { 0 } else { 0o020 };
        found.mode() & (0o002 | by_group) != 0
    })
}

/// Who else can write is not asked here.
#[cfg(not(unix))]
fn is_open_to_others(_: &Path) -> bool {
    false
}

/// Takes a file's permissions away from all but its owner, in case it was copied here without them.
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

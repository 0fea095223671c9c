//! The directory and the file, created so that only their owner can read them.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::{FILE, StoreFault};

/// Makes what is missing of directory and file, and returns the file.
///
/// The file exists with its mode before SQLite sees it, so that neither it nor the log beside it, which takes
/// over the mode, is ever readable by others.
pub(super) fn prepare(data_dir: &Path) -> Result<PathBuf, StoreFault> {
    if data_dir.as_os_str().is_empty() {
        return Err(StoreFault::NoDirectory);
    }
    let unwritable = |path: &Path, error: &io::Error| StoreFault::Unwritable {
        path: path.to_owned(),
        words: error.to_string(),
    };
    make_directory(data_dir).map_err(|error| unwritable(data_dir, &error))?;
    let file = data_dir.join(FILE);
    // Anything but a regular file is not opened: a device may react to that.
    if fs::metadata(&file).is_ok_and(|found| !found.is_file()) {
        return Err(StoreFault::NotAFile { path: file });
    }
    match make_file(&file) {
        Ok(true) => Ok(file),
        Ok(false) => Err(StoreFault::NotAFile { path: file }),
        Err(error) => Err(unwritable(&file, &error)),
    }
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
    let found = file.metadata()?;
    if !found.is_file() {
        return Ok(false);
    }
    // What a link leads to is somebody's choice, permissions included.
    if !fs::symlink_metadata(path)?.is_symlink() {
        close_to_others(&file)?;
    }
    Ok(true)
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

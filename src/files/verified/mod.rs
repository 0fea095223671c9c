//! Writes a verifier's record of a contract into a directory. Its names cannot affect other files: every path step
//! starts from within the directory, links are not followed, and nothing is overwritten unasked. All files are written
//! to a temporary directory next to them before the first one gets its name: an interrupted run creates none, and
//! leaves existing ones unchanged.

mod name;
mod plan;

#[cfg(test)]
mod tests;

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use cap_tempfile::TempDir;
use verification::Verified;

use self::plan::{Plan, Planned};
use super::ExportFault;
use crate::message::{LeftOut, WrittenFile, WrittenFiles};

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
enum FileFault {
    #[error("there is a link in its place")]
    Link,
    #[error("there is something else in its place")]
    Taken,
    #[error("the system refused it ({0})")]
    System(#[from] io::Error),
}

/// Writes all that there is of a contract, except what cannot be: that is left out, and said. The directory is made if it
/// is not there. Files of the same names must not be there, unless it `overwrites` them, as the user confirmed.
///
/// `goes_on` hears how many of how many files are written, and says whether to go on. `None` if not: nothing is left then.
///
/// # Errors
/// When there are such files, or the directory cannot be made or opened.
pub fn write_verified(
    directory: &Path,
    verified: &Verified,
    overwrites: bool,
    mut goes_on: impl FnMut(usize, usize) -> bool,
) -> Result<Option<WrittenFiles>, ExportFault> {
    let Plan { files, left_out, .. } = Plan::new(verified);
    let altered = verified.altered.clone();
    let shown = || directory.to_string_lossy().into_owned();
    let mut written = WrittenFiles { directory: shown(), files: Vec::new(), left_out, altered };
    if files.is_empty() {
        return Ok(Some(written));
    }
    let is_new = directory.symlink_metadata().is_err();
    let unwritable = |fault: io::Error| super::new_file::unwritable(directory, &fault);
    let opened = fs::create_dir_all(directory);
    let opened = opened.and_then(|()| Dir::open_ambient_dir(directory, ambient_authority()));
    let root = opened.map_err(unwritable)?;
    if !overwrites
        && let Some(taken) = files.iter().find(|file| root.symlink_metadata(file.parts.join("/")).is_ok())
    {
        return Err(ExportFault::Taken { path: directory.join(taken.parts.join("/")) });
    }
    let parts = TempDir::new_in(&root).map_err(unwritable)?;
    let mut begun = Vec::new();
    for (at, file) in files.iter().enumerate() {
        if !goes_on(at, files.len()) {
            drop(parts);
            if is_new {
                let _ = fs::remove_dir(directory);
            }
            return Ok(None);
        }
        begun.push(write_part(&parts, at, file));
    }
    for ((at, file), begun) in files.into_iter().enumerate().zip(begun) {
        match begun.map_err(FileFault::from).and_then(|()| name_part(&parts, at, &root, &file, overwrites)) {
            Ok(()) => written.files.push(WrittenFile {
                path: file.parts.join("/"),
                bytes: u64::try_from(file.bytes.len()).unwrap_or(u64::MAX),
            }),
            Err(fault) => written.left_out.push(LeftOut { name: file.name, why: fault.to_string() }),
        }
    }
    Ok(Some(written))
}

/// Writes the file at this place of the plan to the directory of those that have no name yet.
fn write_part(parts: &Dir, at: usize, file: &Planned<'_>) -> io::Result<()> {
    let options = OpenOptions::new().write(true).create_new(true).clone();
    let mut part = parts.open_with(at.to_string(), &options)?;
    part.write_all(file.bytes)?;
    part.sync_all()
}

/// Gives it its name.
fn name_part(
    parts: &Dir,
    at: usize,
    root: &Dir,
    file: &Planned<'_>,
    overwrites: bool,
) -> Result<(), FileFault> {
    let Some((name, parents)) = file.parts.split_last() else { return Err(FileFault::Taken) };
    let mut directory = root.try_clone()?;
    for parent in parents {
        directory = step_into(&directory, parent)?;
    }
    match directory.symlink_metadata(name) {
        Ok(there) if there.is_dir() => return Err(FileFault::Taken),
        Ok(there) if there.is_symlink() && !overwrites => return Err(FileFault::Link),
        Ok(_) if !overwrites => return Err(FileFault::Taken),
        Ok(_) | Err(_) => {}
    }
    let part = at.to_string();
    if !overwrites && parts.hard_link(&part, &directory, name).is_ok() {
        return Ok(());
    }
    if !overwrites && directory.symlink_metadata(name).is_ok() {
        return Err(FileFault::Taken);
    }
    // Not what a link leads to is written over, but the link. Some file systems have no second name of a file.
    Ok(parts.rename(&part, &directory, name)?)
}

/// Opens a directory in another one, which it does not leave, and makes it if it is not there.
fn step_into(directory: &Dir, name: &str) -> Result<Dir, FileFault> {
    match directory.create_dir(name) {
        Ok(()) => {}
        Err(fault) if fault.kind() == ErrorKind::AlreadyExists => {
            let there = directory.symlink_metadata(name)?;
            if there.is_symlink() {
                return Err(FileFault::Link);
            }
            if !there.is_dir() {
                return Err(FileFault::Taken);
            }
        }
        Err(fault) => return Err(fault.into()),
    }
    Ok(directory.open_dir(name)?)
}

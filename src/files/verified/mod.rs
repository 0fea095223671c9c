//! Writes what a verifier has of a contract into a directory. What it is called decides nothing about other files: every
//! step down is taken from within the directory, links are not followed, and nothing is written over unasked.

mod name;
mod plan;

#[cfg(test)]
mod tests;

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};

use self::plan::{Plan, Planned};
use super::ExportFault;
use crate::message::{LeftOut, WrittenFile, WrittenFiles};
use crate::verification::Verified;

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
/// # Errors
/// When there are such files, or the directory cannot be made or opened.
pub fn write_verified(
    directory: &Path,
    verified: &Verified,
    overwrites: bool,
) -> Result<WrittenFiles, ExportFault> {
    let Plan { files, left_out, .. } = Plan::new(verified);
    let shown = || directory.to_string_lossy().into_owned();
    let mut written = WrittenFiles { directory: shown(), files: Vec::new(), left_out };
    if files.is_empty() {
        return Ok(written);
    }
    let opened = fs::create_dir_all(directory);
    let opened = opened.and_then(|()| Dir::open_ambient_dir(directory, ambient_authority()));
    let root = opened.map_err(|fault| super::new_file::unwritable(directory, &fault))?;
    if !overwrites
        && let Some(taken) = files.iter().find(|file| root.symlink_metadata(file.parts.join("/")).is_ok())
    {
        return Err(ExportFault::Taken { path: directory.join(taken.parts.join("/")) });
    }
    for file in files {
        match write(&root, &file, overwrites) {
            Ok(()) => written.files.push(WrittenFile {
                path: file.parts.join("/"),
                bytes: u64::try_from(file.bytes.len()).unwrap_or(u64::MAX),
            }),
            Err(fault) => written.left_out.push(LeftOut { name: file.name, why: fault.to_string() }),
        }
    }
    Ok(written)
}

fn write(root: &Dir, file: &Planned<'_>, overwrites: bool) -> Result<(), FileFault> {
    let Some((name, parents)) = file.parts.split_last() else { return Err(FileFault::Taken) };
    let mut directory = root.try_clone()?;
    for parent in parents {
        directory = step_into(&directory, parent)?;
    }
    match directory.symlink_metadata(name) {
        Ok(there) if there.is_dir() => return Err(FileFault::Taken),
        Ok(there) if !overwrites => {
            return Err(if there.is_symlink() { FileFault::Link } else { FileFault::Taken });
        }
        // Not what a link leads to is written over, but the link.
        Ok(_) => directory.remove_file(name)?,
        Err(_) => {}
    }
    let options = OpenOptions::new().write(true).create_new(true).clone();
    let mut written = directory.open_with(name, &options)?;
    if let Err(fault) = written.write_all(file.bytes) {
        drop(written);
        let _ = directory.remove_file(name);
        return Err(fault.into());
    }
    Ok(())
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

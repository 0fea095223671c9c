//! Lists the files below a directory that may contain compiled contracts.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::files::reader::fault;
use crate::message::FileFault;

/// The most files that are read.
const MAX_FILES: usize = 20_000;
/// The maximum number of directory entries visited.
const MAX_ENTRIES: usize = 200_000;
/// The most directories above a file.
const MAX_DEPTH: usize = 16;
/// Directories that hold what others compiled, or a tool's notes for itself.
const FOREIGN: [&str; 2] = ["node_modules", "cache"];

/// The JSON files below a directory, in the order of their names, without those that are hidden and those behind links.
///
/// # Errors
/// If there are too many, or the directory cannot be read.
pub(super) fn json_files(directory: &Path) -> Result<Vec<PathBuf>, FileFault> {
    let (mut files, mut left) = (Vec::new(), MAX_ENTRIES);
    let mut open = vec![(directory.to_owned(), 0)];
    while let Some((directory, depth)) = open.pop() {
        let entries = match fs::read_dir(&directory) {
            Ok(entries) => entries,
            Err(error) if depth == 0 => return Err(fault(&error)),
            Err(_) => continue,
        };
        for entry in entries.filter_map(Result::ok) {
            left = left.checked_sub(1).ok_or(FileFault::TooManyFiles { most: MAX_ENTRIES })?;
            let (name, path) = (entry.file_name(), entry.path());
            let Ok(kind) = entry.file_type() else { continue };
            if name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if kind.is_dir()
                && depth < MAX_DEPTH
                && !FOREIGN.iter().any(|foreign| name == OsStr::new(foreign))
            {
                open.push((path, depth + 1));
            } else if kind.is_file() && path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json")) {
                files.push(path);
            }
        }
        if files.len() > MAX_FILES {
            return Err(FileFault::TooManyFiles { most: MAX_FILES });
        }
    }
    files.sort();
    Ok(files)
}

//! The user's files: recognises a file, reads it with everything that it names, and checks that; writes exports, and
//! what a verifier has.
//!
//! Files are untrusted: a cloned project's artifacts name further files. So nothing outside the project's repository and
//! the directories that the user names, no hidden file, and no source without a matching hash is read; every size is
//! limited, and no fault repeats the content of a file. All functions may block; callers run them off the loop.

mod artifact;
mod build_info;
mod compiled;
mod deployment;
mod explorer;
mod imports;
mod kind;
mod log;
mod members;
mod metadata;
mod names;
mod new_file;
mod project;
mod reader;
mod recording;
mod standard;
mod verified;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ledger::Text;
use reader::Reader;
use verification::{Compilation, Deployment, Project};

use self::reader::fault;
use crate::message::{CompilationFile, Directory, Entry, FileFault, FileText, Listing};

pub use log::{LogFault, LogFile};
pub use new_file::{Beginning, ExportFault, NewFile, private};
pub use recording::{RecordingFile, read_recording};
pub use verified::write_verified;

/// Reads the text of a file. `home` replaces `~`.
///
/// # Errors
/// Says what is wrong with the file.
pub fn text(file: &FileText, home: Option<&Path>) -> Result<Arc<str>, FileFault> {
    Reader::of_at_most(FileText::MAX_BYTES).text(&place(&file.0, home)).map(Into::into)
}

/// Lists a directory. `home` replaces `~`.
///
/// # Errors
/// Says what is wrong with the directory.
pub fn directory(query: &Directory, home: Option<&Path>) -> Result<Arc<Listing>, FileFault> {
    list_directory(&place(&query.0, home))
}

/// Reads what can be verified from a file, unless it is as it was. `home` replaces `~`.
///
/// # Errors
/// Says what is wrong with the file.
pub fn changed_compilation(
    file: &CompilationFile,
    home: Option<&Path>,
) -> Result<Option<Arc<Compilation>>, FileFault> {
    if file.unless.as_ref().is_some_and(reader::is_as_it_was) {
        return Ok(None);
    }
    let roots: Vec<PathBuf> = file.roots.iter().map(|root| place(root, home)).collect();
    compilation(&place(&file.path, home), home, &roots).map(|found| Some(Arc::new(found)))
}

/// Reads what can be verified from a file. `home` is the user's home directory, which is no project of its own; sources
/// may lie in `roots`, too.
///
/// # Errors
/// Says what is wrong with the file, or which root is no directory.
pub fn compilation(path: &Path, home: Option<&Path>, roots: &[PathBuf]) -> Result<Compilation, FileFault> {
    let mut reader = reader(home, roots)?;
    let mut found = kind::parse_file(path, &mut reader)?;
    found.stamp = reader.stamp();
    Ok(found)
}

/// Reads what the build tool of a project's directory has compiled, or what one file of it holds.
///
/// # Errors
/// Says what is wrong with the directory.
pub fn project(directory: &Path) -> Result<Project, FileFault> {
    compiled::read(directory, &mut Reader::of_at_most(compiled::MAX_BYTES))
}

/// Reads what was deployed together: what a tool wrote of it, or a list.
///
/// # Errors
/// Says what is wrong with the file.
pub fn deployment(path: &Path) -> Result<Deployment, FileFault> {
    deployment::read(path, &mut Reader::default())
}

/// The same of a stream.
///
/// # Errors
/// Says what is wrong with what comes.
pub fn deployment_from(stream: impl Read) -> Result<Deployment, FileFault> {
    deployment::of_stream(stream, &mut Reader::default())
}

/// Reads what can be verified from a stream, whose project is where the program was started.
///
/// # Errors
/// Says what is wrong with what comes, or which root is no directory.
pub fn compilation_from(
    stream: impl Read,
    home: Option<&Path>,
    roots: &[PathBuf],
) -> Result<Compilation, FileFault> {
    let mut reader = reader(home, roots)?;
    let text = reader.stream(stream)?;
    kind::of_text(&text, Path::new("."), &mut reader)
}

fn reader(home: Option<&Path>, roots: &[PathBuf]) -> Result<Reader, FileFault> {
    let reader = Reader::default().of_user(home).with_roots(roots);
    reader.map_err(|root| FileFault::NoRoot(Text::new(root.to_string_lossy())))
}

/// Where a written path leads. `~/` is the user's home; the empty path is where the program was started.
pub fn place(path: &str, home: Option<&Path>) -> PathBuf {
    match (path, path.strip_prefix("~/"), home) {
        ("", ..) => PathBuf::from("."),
        ("~", _, Some(home)) => home.to_owned(),
        (_, Some(below), Some(home)) => home.join(below),
        _ => PathBuf::from(path),
    }
}

/// The most entries that are listed.
const MAX_ENTRIES: usize = 2000;

/// The directories and JSON files of a directory. A name that is no text is left out: it could not be typed.
///
/// # Errors
/// If there is no such directory, or it cannot be read.
fn list_directory(path: &Path) -> Result<Arc<Listing>, FileFault> {
    let found = fs::read_dir(path).map_err(|error| fault(&error))?;
    let entries = found.filter_map(Result::ok).filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        // Through links, as opening would go; a link that leads nowhere is no entry.
        let directory = fs::metadata(entry.path()).ok()?.is_dir();
        let fits =
            directory || Path::new(&name).extension().is_some_and(|end| end.eq_ignore_ascii_case("json"));
        fits.then_some(Entry { name, directory })
    });
    let mut entries: Vec<Entry> = entries.take(MAX_ENTRIES + 1).collect();
    let more = entries.len() > MAX_ENTRIES;
    entries.truncate(MAX_ENTRIES);
    entries.sort_by(|one, other| (!one.directory, &one.name).cmp(&(!other.directory, &other.name)));
    Ok(Arc::new(Listing { entries, more }))
}

#[cfg(test)]
mod tests;

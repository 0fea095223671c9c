//! The user's files: recognises a file, reads it with everything that it names, and checks that; writes exports, and
//! what a verifier has.
//!
//! Files are untrusted: a cloned project's artifacts name further files. So nothing outside the project's repository and
//! the directories that the user names, no hidden file, and no source without a matching hash is read; every size is
//! limited, and no fault repeats the content of a file. All functions may block; callers run them off the loop.

mod artifact;
mod build;
mod builds;
mod compiled;
mod deployment;
mod directory;
mod explorer;
mod hash;
mod imports;
mod kind;
mod log;
mod metadata;
mod names;
mod new_file;
mod output;
mod project;
mod reader;
mod recording;
mod standard;
mod tokens;
mod verified;

#[cfg(test)]
mod tests;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::ledger::Text;
use crate::message::{Answer, Failure, FileFault, FileQuery};
use crate::verification::{Compilation, Deployment, Project};
pub use log::{LogFault, LogFile};
pub use new_file::{Beginning, ExportFault, NewFile};
use reader::Reader;
pub use recording::{RecordingFile, read_recording};
pub use verified::write_verified;

/// Answers a query. `home` replaces `~`.
///
/// # Errors
/// [`Failure::File`] says what is wrong with the file.
pub fn answer(query: &FileQuery, home: Option<&Path>) -> Result<Answer, Failure> {
    let answer = match query {
        FileQuery::Compilation { unless: Some(stamp), .. } if reader::is_as_it_was(stamp) => {
            Ok(Answer::Compilation(None))
        }
        FileQuery::Compilation { path, roots, .. } => {
            let roots: Vec<PathBuf> = roots.iter().map(|root| place(root, home)).collect();
            compilation(&place(path, home), home, &roots)
                .map(|compilation| Answer::Compilation(Some(Arc::new(compilation))))
        }
        FileQuery::Text(path) => Reader::of_at_most(FileQuery::MAX_TEXT_BYTES)
            .text(&place(path, home))
            .map(|text| Answer::Text(text.into())),
        FileQuery::Deployment(path) => {
            deployment(&place(path, home)).map(|it| Answer::Deployment(Arc::new(it)))
        }
        FileQuery::Directory(path) => directory::list(&place(path, home)).map(Answer::Directory),
    };
    answer.map_err(Failure::File)
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

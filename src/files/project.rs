//! The project directory of a file: sources are searched in it, and never outside.
//!
//! An artifact can name any path. A file is a source only if it is in the project, no part of its path is hidden, and
//! its hash matches the compiled text, which the author of the artifact knows already.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use alloy_primitives::{B256, keccak256};

use super::reader::{Reader, fault};
use crate::ledger::Text;
use crate::message::FileFault;
use crate::verification::Lack;

/// Files in a project's root directory.
const MARKS: [&str; 11] = [
    "foundry.toml",
    "hardhat.config.js",
    "hardhat.config.cjs",
    "hardhat.config.mjs",
    "hardhat.config.ts",
    "hardhat.config.cts",
    "hardhat.config.mts",
    "truffle-config.js",
    "remappings.txt",
    "package.json",
    ".git",
];

/// How far above a file its project's directory is searched for.
const MAX_LEVELS_UP: usize = 12;
/// How many directories above a file belong to it when no project's directory is found.
const DEFAULT_LEVELS_UP: usize = 1;

/// Where package managers keep what they link into `node_modules`, by names that begin with a dot.
const PACKAGE_STORES: [&str; 2] = [".pnpm", ".bun"];

/// A source that was found on disk.
pub(super) struct Found {
    /// As it was compiled.
    pub(super) text: String,
    /// The file, relative to the project's directory.
    pub(super) file: Text,
}

/// A project's directory.
#[derive(Debug)]
pub(super) struct Project {
    /// Without links in it. Nothing outside of it is read.
    root: PathBuf,
    /// The directory of the file that the user named: the root, or one below it.
    own: PathBuf,
    /// Where the sources' paths may begin, the likeliest first.
    bases: Vec<PathBuf>,
}

impl Project {
    /// The project around a file: what holds a mark of one, else the file's own surroundings. The root of the disk
    /// and the user's `home` are no projects, except for a file that lies directly there.
    ///
    /// # Errors
    /// If the file is not there.
    pub(super) fn around(file: &Path, home: Option<&Path>) -> Result<Self, FileFault> {
        let file = fs::canonicalize(file).map_err(|error| fault(&error))?;
        let is_everything =
            |folder: &Path| folder.parent().is_none() || home.is_some_and(|home| home.starts_with(folder));
        let above: Vec<&Path> = file
            .ancestors()
            .skip(1)
            .enumerate()
            .take_while(|(at, folder)| *at == 0 || !is_everything(folder))
            .map(|(_, folder)| folder)
            .collect();
        let marked = above
            .iter()
            .take(MAX_LEVELS_UP)
            .position(|folder| MARKS.iter().any(|mark| folder.join(mark).exists()));
        let mut bases: Vec<PathBuf> = above
            .iter()
            .take(marked.unwrap_or(DEFAULT_LEVELS_UP) + 1)
            .map(|folder| (*folder).to_owned())
            .collect();
        bases.reverse();
        let root = bases.first().cloned().ok_or(FileFault::Missing)?;
        let own = bases.last().cloned().unwrap_or_else(|| root.clone());
        bases.insert(1, root.join("node_modules"));
        Ok(Self { root, own, bases })
    }

    /// Where a path really leads, if that is a thing inside the project that is not hidden.
    pub(super) fn inside(&self, path: &Path) -> Option<PathBuf> {
        let real = fs::canonicalize(path).ok()?;
        (real.starts_with(&self.root) && !self.hides(&real)).then_some(real)
    }

    /// Whether a path in the project is hidden below the directories that lead to the file: whoever named that one
    /// has chosen them.
    fn hides(&self, real: &Path) -> bool {
        let shared = self.own.ancestors().find_map(|folder| real.strip_prefix(folder).ok());
        shared.is_none_or(is_hidden)
    }

    /// The source with this path and this hash.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn source(&self, path: &str, hash: B256, reader: &mut Reader) -> Result<Found, Lack> {
        let mut lack = Lack::Missing;
        for base in &self.bases {
            // Joining an absolute path leads to that path; the same bounds hold for it.
            let Ok(real) = fs::canonicalize(base.join(path)) else { continue };
            let Ok(below) = real.strip_prefix(&self.root) else {
                lack = Lack::Outside;
                continue;
            };
            if self.hides(&real) || is_hidden(Path::new(path)) {
                lack = Lack::Hidden;
                continue;
            }
            match reader.text(&real) {
                Ok(text) => match as_compiled(text, hash) {
                    Some(text) => {
                        return Ok(Found { text, file: Text::new(below.to_string_lossy()) });
                    }
                    None => lack = Lack::Altered,
                },
                Err(FileFault::Directory) => {}
                Err(_) => lack = Lack::Unreadable,
            }
        }
        Err(lack)
    }
}

/// Whether a relative path has a part whose name begins with a dot, the stores of package managers aside. An absolute
/// path leads through what may be hidden above the project.
fn is_hidden(path: &Path) -> bool {
    let mut above = OsStr::new("");
    path.is_relative()
        && path.components().any(|component| {
            let Component::Normal(name) = component else { return false };
            let stored = above == "node_modules" && PACKAGE_STORES.iter().any(|store| name == *store);
            above = name;
            name.as_encoded_bytes().starts_with(b".") && !stored
        })
}

/// The text as it was compiled: as is, or with the other line ends, which version control may change.
fn as_compiled(text: String, hash: B256) -> Option<String> {
    let is_right = |text: &str| keccak256(text) == hash;
    if is_right(&text) {
        return Some(text);
    }
    let lines = text.replace("\r\n", "\n");
    if is_right(&lines) {
        return Some(lines);
    }
    let carriage = lines.replace('\n', "\r\n");
    is_right(&carriage).then_some(carriage)
}

//! The directory of the project that a file belongs to: the sources are looked for in it, and never outside.

use std::fs;
use std::path::{Path, PathBuf};

use super::reader::{Reader, fault};
use crate::message::FileFault;
use crate::verification::Lack;

/// Files that stand in a project's own directory.
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

/// How far above a file its project's directory is looked for.
const HIGHEST: usize = 12;
/// How many directories above a file belong to it when no project's directory is found.
const NEAR: usize = 1;

/// A project's directory.
#[derive(Debug)]
pub(super) struct Project {
    /// Without links in it. Nothing outside of it is read.
    root: PathBuf,
    /// Where the sources' paths may begin, the likeliest first.
    bases: Vec<PathBuf>,
}

impl Project {
    /// The project around a file: what holds a mark of one, else the file's own surroundings.
    ///
    /// # Errors
    /// If the file is not there.
    pub(super) fn around(file: &Path) -> Result<Self, FileFault> {
        let file = fs::canonicalize(file).map_err(|error| fault(&error))?;
        // The root of the disk is no project, but where a file lies at it.
        let above: Vec<&Path> = file
            .ancestors()
            .skip(1)
            .enumerate()
            .filter_map(|(at, folder)| (at == 0 || folder.parent().is_some()).then_some(folder))
            .collect();
        let marked =
            above.iter().take(HIGHEST).position(|folder| MARKS.iter().any(|mark| folder.join(mark).exists()));
        let mut bases: Vec<PathBuf> =
            above.iter().take(marked.unwrap_or(NEAR) + 1).map(|folder| (*folder).to_owned()).collect();
        bases.reverse();
        let root = bases.first().cloned().ok_or(FileFault::Missing)?;
        bases.insert(1, root.join("node_modules"));
        Ok(Self { root, bases })
    }

    /// Where a path really leads, if that is a thing inside the project.
    pub(super) fn inside(&self, path: &Path) -> Option<PathBuf> {
        fs::canonicalize(path).ok().filter(|real| real.starts_with(&self.root))
    }

    /// The text of the source with this path, of which `is_right` knows the one that was compiled.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn source(
        &self,
        path: &str,
        is_right: impl Fn(&str) -> bool,
        reader: &mut Reader,
    ) -> Result<String, Lack> {
        let mut lack = Lack::Missing;
        for base in &self.bases {
            // Joining an absolute path leads to that path; the same bound holds for it.
            let Ok(real) = fs::canonicalize(base.join(path)) else { continue };
            if !real.starts_with(&self.root) {
                lack = Lack::Outside;
                continue;
            }
            match reader.text(&real) {
                Ok(text) => match as_compiled(text, &is_right) {
                    Some(text) => return Ok(text),
                    None => lack = Lack::Altered,
                },
                Err(FileFault::Directory) => {}
                Err(_) => lack = Lack::Unreadable,
            }
        }
        Err(lack)
    }
}

/// The text as it was compiled: as it stands, or with the other line ends, which version control may exchange.
fn as_compiled(text: String, is_right: impl Fn(&str) -> bool) -> Option<String> {
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

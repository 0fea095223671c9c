//! The directories of a file's project: sources are searched in them, and never outside.
//!
//! An artifact can name any path. A file is a source only if it is in the project's repository or in a directory that
//! the user names, no part of its path is hidden, and its hash matches the compiled text, which the author of the
//! artifact knows already.
//!
//! The inputs of earlier builds have the sources as compiled, even after later edits:
//!
//! ```text
//! out/build-info/ID.json                Foundry, if asked
//! artifacts/build-info/ID.json          Hardhat
//! deployments/NETWORK/solcInputs/ID.json  hardhat-deploy
//! ```

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::{cmp, fs};

use alloy_primitives::{B256, keccak256};
use ledger::Text;
use serde::Deserialize;
use verification::Lack;

use super::reader::{Reader, fault};
use super::standard::Source;
use crate::message::FileFault;

/// What is in a repository's root directory.
const REPOSITORY: &str = ".git";

/// Files in a project's root directory.
pub(super) const MARKS: [&str; 10] = [
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
];

/// How far above a file its project's directory is searched for.
const MAX_LEVELS_UP: usize = 12;
/// How many directories above a file belong to it when no project's directory is found.
const DEFAULT_LEVELS_UP: usize = 1;

/// The directory of a project's packages.
const PACKAGES: &str = "node_modules";
/// Where package managers keep what they link into that, by names that begin with a dot.
const PACKAGE_STORES: [&str; 3] = [".pnpm", ".bun", ".store"];

/// How the names of sources end.
pub(super) const SOURCES: [&str; 4] = ["sol", "vy", "vyi", "yul"];
/// The maximum number of sources in a file's directory that are searched for a hash.
const MAX_SOURCES_BESIDE: usize = 500;

/// A source that was found on disk.
pub(super) struct Found {
    /// The source as compiled.
    pub(super) text: String,
    /// The file, relative to its package's directory, or else to its repository's.
    pub(super) file: Text,
}

/// Where the sources of one file are searched.
pub(super) struct Project {
    /// The repository's directory, or the project's. Nothing outside of it is read, but for what the user names.
    root: PathBuf,
    /// The directory of the package that the file is in; the same if there is no other.
    package: PathBuf,
    /// The directories that the user names.
    named: Vec<PathBuf>,
    /// Where the file itself lies.
    own: PathBuf,
    /// Where paths may begin, the most likely first.
    bases: Vec<PathBuf>,
    /// The sources in the file's directory.
    beside: OnceCell<Vec<(PathBuf, String)>>,
    /// Those in the inputs of earlier builds.
    built: OnceCell<Built>,
}

impl Project {
    /// The project around a file or directory. The user's home directory and its parents never count as a project: a
    /// downloaded file would belong to it.
    ///
    /// # Errors
    /// If the file does not exist.
    pub(super) fn around(file: &Path, reader: &Reader) -> Result<Self, FileFault> {
        let file = fs::canonicalize(file).map_err(|error| fault(&error))?;
        let home = reader.home();
        let is_everything =
            |folder: &Path| folder.parent().is_none() || home.is_some_and(|home| home.starts_with(folder));
        let above: Vec<&Path> = file
            .ancestors()
            .skip(usize::from(!file.is_dir()))
            .enumerate()
            .take_while(|(at, folder)| *at == 0 || !is_everything(folder))
            .map(|(_, folder)| folder)
            .collect();
        let marked = |marks: &[&str]| {
            let mut near = above.iter().take(MAX_LEVELS_UP);
            near.position(|folder| marks.iter().any(|mark| folder.join(mark).exists()))
        };
        let package = marked(&MARKS);
        let levels = marked(&[REPOSITORY]).or(package).unwrap_or(DEFAULT_LEVELS_UP);
        let within: Vec<&Path> = above.into_iter().take(levels + 1).collect();
        let (Some(own), Some(root)) = (within.first(), within.last()) else { return Err(FileFault::Missing) };
        let package = package.and_then(|at| within.get(at)).unwrap_or(root);
        let named = reader.roots().to_vec();
        let folders = within.iter().rev().map(|folder| (*folder).to_owned()).chain(named.iter().cloned());
        Ok(Self {
            root: (*root).to_owned(),
            package: (*package).to_owned(),
            own: (*own).to_owned(),
            bases: folders.flat_map(|folder| [folder.join(PACKAGES), folder].into_iter().rev()).collect(),
            named,
            beside: OnceCell::new(),
            built: OnceCell::new(),
        })
    }

    /// Where a path really leads, if that is a thing inside the project that is not hidden.
    pub(super) fn inside(&self, path: &Path) -> Option<PathBuf> {
        let real = fs::canonicalize(path).ok()?;
        self.below(&real).ok().map(|_| real)
    }

    /// How a file of the project is called in its package, or else in its repository.
    ///
    /// # Errors
    /// If it is outside of the project, or hidden.
    fn below(&self, real: &Path) -> Result<Text, Lack> {
        if let Ok(below) = real.strip_prefix(&self.package).or(real.strip_prefix(&self.root)) {
            // Whoever named the file has chosen the directories that lead to it, hidden or not.
            let shared = self.own.ancestors().find_map(|folder| real.strip_prefix(folder).ok());
            let is_hidden = shared.is_none_or(is_hidden);
            return if is_hidden { Err(Lack::Hidden) } else { Ok(Text::new(below.to_string_lossy())) };
        }
        match self.named.iter().find_map(|named| real.strip_prefix(named).ok()) {
            None => Err(Lack::Outside),
            Some(below) if is_hidden(below) => Err(Lack::Hidden),
            Some(_) => Ok(Text::new(real.to_string_lossy())),
        }
    }

    /// The source with this path and this hash.
    ///
    /// # Errors
    /// Why the source is missing.
    pub(super) fn source(&self, path: &str, hash: B256, reader: &mut Reader) -> Result<Found, Lack> {
        let mut lack = Lack::Missing;
        for base in &self.bases {
            // Joining an absolute path leads to that path; the same bounds hold for it.
            let Ok(real) = fs::canonicalize(base.join(path)) else { continue };
            let file = match self.below(&real) {
                Ok(_) if is_hidden(Path::new(path)) => Err(Lack::Hidden),
                below => below,
            };
            let file = match file {
                Ok(file) => file,
                Err(why) => {
                    lack = why;
                    continue;
                }
            };
            match reader.text(&real) {
                Ok(text) => match as_compiled(text, hash) {
                    Some(text) => return Ok(Found { text, file }),
                    None => lack = Lack::Altered,
                },
                Err(FileFault::Directory) => {}
                Err(_) => lack = Lack::Unreadable,
            }
        }
        self.beside(hash, reader).or_else(|| self.built(hash, reader)).ok_or(lack)
    }

    /// The source with this hash in the input of an earlier build: it may have changed on disk since.
    fn built(&self, hash: B256, reader: &mut Reader) -> Option<Found> {
        let built =
            self.built.get_or_init(|| sources(&self.own, &self.root, |path| self.inside(path), reader));
        let (path, text) = built.get(&hash)?;
        Some(Found { text: text.clone(), file: self.below(path).ok()? })
    }

    /// The source with this hash in the file's directory, under any name.
    fn beside(&self, hash: B256, reader: &mut Reader) -> Option<Found> {
        let beside = self.beside.get_or_init(|| self.sources_beside(reader));
        beside.iter().find_map(|(path, text)| {
            let file = self.below(path).ok()?;
            as_compiled(text.clone(), hash).map(|text| Found { text, file })
        })
    }

    fn sources_beside(&self, reader: &mut Reader) -> Vec<(PathBuf, String)> {
        let entries = fs::read_dir(&self.own).into_iter().flatten().filter_map(Result::ok);
        let is_source =
            |path: &PathBuf| path.extension().is_some_and(|end| SOURCES.iter().any(|it| end == *it));
        let sources = entries.map(|entry| entry.path()).filter(is_source).take(MAX_SOURCES_BESIDE);
        let sources = sources.filter_map(|path| self.inside(&path));
        sources.filter_map(|path| reader.text(&path).ok().map(|text| (path, text))).collect()
    }
}

/// Whether a relative path has a part whose name begins with a dot, the stores of package managers aside. An absolute
/// path leads through what may be hidden above the project.
fn is_hidden(path: &Path) -> bool {
    let mut above = OsStr::new("");
    path.is_relative()
        && path.components().any(|component| {
            let Component::Normal(name) = component else { return false };
            let stored = above == PACKAGES && PACKAGE_STORES.iter().any(|store| name == *store);
            above = name;
            name.as_encoded_bytes().starts_with(b".") && !stored
        })
}

/// The text as it was compiled: as is, or with other line ends and another end of the file, which editors and version
/// control may change. Verifiers try the same.
fn as_compiled(text: String, hash: B256) -> Option<String> {
    let is_right = |text: &String| keccak256(text) == hash;
    if is_right(&text) {
        return Some(text);
    }
    let lines = text.replace("\r\n", "\n");
    let carriage = lines.replace('\n', "\r\n");
    let ends = |text: String| {
        let bare = text.trim_end();
        let mut all: Vec<String> = ["", "\n", "\r\n"].iter().map(|end| format!("{bare}{end}")).collect();
        all.extend(["\n", "\r\n"].iter().map(|end| format!("{text}{end}")));
        [text].into_iter().chain(all)
    };
    [lines, carriage].into_iter().flat_map(ends).find(is_right)
}

/// The directories that build tools keep inputs in.
const DIRECTORIES: [&str; 2] = ["build-info", "solcInputs"];
/// The most inputs that are read, the newest first.
const MAX_INPUTS: usize = 50;

/// An input, or a build-info with one.
#[derive(Deserialize)]
struct Build<'a> {
    #[serde(borrow)]
    input: Option<Input<'a>>,
    #[serde(borrow)]
    sources: Option<Sources<'a>>,
}

#[derive(Deserialize)]
struct Input<'a> {
    #[serde(borrow)]
    sources: Sources<'a>,
}

type Sources<'a> = BTreeMap<Cow<'a, str>, Source<'a>>;

/// Sources by their hashes, each with the path of the file that contains it.
pub(super) type Built = HashMap<B256, (PathBuf, String)>;

/// The sources in the build inputs of a directory and its parents, up to the root. `inside` resolves links in a path,
/// and returns `None` outside of the project.
pub(super) fn sources(
    own: &Path,
    root: &Path,
    inside: impl Fn(&Path) -> Option<PathBuf>,
    reader: &mut Reader,
) -> Built {
    let folders = own.ancestors().take_while(|folder| folder.starts_with(root));
    let folders = folders.flat_map(|folder| DIRECTORIES.map(|name| folder.join(name)));
    let entries = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().filter_map(Result::ok);
    let is_json = |path: &PathBuf| path.extension().is_some_and(|end| end == "json");
    let files = entries.map(|entry| entry.path()).filter(is_json).filter_map(|path| inside(&path));
    let mut files: Vec<_> =
        files.map(|path| (fs::metadata(&path).and_then(|it| it.modified()).ok(), path)).collect();
    files.sort_by_key(|(at, _)| cmp::Reverse(*at));
    let mut found = Built::new();
    for (_, path) in files.into_iter().take(MAX_INPUTS) {
        let Ok(text) = reader.text(&path) else { continue };
        let Ok(build) = serde_json::from_str::<Build<'_>>(&text) else { continue };
        let sources = build.input.map(|input| input.sources).or(build.sources).unwrap_or_default();
        for text in sources.into_values().filter_map(|source| source.content) {
            found.entry(keccak256(text.as_bytes())).or_insert_with(|| (path.clone(), text.into_owned()));
        }
    }
    found
}

//! The inputs of earlier builds near a file: they have the sources as compiled, even after later edits.
//!
//! ```text
//! out/build-info/ID.json                Foundry, if asked
//! artifacts/build-info/ID.json          Hardhat
//! deployments/NETWORK/solcInputs/ID.json  hardhat-deploy
//! ```

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::{cmp, fs};

use alloy_primitives::{B256, keccak256};
use serde::Deserialize;

use super::reader::Reader;
use super::standard::Source;

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

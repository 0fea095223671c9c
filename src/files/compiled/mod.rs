//! What a directory's build tool has compiled, read from the files that it wrote. Nothing of the project is run.
//!
//! ```text
//! out/Counter.sol/Counter.json              Foundry: an artifact with metadata
//! artifacts/contracts/C.sol/C.json          Hardhat: an artifact, which leads to its build-info
//! artifacts/build-info/ID.json              Hardhat, and Foundry if asked: input and output
//! artifacts/build-info/ID.output.json       Hardhat 3: the output, whose input is `ID.json`
//! ignition/deployments/chain-298/artifacts  Hardhat Ignition: the artifacts of what was deployed
//! deployments/testnet/C.json                hardhat-deploy: the same, whose inputs are in `solcInputs`
//! input.json, output.json                   solc or vyper: standard JSON
//! ```

mod found;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use verification::Project;

use self::found::Found;
use super::reader::{Reader, fault};
use crate::message::FileFault;

/// Where build tools write, if a project's settings do not say it.
const OUTPUTS: [&str; 2] = ["out", "artifacts"];

/// The directories of deployed artifacts, which allow finding contracts that were recompiled since.
const DEPLOYED: [&str; 2] = ["ignition/deployments", "deployments"];

/// The most bytes that are read, over all files: the builds of a large project hold every source and all output.
pub(super) const MAX_BYTES: u64 = 1 << 30;

const SETTINGS: &str = "foundry.toml";

/// What is read of `foundry.toml`.
#[derive(Deserialize)]
struct Settings {
    #[serde(default)]
    profile: BTreeMap<String, Profile>,
}

#[derive(Deserialize)]
struct Profile {
    out: Option<PathBuf>,
}

/// Reads what was compiled in a directory, or what one file of it holds.
///
/// # Errors
/// If it is not there, or cannot be read.
pub(super) fn read(directory: &Path, reader: &mut Reader) -> Result<Project, FileFault> {
    let root = fs::canonicalize(directory).map_err(|error| fault(&error))?;
    if !root.is_dir() {
        let mut found = Found::new(root.parent().unwrap_or(&root));
        found.read(&root, reader);
        return Ok(found.project());
    }
    let mut found = Found::new(&root);
    for output in outputs(&root, reader, &mut found) {
        for file in json_files(&output)? {
            found.read(&file, reader);
        }
    }
    Ok(found.project())
}

/// The directory in which each of Foundry's profiles writes, by the profile's name.
///
/// # Errors
/// If the settings cannot be read.
fn profiles(root: &Path, reader: &mut Reader) -> Result<BTreeMap<String, PathBuf>, String> {
    let path = root.join(SETTINGS);
    if path.symlink_metadata().is_err() {
        return Ok(BTreeMap::new());
    }
    let text = reader.text(&path).map_err(|fault| fault.sentence())?;
    let settings: Settings =
        toml::from_str(&text).map_err(|_| "Its profiles cannot be read, so only out is.".to_owned())?;
    Ok(settings.profile.into_iter().filter_map(|(name, profile)| Some((name, profile.out?))).collect())
}

/// The tool's output directories; without any, the directory itself.
fn outputs(root: &Path, reader: &mut Reader, found: &mut Found<'_>) -> Vec<PathBuf> {
    let profiles = profiles(root, reader).unwrap_or_else(|why| {
        found.leave_out(&root.join(SETTINGS), why);
        BTreeMap::new()
    });
    // Settings and links can name any place: nothing outside of the project is read.
    let inside = |output: &Path| {
        let output = fs::canonicalize(root.join(output)).ok()?;
        (output.is_dir() && output.starts_with(root)).then_some(output)
    };
    let mut outputs: Vec<PathBuf> = OUTPUTS.iter().filter_map(|output| inside(Path::new(output))).collect();
    for (profile, output) in profiles {
        match inside(&output) {
            Some(output) => outputs.push(output),
            None if root.join(&output).exists() => {
                let why = format!("The profile {profile} writes there, outside of the project.");
                found.leave_out(&output, why);
            }
            None => found.leave_out(&output, format!("The profile {profile} was not built.")),
        }
    }
    if outputs.is_empty() {
        return vec![root.to_owned()];
    }
    outputs.extend(DEPLOYED.iter().filter_map(|directory| inside(Path::new(directory))));
    outputs.sort();
    outputs.dedup_by(|output, above| output.starts_with(above));
    outputs
}

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
fn json_files(directory: &Path) -> Result<Vec<PathBuf>, FileFault> {
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

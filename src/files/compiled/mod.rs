//! What a directory's build tool has compiled, read from the files that it wrote. Nothing of the project is run.
//!
//! ```text
//! out/Counter.sol/Counter.json              Foundry: an artifact with metadata
//! artifacts/contracts/C.sol/C.json          Hardhat: an artifact, which leads to its build-info
//! artifacts/build-info/ID.json              Hardhat, and Foundry if asked: input and output
//! artifacts/build-info/ID.output.json       Hardhat 3: the output, whose input is `ID.json`
//! ignition/deployments/chain-298/artifacts  Hardhat Ignition: the artifacts of what was deployed
//! input.json, output.json                   solc or vyper: standard JSON
//! ```

mod found;
mod shape;
mod walk;

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use self::found::Found;
use super::reader::{Reader, fault};
use crate::message::FileFault;
use crate::verification::Project;

/// Where build tools write, if a project's settings do not say it.
const OUTPUTS: [&str; 2] = ["out", "artifacts"];

/// Where they keep what was deployed: with it is found what was compiled again since.
const DEPLOYED: &str = "ignition/deployments";

/// The most bytes that are read, over all files: the builds of a large project hold every source and all output.
pub(super) const MAX_BYTES: u64 = 1 << 30;

/// What is read of `foundry.toml`.
#[derive(Deserialize)]
struct Settings {
    profile: Option<Profiles>,
}

#[derive(Deserialize)]
struct Profiles {
    default: Option<Profile>,
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
    for output in outputs(&root, reader) {
        for file in walk::json_files(&output)? {
            found.read(&file, reader);
        }
    }
    Ok(found.project())
}

/// The directories in which the tool writes what it compiled; without any, the directory itself.
fn outputs(root: &Path, reader: &mut Reader) -> Vec<PathBuf> {
    let settings = reader.text(&root.join("foundry.toml")).ok();
    let settings = settings.and_then(|text| toml::from_str::<Settings>(&text).ok());
    let named = settings.and_then(|settings| settings.profile?.default?.out);
    let all = named.into_iter().chain(OUTPUTS.map(PathBuf::from));
    // Settings and links can name any place: nothing outside of the project is read.
    let inside = |output: PathBuf| {
        let output = fs::canonicalize(root.join(output)).ok()?;
        (output.is_dir() && output.starts_with(root)).then_some(output)
    };
    let mut outputs: Vec<PathBuf> = all.filter_map(inside).collect();
    if outputs.is_empty() {
        return vec![root.to_owned()];
    }
    outputs.extend(inside(DEPLOYED.into()));
    outputs.sort();
    outputs.dedup_by(|output, above| output.starts_with(above));
    outputs
}

//! What a directory's build tool has compiled, read from the files that it wrote. Nothing of the project is run.
//!
//! ```text
//! out/Counter.sol/Counter.json              Foundry: an artifact with metadata
//! artifacts/contracts/C.sol/C.json          Hardhat: an artifact, which leads to its build-info
//! artifacts/build-info/ID.json              Hardhat, and Foundry if asked: input and output
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
    // Settings can name any place: nothing outside of the project is read.
    let inside = all.filter_map(|output| fs::canonicalize(root.join(output)).ok());
    let mut outputs: Vec<PathBuf> =
        inside.filter(|output| output.is_dir() && output.starts_with(root)).collect();
    outputs.sort();
    outputs.dedup_by(|output, above| output.starts_with(above));
    if outputs.is_empty() { vec![root.to_owned()] } else { outputs }
}

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
mod shape;
mod walk;

use std::collections::BTreeMap;
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
        for file in walk::json_files(&output)? {
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

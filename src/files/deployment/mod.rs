//! What was deployed together: read from the file of a tool, or from a list of the user's.
//!
//! ```text
//! broadcast/Deploy.s.sol/298/run-latest.json   Foundry: the transactions of a script
//! broadcast/multi/Deploy.s.sol-latest/run.json Foundry: those of a script on several chains
//! ignition/deployments/chain-298               Hardhat Ignition: a directory
//! deployments/testnet                          hardhat-deploy: a directory
//! deployed.json                                addresses by the names of contracts
//! deployed.txt                                 a list: an address and an artifact on each line
//! ```

mod broadcast;
mod hardhat_deploy;
mod ignition;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use ledger::Text;
use verification::{DeployedContract, Deployment, DeploymentKind};

use super::kind::not_json;
use super::project::MARKS;
use super::reader::{Reader, fault};
use crate::message::{FileFault, OtherFile};

/// The copy of the latest run that Foundry writes for each script.
const LATEST: &str = "run-latest.json";

/// The contracts of a tool's file, with its other values.
#[derive(Default)]
struct Named {
    contracts: Vec<DeployedContract>,
    left_out: Vec<(Text, Text)>,
}

/// Reads a deployment: a file, or the directory of one.
///
/// # Errors
/// If it does not exist, or is not a deployment.
pub(super) fn read(path: &Path, reader: &mut Reader) -> Result<Deployment, FileFault> {
    let path = fs::canonicalize(path).map_err(|error| fault(&error))?;
    let directory = if path.is_dir() { Some(&*path) } else { path.parent() };
    if let Some(chain) = directory.and_then(hardhat_deploy::chain_file) {
        let named = hardhat_deploy::parse(&path, &chain, reader)?;
        return Ok(of_tool(DeploymentKind::HardhatDeploy, named, &path));
    }
    if path.is_dir() {
        if inside(&path, ignition::ADDRESSES).is_some() {
            return of_ignition(&path, reader);
        }
        let latest = inside(&path, LATEST).ok_or(FileFault::Other(OtherFile::NoDeployment))?;
        return read(&latest, reader);
    }
    let named = path.file_name().and_then(|name| name.to_str());
    if let (Some(ignition::ADDRESSES | ignition::JOURNAL), Some(directory)) = (named, path.parent()) {
        return of_ignition(directory, reader);
    }
    let text = reader.text(&path)?;
    of_text(text, &path)
}

/// Reads a list, or what a tool wrote, from a stream.
///
/// # Errors
/// If it is no text, or JSON that is no deployment.
pub(super) fn of_stream(stream: impl Read, reader: &mut Reader) -> Result<Deployment, FileFault> {
    of_text(reader.stream(stream)?, Path::new(""))
}

/// Parses the deployment in a text: a list, or JSON.
fn of_text(text: String, path: &Path) -> Result<Deployment, FileFault> {
    if !text.trim_start().starts_with(['{', '[']) {
        return Ok(Deployment { text, project: root_of(path), ..Deployment::default() });
    }
    match broadcast::parse(&text) {
        Ok(named) => Ok(of_tool(DeploymentKind::Broadcast, named, path)),
        Err(fault) => match ignition::addresses(&text) {
            Ok(named) => Ok(of_tool(DeploymentKind::List, named, path)),
            Err(_) => Err(fault),
        },
    }
}

fn of_ignition(directory: &Path, reader: &mut Reader) -> Result<Deployment, FileFault> {
    let named = ignition::parse(directory, reader)?;
    Ok(of_tool(DeploymentKind::Ignition, named, directory))
}

fn of_tool(kind: DeploymentKind, named: Named, path: &Path) -> Deployment {
    let lines: Vec<String> = named.contracts.iter().map(DeployedContract::line).collect();
    Deployment { kind, project: root_of(path), text: lines.join("\n"), left_out: named.left_out }
}

/// A file of this name in the directory. A link could lead out of it.
fn inside(directory: &Path, name: &str) -> Option<PathBuf> {
    let file = directory.join(name);
    file.symlink_metadata().is_ok_and(|it| it.is_file()).then_some(file)
}

/// The nearest directory above that is a project's.
fn root_of(path: &Path) -> Option<PathBuf> {
    let is_root = |directory: &&Path| MARKS.iter().any(|name| directory.join(name).exists());
    path.ancestors().skip(1).find(is_root).map(Path::to_owned)
}

/// Parses the JSON; fails if it is invalid or has another shape.
fn parsed<'a, T: serde::Deserialize<'a>>(text: &'a str) -> Result<T, FileFault> {
    serde_json::from_str(text).map_err(|error| {
        if error.is_data() { FileFault::Other(OtherFile::NoDeployment) } else { not_json(&error) }
    })
}

//! What hardhat-deploy keeps of a network: a directory with the chain's id, and a file for each contract.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use ledger::{EvmAddress, Text};
use serde::Deserialize;
use serde_json::value::RawValue;
use verification::{ChainId, CreationHash, DeployedContract, MetadataTarget};

use super::{Named, inside, parsed};
use crate::files::members;
use crate::files::reader::{Reader, fault};
use crate::message::FileFault;

/// The chain's id: alone, or in an object as version 2 writes it.
const CHAINS: [&str; 2] = [".chainId", ".chain"];

#[derive(Deserialize)]
struct Chain<'a> {
    #[serde(borrow, rename = "chainId")]
    id: Cow<'a, str>,
}

/// A contract, with the used fields only.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Contract<'a> {
    #[serde(borrow)]
    address: Option<Cow<'a, str>>,
    #[serde(borrow)]
    transaction_hash: Option<Cow<'a, str>>,
    #[serde(borrow)]
    transaction: Option<Transaction<'a>>,
    #[serde(borrow)]
    metadata: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Transaction<'a> {
    #[serde(borrow)]
    hash: Option<Cow<'a, str>>,
}

/// The file with the chain's id in a directory that is one of hardhat-deploy.
pub(super) fn chain_file(directory: &Path) -> Option<PathBuf> {
    CHAINS.iter().find_map(|name| inside(directory, name))
}

/// Reads the contracts of a directory, or the one of a file in it.
///
/// # Errors
/// If the directory cannot be read, or the file is no contract.
pub(super) fn parse(path: &Path, chain: &Path, reader: &mut Reader) -> Result<Named, FileFault> {
    let text = reader.text(chain)?;
    let chain = serde_json::from_str::<Chain<'_>>(&text).map_or(text.trim().to_owned(), |it| it.id.into());
    let chain = ChainId::parse(&chain);
    let mut named = Named::default();
    let files = if path.is_dir() { files(path)? } else { vec![path.to_owned()] };
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let read = reader.text(&file).and_then(|text| contract(&text, &name, chain.as_ref()));
        match read {
            Ok(Some(contract)) => named.contracts.push(contract),
            Ok(None) => named.left_out.push((Text::new(name), "The file has no address of it.".into())),
            Err(fault) => named.left_out.push((Text::new(name), fault.sentence().into())),
        }
    }
    Ok(named)
}

/// The files of contracts in a directory, by their names.
fn files(directory: &Path) -> Result<Vec<PathBuf>, FileFault> {
    let entries = fs::read_dir(directory).map_err(|error| fault(&error))?;
    let names = entries.filter_map(Result::ok).map(|entry| entry.file_name());
    let is_json = |name: &str| Path::new(name).extension().is_some_and(|end| end == "json");
    let is_contract = |name: &str| is_json(name) && !name.starts_with('.');
    let names = names.filter_map(|name| name.into_string().ok()).filter(|name| is_contract(name));
    let mut files: Vec<PathBuf> = names.filter_map(|name| inside(directory, &name)).collect();
    files.sort();
    Ok(files)
}

fn contract(text: &str, name: &str, chain: Option<&ChainId>) -> Result<Option<DeployedContract>, FileFault> {
    let read: Contract<'_> = parsed(text)?;
    let hash = read.transaction_hash.or(read.transaction.and_then(|transaction| transaction.hash));
    let metadata = members::text(read.metadata);
    let target = metadata.as_deref().and_then(MetadataTarget::parse);
    let artifact = target.and_then(|target| target.contract());
    let address = read.address.as_deref().and_then(|address| EvmAddress::parse(address).ok());
    Ok(address.map(|address| DeployedContract {
        chain: chain.cloned(),
        address,
        hash: hash.as_deref().and_then(CreationHash::parse),
        artifact: Some(artifact.map_or_else(|| name.to_owned(), |contract| contract.to_string())),
    }))
}

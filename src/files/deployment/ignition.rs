//! What Hardhat Ignition keeps of a deployment: a directory with the addresses, a journal, and the artifacts.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use ledger::{EvmAddress, Text};
use serde::Deserialize;
use verification::{ChainId, CreationHash, DeployedContract};

use super::{Named, inside, parsed};
use crate::files::reader::Reader;
use crate::message::{FileFault, OtherFile};

/// The file of addresses by deployment id, such as `Module#Counter`.
pub(super) const ADDRESSES: &str = "deployed_addresses.json";
/// One JSON object on each line, for each step.
pub(super) const JOURNAL: &str = "journal.jsonl";

/// A step, with the used fields only.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Step<'a> {
    chain_id: Option<u64>,
    #[serde(borrow)]
    future_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    contract_name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    hash: Option<Cow<'a, str>>,
    #[serde(borrow)]
    receipt: Option<Receipt<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Receipt<'a> {
    #[serde(borrow)]
    contract_address: Option<Cow<'a, str>>,
}

/// The contents of the journal.
#[derive(Default)]
struct Journal {
    chain: Option<ChainId>,
    /// The names of contracts by deployment id.
    names: HashMap<String, String>,
    /// The hashes of the transactions that created something, by the addresses of that.
    hashes: HashMap<EvmAddress, CreationHash>,
}

/// Reads the directory.
///
/// # Errors
/// If its files cannot be read, or were not written by Ignition.
pub(super) fn parse(directory: &Path, reader: &mut Reader) -> Result<Named, FileFault> {
    let file = inside(directory, ADDRESSES).ok_or(FileFault::Other(OtherFile::NoDeployment))?;
    let text = reader.text(&file)?;
    // Without a journal the addresses are known all the same.
    let journal = inside(directory, JOURNAL).and_then(|file| reader.text(&file).ok());
    let journal = journal.map(|text| Journal::parse(&text)).unwrap_or_default();
    let chain = journal.chain.clone().or_else(|| of_directory(directory));
    Ok(journal.named(parsed(&text)?, chain.as_ref()))
}

/// Reads addresses by what they are called, as many scripts write them.
///
/// # Errors
/// If it is something else.
pub(super) fn addresses(text: &str) -> Result<Named, FileFault> {
    let named = Journal::default().named(parsed(text)?, None);
    if named.contracts.is_empty() || !named.left_out.is_empty() {
        return Err(FileFault::Other(OtherFile::NoDeployment));
    }
    Ok(named)
}

impl Journal {
    /// The contracts at these addresses.
    fn named(&self, addresses: BTreeMap<String, String>, chain: Option<&ChainId>) -> Named {
        let mut named = Named::default();
        for (id, address) in addresses {
            let Ok(address) = EvmAddress::parse(&address) else {
                named.left_out.push((Text::new(id), "Its address cannot be read.".into()));
                continue;
            };
            let behind = id.rsplit('#').next().map(str::to_owned);
            let artifact = self.names.get(&id).cloned().or(behind);
            let hash = self.hashes.get(&address).copied();
            named.contracts.push(DeployedContract { chain: chain.cloned(), address, hash, artifact });
        }
        named
    }

    /// Parses the lines. Invalid lines are skipped: Ignition may be writing them.
    fn parse(text: &str) -> Self {
        let mut journal = Self::default();
        for step in text.lines().filter_map(|line| serde_json::from_str::<Step<'_>>(line).ok()) {
            if let Some(chain) = step.chain_id {
                journal.chain = ChainId::parse(&chain.to_string());
            }
            if let (Some(id), Some(name)) = (&step.future_id, &step.contract_name) {
                journal.names.insert(id.to_string(), name.to_string());
            }
            let created = step.receipt.as_ref().and_then(|receipt| receipt.contract_address.as_deref());
            let created = created.and_then(|address| EvmAddress::parse(address).ok());
            let hash = step.hash.as_deref().and_then(CreationHash::parse);
            journal.hashes.extend(created.zip(hash));
        }
        journal
    }
}

/// The chain in the directory's name: `chain-298`.
fn of_directory(directory: &Path) -> Option<ChainId> {
    ChainId::parse(directory.file_name()?.to_str()?.strip_prefix("chain-")?)
}

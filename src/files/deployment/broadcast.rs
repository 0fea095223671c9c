//! What Foundry writes when a script is broadcast: the script's transactions, and their receipts.

use std::borrow::Cow;
use std::collections::HashMap;
use std::iter;

use ledger::{EvmAddress, Text};
use serde::Deserialize;
use verification::{ChainId, CreationHash, DeployedContract};

use super::{Named, parsed};
use crate::message::{FileFault, OtherFile};

/// A script's run on one chain, or its runs on several.
#[derive(Deserialize)]
struct Run<'a> {
    #[serde(borrow)]
    deployments: Option<Vec<Run<'a>>>,
    #[serde(borrow)]
    transactions: Option<Vec<Transaction<'a>>>,
    #[serde(borrow, default)]
    receipts: Vec<Receipt<'a>>,
    chain: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Transaction<'a> {
    #[serde(borrow)]
    hash: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "transactionType")]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    contract_name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    contract_address: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    additional_contracts: Vec<Additional<'a>>,
}

/// A contract that a transaction created by the way.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Additional<'a> {
    #[serde(borrow)]
    contract_name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    address: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Receipt<'a> {
    #[serde(borrow)]
    transaction_hash: Option<Cow<'a, str>>,
    #[serde(borrow)]
    status: Option<Cow<'a, str>>,
}

/// Reads the file.
///
/// # Errors
/// If it is no JSON, or none of Foundry's.
pub(super) fn parse(text: &str) -> Result<Named, FileFault> {
    let run: Run<'_> = parsed(text)?;
    if run.transactions.is_none() && run.deployments.is_none() {
        return Err(FileFault::Other(OtherFile::NoDeployment));
    }
    let mut named = Named::default();
    iter::once(&run).chain(run.deployments.iter().flatten()).for_each(|run| run.add_to(&mut named));
    Ok(named)
}

impl Run<'_> {
    fn add_to(&self, named: &mut Named) {
        let chain = self.chain.and_then(|chain| ChainId::parse(&chain.to_string()));
        let status = |receipt: &Receipt<'_>| {
            Some((receipt.transaction_hash.as_deref()?.to_owned(), receipt.status.as_deref()?.to_owned()))
        };
        let statuses: HashMap<String, String> = self.receipts.iter().filter_map(status).collect();
        for transaction in self.transactions.iter().flatten() {
            let failed = transaction.hash.as_deref().and_then(|hash| statuses.get(hash));
            let failed =
                failed.is_some_and(|status| status.trim_start_matches("0x").chars().all(|c| c == '0'));
            let hash = transaction.hash.as_deref().and_then(CreationHash::parse);
            for (name, address) in transaction.created() {
                let shown = || Text::new(name.or(address).unwrap_or("a contract"));
                if failed {
                    named.left_out.push((shown(), "Its transaction failed.".into()));
                    continue;
                }
                let Some(address) = address.and_then(|it| EvmAddress::parse(it).ok()) else {
                    named.left_out.push((shown(), "The file has no address of it.".into()));
                    continue;
                };
                let artifact = name.map(str::to_owned);
                named.contracts.push(DeployedContract { chain: chain.clone(), address, hash, artifact });
            }
        }
    }
}

impl Transaction<'_> {
    /// The names and addresses of the contracts that the transaction created, directly or internally.
    fn created(&self) -> impl Iterator<Item = (Option<&str>, Option<&str>)> {
        let creates = self.kind.as_deref().is_some_and(|kind| kind.starts_with("CREATE"));
        let own = creates.then_some((self.contract_name.as_deref(), self.contract_address.as_deref()));
        let more = self.additional_contracts.iter();
        own.into_iter().chain(more.map(|it| (it.contract_name.as_deref(), it.address.as_deref())))
    }
}

//! The contract and sources to verify, parsed from the command line and checked before any request, with the flags of
//! each mode.

use api::Network;
use ledger::ContractRef;
use verification::{ChainId, CreationHash, Mode, Selection, SubmissionBody, submission_text};

use super::upload;
use crate::config;
use crate::config::VerifyTask;

/// A submission, with the values that the command line gives.
#[derive(Debug)]
pub(super) struct VerifyArgs {
    /// The body to send; its creation hash is the one from the command line.
    pub(super) body: SubmissionBody,
    /// What of the user's file is in it.
    pub(super) files: Selection,
    pub(super) chain: ChainId,
    pub(super) contract: ContractRef,
    /// Whether the contract is on the network's own chain, where its mirror node can look it up.
    pub(super) here: bool,
    /// Base URL of the verifier; empty for the embedded one.
    pub(super) server: String,
}

impl VerifyArgs {
    /// Parses the command line; `chain` is its `--chain`, without which the network's own is meant.
    ///
    /// # Errors
    /// Says which flag is invalid and what is valid. Never contains the key.
    pub(super) fn parse(
        task: &VerifyTask,
        chain: Option<&ChainId>,
        network: &Network,
    ) -> Result<Self, String> {
        let mode = task.mode.ok_or("name the mode")?;
        let chain = chain.or(network.chain.as_ref()).ok_or_else(|| {
            format!("--chain is missing, and the network {} has none: write the chain's number", network.name)
        })?;
        let server = network.verifier.clone().ok_or_else(|| {
            format!("the network {} has no verifier in its profile: name one with --verifier", network.name)
        })?;
        let address = task.address.as_deref().unwrap_or_default().trim();
        let contract = submission_text::contract(address, network.naming())
            .map_err(|fault| format!("--address: {fault}"))?;
        let here = network.chain.as_ref().is_none_or(|own| own == chain);
        if let (ContractRef::Id(id), false, Some(own)) = (contract, here, &network.chain) {
            return Err(format!(
                "chain {chain} is not that of {}, which is {own}, so {id} cannot be looked up there: write the \
                 contract's EVM address, or name the chain's network with --network",
                network.name
            ));
        }
        let (body, files) = body(mode, task)?;
        if let Some(fault) = network.withholds_key().filter(|_| body.api_key().is_some()) {
            return Err(format!("--api-key-env: {fault}"));
        }
        Ok(Self { body, files, chain: chain.clone(), contract, here, server })
    }
}

/// Reads the flags that are the mode's own, and the file that they name; returns also what is sent of it.
///
/// # Errors
/// Says which flag cannot stand, and what would do. Never holds the key, or anything of a source.
pub(super) fn body(mode: Mode, task: &VerifyTask) -> Result<(SubmissionBody, Selection), String> {
    fit(mode, task)?;
    let creation_hash = creation_hash(task).map_err(|fault| format!("--creation-tx: {fault}"))?;
    match mode {
        Mode::Similarity => Ok((SubmissionBody::Similarity { creation_hash }, Selection::default())),
        Mode::Import => {
            let key = task.api_key_env.as_deref().map(config::api_key).transpose();
            let key = key.map_err(|fault| fault.to_string())?;
            Ok((SubmissionBody::Import { api_key: key }, Selection::default()))
        }
        Mode::StandardJson | Mode::Metadata => upload::body(mode, task, creation_hash),
    }
}

/// Whether every flag that is given goes with the mode.
fn fit(mode: Mode, task: &VerifyTask) -> Result<(), String> {
    let sends = matches!(mode, Mode::StandardJson | Mode::Metadata);
    for (given, flag, fits, reason) in [
        (
            task.creation_tx.is_some(),
            "--creation-tx",
            mode != Mode::Import,
            "an import takes no creation hash",
        ),
        (task.api_key_env.is_some(), "--api-key-env", mode == Mode::Import, "only an import takes a key"),
        (task.file.is_some(), "--file", sends, "only standard-json and metadata send a file"),
        (!task.root.is_empty(), "--root", sends, "only standard-json and metadata send a file"),
        (task.all_sources, "--all-sources", mode == Mode::StandardJson, "only standard-json leaves any out"),
        (task.contract.is_some(), "--contract", sends, "only standard-json and metadata send a file"),
        (task.compiler.is_some(), "--compiler", mode == Mode::StandardJson, "only standard-json names one"),
    ] {
        if given && !fits {
            return Err(format!("{flag} does not go with {}: {reason}", mode.name()));
        }
    }
    Ok(())
}

fn creation_hash(task: &VerifyTask) -> Result<Option<CreationHash>, String> {
    match task.creation_tx.as_deref().map(str::trim) {
        None => Ok(None),
        Some("") => Err("a hash has 64 hex digits".to_owned()),
        Some(text) => submission_text::creation_hash(text),
    }
}
